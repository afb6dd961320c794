// Retry delays, cool-down of failing receivers and postponement. Pure functions of counts and a random number.

/** A number in [0, 1) from two random bytes. */
export function randomFraction(random: (length: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_536
}

/** Longest retry delay: a recovered receiver gets its rows within a quarter of an hour. */
const LONGEST_MS = 15 * 60_000

/** Delay after the n-th failure in a row (from 1): 5 s doubled up to 15 min, ± 20 %. `random` is in [0, 1). */
export function retryDelayMs(failures: number, random: number): number {
  const base = Math.min(LONGEST_MS, 5_000 * 2 ** (failures - 1))
  return Math.round(base * (0.8 + 0.4 * random))
}

/** Cool-down of a receiver after a failure: 1 s to 60 s. */
export const coolDownMs = (failures: number): number => Math.min(60_000, 1_000 * 2 ** (failures - 1))

/**
 * Postponement of a row beyond its receiver's cool-down. It spreads over a range that doubles with the
 * failures up to 14 minutes, so that a hundred thousand rows cost the store little during an outage.
 */
export const postponeMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(LONGEST_MS - 60_000, 1_000 * 2 ** failures))
