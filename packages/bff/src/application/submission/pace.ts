// Intervals between looks at an application, by its age. Pure.
import { pauseAt, spread, type PaceSteps } from '../../durable/pace.ts'

const HOUR_MS = 3_600_000

/** Delay of the first look after a submission or a change. */
export const FIRST_LOOK_MS = 5_000

/** Interval between two looks when no look-up is possible: a later configuration may allow one. */
export const UNASKED_MS = 3_600_000

/** Age since the last change, and interval: short while a person may wait, long for a review of weeks. */
const LOOK_STEPS: PaceSteps = [
  [2 * 60_000, 5_000],
  [10 * 60_000, 30_000],
  [3_600_000, 120_000],
  [24 * 3_600_000, 900_000],
]

/** Polling stops after this time without a change; the service's webhook still counts. */
const FOLLOWED_FOR_MS = 90 * 86_400_000

/** Pause before the next look at an application that last changed `ageMs` ago, ± 10 %; `null`: none. `random` is from [0, 1). */
export function nextLookMs(ageMs: number, random: number): number | null {
  if (ageMs > FOLLOWED_FOR_MS) return null
  return spread(pauseAt(LOOK_STEPS, ageMs, HOUR_MS), 0.1, random)
}

const LOOKUP_STEPS: PaceSteps = [
  [10 * 60_000, 10_000],
  [3_600_000, 60_000],
]

/** Interval between look-ups of an application in doubt: short at first, then hourly without end. */
export const nextLookupMs = (ageMs: number, random: number): number =>
  spread(pauseAt(LOOKUP_STEPS, ageMs, HOUR_MS), 0.1, random)

/** Lease of a sender: time for the terms token, the connection, the answer, and a margin. The longest lease on an application. */
export const SENDER_LEASE_MS = 60_000

/** A "missing" answer counts only this long after the send: until then the request may be in transit or in processing. */
export const LOOKUP_FENCE_MS = 120_000

/** Two "missing" answers are necessary, at least this far apart. */
export const MISSES_APART_MS = 10_000

/** Returns whether the "missing" answers prove that the service did not receive the application. */
export const isNotReceived = (facts: {
  readonly sentAtMs: number
  readonly misses: number
  readonly missedFirstMs: number
  readonly nowMs: number
}): boolean =>
  facts.misses >= 2 &&
  facts.nowMs - facts.missedFirstMs >= MISSES_APART_MS &&
  facts.missedFirstMs - facts.sentAtMs >= LOOKUP_FENCE_MS
