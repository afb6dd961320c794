// When a row is tried again, and how long a receiver that fails is left alone. Pure: counts and a random number in,
// milliseconds out.

/** A number from [0, 1) out of two random bytes. */
export function unit(random: (length: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_536
}

/** Longest wait between two tries: a receiver that is back hears of it within a quarter of an hour. */
const LONGEST_MS = 15 * 60_000

/** After the n-th failure in a row (from 1): doubling from 5 s to 15 min, ± 20 %. `random` is from [0, 1). */
export function retryDelayMs(failures: number, random: number): number {
  const base = Math.min(LONGEST_MS, 5_000 * 2 ** Math.min(failures - 1, 20))
  return Math.round(base * (0.8 + 0.4 * random))
}

/** How long a receiver that just failed is left alone, whatever else waits for it: 1 s to 60 s. */
export const coolDownMs = (failures: number): number =>
  Math.min(60_000, 1_000 * 2 ** Math.min(failures - 1, 10))

/**
 * How long a row is put aside whose receiver is left alone, beyond that pause: spread over a time that doubles with the
 * failures up to a quarter of an hour, so that a hundred thousand of them cost the store little while the receiver is away.
 */
export const asideMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(LONGEST_MS - 60_000, 1_000 * 2 ** Math.min(failures, 20)))
