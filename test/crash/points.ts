// The arming of each failpoint: the number of passes before it, the action there, and the other steps of the run. Randomness
// comes from the run's seed.
import { FAILPOINTS, type FailpointName } from '../../packages/bff/src/sale/failpoint.ts'
import type { Armed, Deed } from './messages.ts'

/** The instance that continues after the crash. */
export type Mode = 'same' | 'other'

/** All failpoints in the order of their numbers. */
export const POINTS = Object.keys(FAILPOINTS) as readonly FailpointName[]

/** The failpoint of a number such as `FP9`; `null` for none. */
export const pointOf = (text: string): FailpointName | null =>
  POINTS.find((name) => name === text || `FP${FAILPOINTS[name]}` === text.toUpperCase()) ?? null

/** Maximum number of passes before the failpoint acts; unlisted failpoints act at the first. */
const PASSES: Partial<Record<FailpointName, number>> = {
  notifying: 3,
  reading: 2,
  read: 1,
  recorded: 1,
  frame_begun: 2,
  committed: 3,
}

/** A held read is open for some of this time. */
const IN_READ_MS = 400

/** Longer than a lease (12 s): a process that resumes after it has lost its sales. */
const FREEZE_MS = 15_000

function deedOf(point: FailpointName, mode: Mode, chance: () => number): Deed {
  if (point === 'reading') return { type: 'kill', afterMs: Math.floor(chance() * IN_READ_MS) }
  if (point === 'committed' && chance() < 0.5)
    return mode === 'same' ? { type: 'lose' } : { type: 'freeze', forMs: FREEZE_MS }
  return { type: 'kill', afterMs: 0 }
}

/** Arms a failpoint. `first`: act at the first pass, because a later one did not come. */
export const armedFor = (point: FailpointName, mode: Mode, chance: () => number, first: boolean): Armed => ({
  point,
  deed: deedOf(point, mode, chance),
  passes: first ? 0 : Math.floor(chance() * ((PASSES[point] ?? 0) + 1)),
  share: chance(),
})
