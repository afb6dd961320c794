// When two worlds count as one: when everything that can follow is the same. Times count only by what is left of them,
// fences only by whose they are, and an attempt that nothing can touch any more only by being over.
import { isUnpaid } from '@tapboard/contract'
import { START_DEADLINE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { dueMoments, lastChances } from './moments.ts'
import { hasLasted } from './readings.ts'
import { mayArrive, type Attempt, type Setup, type World } from './world.ts'

/** Over without a charge, and nothing on its way that could change that. */
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
    row.send_count,
    row.send_doubted,
    row.order_hold,
    row.device_hold,
    row.still_waiting,
    row.session_id,
    row.seen,
    Math.min(row.seen_count, 3),
    row.by_whom,
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

/** Whether a start is on its way, and how long it may still be sent for. */
const onTheWay = ({ pressedMs, nowMs }: World, { hasDeadlines }: Setup): number => {
  if (pressedMs === null) return 0
  return hasDeadlines ? 1 + Math.max(0, pressedMs + START_DEADLINE_MS - nowMs) : 1
}

/** Equal for two worlds exactly when they are explored as one. */
export const keyOf = (world: World, setup: Setup): string =>
  `${onTheWay(world, setup)};${world.attempts.map((attempt) => keyOfAttempt(attempt, world, setup)).join(';')}`
