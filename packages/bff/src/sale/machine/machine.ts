// The state machine of one sale: `reduce(row, input, facts)` returns the transition (one of 24), the changed columns,
// the event and the effects. Pure and total: a transition outside the table is refused.
import { attested } from './attest.ts'
import {
  doubted,
  followed,
  followUp,
  FORGET,
  guarded,
  illegal,
  moved,
  over,
  remember,
  reviewed,
} from './enter.ts'
import type { Facts, SaleInput, SaleInputType, Reduction } from './sale-input.ts'
import { questionEnd, reduceRead } from './reading.ts'
import type { SaleRow } from './row.ts'
import {
  DEVICE_FREE_MS,
  intentEndsMs,
  isUnpaidState,
  LOOKUP_AFTER_MS,
  LOOKUP_GAP_MS,
  ON_THE_WAY_MS,
  RESEND_AGE_MS,
  SEND_DEADLINE_MS,
  SENDS_MAX,
  STRANGE_MS,
  STRANGE_READS,
} from './states.ts'

type Of<T extends SaleInputType> = Extract<SaleInput, { type: T }>

// Rules 2 and 18: the row is `sending` before any byte is written (INV-1).
const sending = (row: SaleRow, nowMs: number): Reduction =>
  moved('claimed', {
    ...FORGET,
    state: 'sending',
    reason: null,
    sendCount: row.sendCount + 1,
    firstSentAtMs: row.firstSentAtMs ?? nowMs,
    sendDeadlineMs: Math.min(nowMs + SEND_DEADLINE_MS, row.deadlineAtMs ?? Infinity),
    deviceFreeAtMs: nowMs + DEVICE_FREE_MS,
    nextAtMs: nowMs,
  })

/**
 * Returns the reason why no byte may be written now, or `null`. A creation time in the future means that the
 * store's clock was set back; the time since the press is then unknown.
 */
function tooLate(row: SaleRow, nowMs: number): string | null {
  if (nowMs < Math.max(row.createdAtMs, row.firstSentAtMs ?? row.createdAtMs)) return 'the clock was set back'
  return row.deadlineAtMs !== null && nowMs >= row.deadlineAtMs ? 'the deadline has passed' : null
}

// Rule 22 flagged this attempt before it was sent. Sending it would charge the customer twice (D-37).
const PAID_BEFORE = 'an earlier attempt of the order was paid'

function claimed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'intent') return illegal(row, 'send_claimed')
  if (nowMs >= intentEndsMs(row)) return guarded('the intent is too old to be sent')
  const late = tooLate(row, nowMs)
  if (late !== null) return guarded(late)
  if (row.conflictWith !== null) return guarded(PAID_BEFORE)
  return sending(row, nowMs)
}

function expired(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'intent') return illegal(row, 'intent_expired')
  if (nowMs < intentEndsMs(row) && tooLate(row, nowMs) === null) return guarded('the intent is not old yet')
  return moved('abandoned', over('abandoned', 'expired', nowMs))
}

// Rules 4 and 5. After an earlier send with an unknown result, the sale is in doubt even if this send failed cleanly.
function notSent(row: SaleRow, { reason, retryAfterMs }: Of<'not_sent'>, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'not_sent')
  if (row.sendDoubted) return moved('doubted', doubted('no_session', nowMs))
  const againAtMs = nowMs + Math.max(retryAfterMs, 250)
  const inTime =
    againAtMs - row.createdAtMs < RESEND_AGE_MS &&
    againAtMs < (row.deadlineAtMs ?? Infinity) &&
    tooLate(row, nowMs) === null
  if (row.sendCount < SENDS_MAX && inTime)
    return moved('released', { state: 'intent', reason: null, nextAtMs: againAtMs })
  return moved('refused', over('not_started', reason, nowMs))
}

function accepted(row: SaleRow, { sessionId, taken }: Of<'accepted'>, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'accepted')
  if (taken) return moved('doubted', { ...doubted('no_session', nowMs), sendDoubted: true })
  return moved('started', followed(sessionId, nowMs))
}

