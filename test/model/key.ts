// Two worlds are equal when their possible futures are equal. Times count only as the remaining time, fences only by their owner.
// An attempt that nothing can change any more counts only as over.
import { isUnpaid } from '@tapboard/contract'
import { START_DEADLINE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { dueMoments, lastChances } from './moments.ts'
import { hasLasted } from './readings.ts'
import { mayArrive, type Attempt, type Setup, type World } from './world.ts'

/** Over without a charge, and no pending message can change that. */
const isOver = (attempt: Attempt, world: World, setup: Setup): boolean =>
  isUnpaid(attempt.row.state) &&
  attempt.sessions.every(({ status }) => status === 'unpaid') &&
  attempt.sends.every((send) => !mayArrive(send, world, setup))

function keyOfAttempt(attempt: Attempt, world: World, setup: Setup): string {
  if (isOver(attempt, world, setup)) return 'over'
  const { row, sends, sessions } = attempt
  const parts: (string | number | null)[] = [
    row.state,
    row.reason,
    row.sendCount,
    Number(row.sendDoubted),
    Number(row.orderHold),
    Number(row.deviceHold),
    Number(row.stillWaiting),
    row.sessionId,
    row.seen,
    Math.min(row.seenCount, 3),
    row.byWhom,
    attempt.missedLookUp ? 1 : 0,
    attempt.idleDevice,
    attempt.word,
    setup.repeat === 'unknown' ? attempt.written.length : 0,
  ]
  for (const { status, externalId } of sessions) parts.push(externalId, status)
  for (const send of sends) {
    const { answer, externalId, fence, number, process, underWay } = send
    const owns = fence === row.fence
    const says = answer === null ? '' : 'sessionId' in answer ? answer.kind + answer.sessionId : answer.kind
    parts.push(
      number,
      externalId,
      process,
      owns ? 1 : 0,
      underWay && mayArrive(send, world, setup) ? 1 : 0,
      says,
    )
  }
  const isSendable = row.state === 'intent' || row.state === 'sending' || row.state === 'in_doubt'
  if (attempt.pressedMs !== null && isSendable)
    parts.push('pressed', Math.max(0, attempt.pressedMs + START_DEADLINE_MS - world.nowMs))
  if (row.seen !== null) parts.push(hasLasted(row, world.nowMs) ? 1 : 0)
  for (const atMs of [...dueMoments(attempt, setup), ...lastChances(attempt, setup)])
    parts.push(atMs === null ? '' : Math.max(0, atMs - world.nowMs))
  return parts.join(',')
}

/** Is a start under way, and for how long may it still be sent? */
const onTheWay = ({ pressedMs, nowMs }: World, { hasDeadlines }: Setup): number => {
  if (pressedMs === null) return 0
  return hasDeadlines ? 1 + Math.max(0, pressedMs + START_DEADLINE_MS - nowMs) : 1
}

/** Equal for two worlds exactly when the exploration treats them as one. */
export const keyOf = (world: World, setup: Setup): string =>
  `${onTheWay(world, setup)};${world.attempts.map((attempt) => keyOfAttempt(attempt, world, setup)).join(';')}`
