// The time limits of tests and the tolerance for slow machines. All of them are defined here.
import { readFileSync } from 'node:fs'
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

/** Nanoseconds that the main thread of this process has had a core, and has waited for one; `null` where the system does not tell. */
function coreTimes(): readonly [had: number, waited: number] | null {
  try {
    const [had = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
    return [had, waited]
  } catch {
    return null
  }
}

/**
 * Begins to measure how many times longer the main thread takes because others have the cores, and returns a function that says
 * so: 1 if it never waits for one. A limit of a promise may be exceeded by this factor where it is greater than `BUSY`, so that a
 * limit that holds at one load holds at any.
 */
export function watchCores(): () => number {
  const began = coreTimes()
  return () => {
    const now = coreTimes()
    if (began === null || now === null) return 1
    const had = now[0] - began[0]
    return had > 0 ? (had + now[1] - began[1]) / had : 1
  }
}

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