function rejected(row: SaleRow, { reason }: Of<'rejected'>, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'rejected')
  if (row.sendDoubted) return moved('doubted', doubted('no_session', nowMs))
  return moved('refused', over('not_started', reason, nowMs))
}

function lost(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'send_lost')
  return moved('doubted', { ...doubted('no_session', nowMs), sendDoubted: true })
}

// Rule 12. For a sale in doubt, a missing session is not new evidence.
function missed(row: SaleRow, nowMs: number): Reduction {
  if (row.state === 'in_doubt' && row.sessionId !== null) return guarded('in doubt already')
  if (row.state !== 'started') return illegal(row, 'session_missed')
  const { ready, changes } = remember(row, 'missed', nowMs, { times: STRANGE_READS, overMs: STRANGE_MS })
  return ready ? moved('doubted', doubted('session_lost', nowMs)) : { kind: 'noted', changes }
}

function softPassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'started') return illegal(row, 'soft_passed')
  if (row.stillWaiting) return guarded('still waiting already')
  if (row.softAtMs === null || nowMs < row.softAtMs) return guarded('not yet')
  return moved('still_waiting', { stillWaiting: true })
}

function hardPassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'started') return illegal(row, 'hard_passed')
  if (row.hardAtMs === null || nowMs < row.hardAtMs) return guarded('not yet')
  return moved('doubted', doubted('overdue', nowMs))
}

/** Value of `seen`: one device read showed no session of ours. */
export const DEVICE_IDLE = 'device idle'

const withoutSession = (row: SaleRow): boolean =>
  row.state === 'in_doubt' && row.reason === 'no_session' && row.sessionId === null

/** The sale ended, unpaid or by a person's attestation, without a known session. */
const endedWithoutSession = (row: SaleRow): boolean =>
  row.sessionId === null &&
  (isUnpaidState(row.state) || (row.state === 'approved' && row.byWhom === 'person'))

// Rule 16. A session found after the end is followed like a known one (D-36). A second session for one external ID needs
// a person.
function found(row: SaleRow, { sessionId, taken }: Of<'session_found'>, facts: Facts): Reduction {
  const { nowMs } = facts
  if (row.sessionId === sessionId) return guarded('known already')
  if (taken) return guarded('the session belongs to another sale')
  if (withoutSession(row)) return moved('started', followed(sessionId, nowMs))
  if (endedWithoutSession(row))
    return moved('session_found', { ...FORGET, sessionId }, [{ type: 'follow_up', pace: 'close' }])
  if (row.sessionId === null || row.state === 'review') return illegal(row, 'session_found')
  if (row.state === 'approved')
    return moved('session_found', FORGET, [{ type: 'alert', reason: 'identity_mismatch' }])
  return reviewed('identity_mismatch', nowMs, { orderHold: !facts.orderHeldElsewhere })
}

// Rule 17: a miss counts only LOOKUP_AFTER_MS after the send deadline, when no byte can still arrive.
function lookUpMissed(row: SaleRow, { lookup, nowMs }: Facts): Reduction {
  if (!withoutSession(row)) return illegal(row, 'look_up_missed')
  if (lookup !== 'authoritative') return guarded('the look-up proves nothing')
  if (row.sendDeadlineMs === null || nowMs < row.sendDeadlineMs + LOOKUP_AFTER_MS)
    return guarded('too early to believe it')
  const { ready, changes } = remember(row, 'look_up_missed', nowMs, { times: 2, overMs: LOOKUP_GAP_MS })
  return ready
    ? moved('refused', over('not_started', 'upstream-unreachable', nowMs), followUp(row, lookup, 'wide'))
    : { kind: 'noted', changes }
}

