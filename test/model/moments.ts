// Time in the small model: only the moments at which a guard changes. Nothing new can happen between two of them, so the clock
// jumps from one to the next. The limits are the machine's own, from `states.ts`.
import {
  intentEndsMs,
  LOOKUP_AFTER_MS,
  RESEND_AGE_MS,
  SENDS_MAX,
  START_DEADLINE_MS,
} from '../../packages/bff/src/sale/machine/states.ts'
import type { Attempt, Setup, World } from './world.ts'

/** Rule 4 waits before the next try. A refusal later than this allows no further try. */
const RETRY_MS = RESEND_AGE_MS - 250

const plus = (ms: number | null, laterMs: number): number | null => (ms === null ? null : ms + laterMs)

/** Is the sale in doubt without a session, or can it still become so? */
const isLost = ({ row }: Attempt): boolean =>
  row.state === 'sending' || (row.state === 'in_doubt' && row.sessionId === null)

/**
 * From these moments on a send may not be claimed any more. The last moment before each counts too: a claim at the latest moment
 * also ends at the latest moment. Always in the same order; `null` = does not matter now.
 */
export function lastChances(attempt: Attempt, { repeat }: Setup): readonly (number | null)[] {
  const { row } = attempt
  const mayRepeat = repeat !== 'unknown' && row.sendCount < SENDS_MAX && isLost(attempt)
  return [
    row.state === 'intent' ? intentEndsMs(row) : null,
    mayRepeat || row.state === 'intent' ? row.deadlineAtMs : null,
    mayRepeat || row.state === 'intent' ? plus(row.firstSentAtMs, RESEND_AGE_MS) : null,
  ]
}

/** Moments at which an action becomes due or a limit ends. Order and `null` as above. */
export function dueMoments(
  attempt: Attempt,
  { lookup, deviceSession, slackMs }: Setup,
): readonly (number | null)[] {
  const { row, sends, sessions } = attempt
  const isYoung = row.state === 'intent' || row.state === 'sending'
  const mayRetry = isYoung && !row.sendDoubted && row.sendCount < SENDS_MAX
  const isFenced = isLost(attempt) || ['started', 'in_doubt', 'review'].includes(row.state)
  return [
    mayRetry ? row.createdAtMs + RETRY_MS : null,
    mayRetry ? plus(row.deadlineAtMs, RETRY_MS - RESEND_AGE_MS) : null,
    isLost(attempt) && (lookup === 'authoritative' || deviceSession)
      ? plus(row.sendDeadlineMs, LOOKUP_AFTER_MS)
      : null,
    isFenced ? row.deviceFreeAtMs : null,
    // Only an event depends on "still waiting". It is written at the latest when the longest session is over.
    row.state === 'started' ? row.hardAtMs : null,
    ...sessions.map(({ status, endsMs }) => (status === 'live' ? endsMs : null)),
    ...sends.map(({ process, underWay, deadlineMs }) =>
      underWay ? deadlineMs + slackMs : process === 'ready' ? deadlineMs : null,
    ),
  ]
}

/** The next moment at which something changes; `null` when time makes no difference any more. */
export function nextMoment(world: World, setup: Setup): number | null {
  const { nowMs } = world
  let nextMs = Infinity
  if (setup.hasDeadlines && world.pressedMs !== null) {
    const endsMs = world.pressedMs + START_DEADLINE_MS
    if (endsMs > nowMs) nextMs = endsMs - 1 > nowMs ? endsMs - 1 : endsMs
  }
  for (const attempt of world.attempts) {
    for (const atMs of dueMoments(attempt, setup))
      if (atMs !== null && atMs > nowMs) nextMs = Math.min(nextMs, atMs)
    for (const atMs of lastChances(attempt, setup))
      if (atMs !== null && atMs > nowMs) nextMs = Math.min(nextMs, atMs - 1 > nowMs ? atMs - 1 : atMs)
  }
  return nextMs === Infinity ? null : nextMs
}
