// All randomness of a simulation comes from its seed. A `Chance` is a stream that draws a scenario. `unitOf` has no state, so
// leaving one thing out of a scenario changes nothing else.

/** One step of mulberry32: well mixed 32 bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}

/** A number in [0, 1) for a seed and up to three numbers that identify its purpose. */
export const unitOf = (seed: number, one: number, two = 0, three = 0): number =>
  mix(
    (mix((seed + Math.imul(one + 1, 0x9e3779b1)) >>> 0) +
      Math.imul(two + 1, 0x85ebca6b) +
      Math.imul(three + 1, 0xc2b2ae35)) >>>
      0,
  ) / 4_294_967_296

/** Random bytes from a seed, for the products' `random` port. */
export function bytesFrom(seed: number): (length: number) => Uint8Array {
  let state = mix(seed >>> 0)
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 1) {
      state = (state + 0x6d2b79f5) >>> 0
      bytes[at] = mix(state) & 255
    }
    return bytes
  }
}

export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = mix((seed ^ 0x51ed270b) >>> 0)
  }

  /** A number in [0, 1). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    return mix(this.#state) / 4_294_967_296
  }

  /** Returns true with the probability `share`. */
  is(share: number): boolean {
    return this.unit() < share
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1))
  }

  /** One of the values, with equal probability. */
  of<const T>(values: readonly [T, ...T[]]): T {
    return values[Math.floor(this.unit() * values.length)] ?? values[0]
  }
}
