// The time limits of tests and the tolerance for slow machines. All of them are defined here.
import { availableParallelism, loadavg } from 'node:os'

/** True in the long versions of tests: `TAPBOARD_LONG=1`, which `npm run test:full` sets. */
export const LONG = process.env['TAPBOARD_LONG'] === '1'

/** A number of rounds, or a time: `short` in `npm test`, `long` in the long version. */
export const times = (short: number, long: number): number => (LONG ? long : short)

/**
 * Factor by which a time limit of a promise may be exceeded, because other programs use the machine that runs the tests.
 * `TAPBOARD_BUSY=1` on a quiet machine asserts the promised limits.
 */
export const BUSY = Number(process.env['TAPBOARD_BUSY'] ?? 3)

/**
 * Factor for time limits that only end a hanging test: the load of the last minute per core, divided by `BUSY`, at
 * least 1. Asserted limits do not use it.
 */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / BUSY)

/** The value below which `share` of the values are; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