// Rule 18. Resends end after 15 s: the next customer could pay a prompt that appears a minute later.
function resendClaimed(row: SaleRow, { repeat, nowMs }: Facts): Reduction {
  if (!withoutSession(row)) return illegal(row, 'resend_claimed')
  if (repeat === 'unknown') return guarded('the upstream promises nothing about a repeat')
  if (row.conflictWith !== null) return guarded(PAID_BEFORE)
  if (row.sendCount >= SENDS_MAX) return guarded('sent often enough')
  if (row.firstSentAtMs === null || nowMs - row.firstSentAtMs >= RESEND_AGE_MS)
    return guarded('too late to send again')
  const late = tooLate(row, nowMs)
  if (late !== null) return guarded(late)
  if (!row.deviceHold) return guarded('the device is not held any more')
  return sending(row, nowMs)
}

function deviceFreePassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'in_doubt') return illegal(row, 'device_free_passed')
  if (!row.deviceHold) return guarded('released already')
  if (row.deviceFreeAtMs === null) return guarded('not yet')
  // No fence is this long, so the clock was set back. Restart the fence from now (D-92).
  if (row.deviceFreeAtMs > nowMs + DEVICE_FREE_MS)
    return { kind: 'noted', changes: { deviceFreeAtMs: nowMs + DEVICE_FREE_MS } }
  if (nowMs < row.deviceFreeAtMs) return guarded('not yet')
  return moved('device_released', { deviceHold: false })
}

// Rule 19, early (D-39): two reads of the connected device showed no session of ours, both after the last possible
// arrival of the request. The device cannot prompt for this card again. The payment result stays unknown.
function deviceIdle(row: SaleRow, { begunAtMs }: Of<'device_idle'>, nowMs: number): Reduction {
  if (!withoutSession(row)) return illegal(row, 'device_idle')
  if (!row.deviceHold) return guarded('released already')
  if (row.sendDeadlineMs === null || begunAtMs < row.sendDeadlineMs + ON_THE_WAY_MS)
    return guarded('a request may still be on its way')
  if (begunAtMs > nowMs) return guarded('the clock was set back')
  const { ready, changes } = remember(row, DEVICE_IDLE, begunAtMs, { times: 2, overMs: LOOKUP_GAP_MS })
  return ready
    ? moved('device_released', { ...FORGET, deviceHold: false, deviceFreeAtMs: nowMs })
    : { kind: 'noted', changes }
}

function cancelRequested(row: SaleRow): Reduction {
  if (row.state !== 'started') return illegal(row, 'cancel_requested')
  if (row.cancelRequested) return guarded('asked already')
  return moved('cancel_requested', { cancelRequested: true })
}

/** Clears the flag of a failed cancel, so that it may be requested again. */
function cancelFailed(row: SaleRow): Reduction {
  if (row.state !== 'started') return illegal(row, 'cancel_failed')
  if (!row.cancelRequested) return guarded('no cancel was requested')
  return moved('cancel_failed', { cancelRequested: false })
}

/** Returns the effect of an input on a sale. */
export function reduce(row: SaleRow, input: SaleInput, facts: Facts): Reduction {
  const { nowMs } = facts
  switch (input.type) {
    case 'send_claimed':
      return claimed(row, nowMs)
    case 'intent_expired':
      return expired(row, nowMs)
    case 'not_sent':
      return notSent(row, input, nowMs)
    case 'accepted':
      return accepted(row, input, nowMs)
    case 'rejected':
      return rejected(row, input, nowMs)
    case 'send_lost':
      return lost(row, nowMs)
    case 'session_read':
      return reduceRead(row, input.outcome, facts)
    case 'session_missed':
      return missed(row, nowMs)
    case 'end_questioned':
      return questionEnd(row, facts)
    case 'soft_passed':
      return softPassed(row, nowMs)
    case 'hard_passed':
      return hardPassed(row, nowMs)
    case 'session_found':
      return found(row, input, facts)
    case 'look_up_missed':
      return lookUpMissed(row, facts)
    case 'resend_claimed':
      return resendClaimed(row, facts)
    case 'device_free_passed':
      return deviceFreePassed(row, nowMs)
    case 'device_idle':
      return deviceIdle(row, input, nowMs)
    case 'attested_paid':
    case 'attested_unpaid':
      return attested(row, input, facts)
    case 'cancel_requested':
      return cancelRequested(row)
    case 'cancel_failed':
      return cancelFailed(row)
  }
}
