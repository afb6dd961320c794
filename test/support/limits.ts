// How long a test may run and how late a machine may be. The only place that says so.

/** True in the long versions of tests: `TAPBOARD_LONG=1`, which `npm run test:full` sets. */
export const LONG = process.env['TAPBOARD_LONG'] === '1'

/** A number of rounds, or a time: `short` in `npm test`, `long` in the long version. */
export const times = (short: number, long: number): number => (LONG ? long : short)

/**
 * A time limit of a promise may be exceeded by this factor, because other programs use the machine that runs the tests.
 * `TAPBOARD_BUSY=1` on a quiet machine asserts the limits as they are promised.
 */
export const BUSY = Number(process.env['TAPBOARD_BUSY'] ?? 3)

/** The value below which `share` of the values are; `NaN` for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
