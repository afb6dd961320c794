// The state machine of one sale: `reduce(row, happening, facts)` returns the transition (one of 24), the changed columns,
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
import type { Facts, Happening, HappeningType, Reduction } from './happening.ts'
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

type Of<T extends HappeningType> = Extract<Happening, { type: T }>

// Rules 2 and 18: the row is `sending` before any byte is written (INV-1).
const sending = (row: SaleRow, nowMs: number): Reduction =>
  moved('claimed', {
    ...FORGET,
    state: 'sending',
    reason: null,
    send_count: row.send_count + 1,
    first_sent_at_ms: row.first_sent_at_ms ?? nowMs,
    send_deadline_ms: Math.min(nowMs + SEND_DEADLINE_MS, row.deadline_at_ms ?? Infinity),
    device_free_at_ms: nowMs + DEVICE_FREE_MS,
    next_at_ms: nowMs,
  })

/**
 * Returns the reason why no byte may be written now, or `null`. A creation time in the future means that the
 * store's clock was set back; the time since the press is then unknown.
 */
function tooLate(row: SaleRow, nowMs: number): string | null {
  if (nowMs < Math.max(row.created_at_ms, row.first_sent_at_ms ?? 0)) return 'the clock was set back'
  return row.deadline_at_ms !== null && nowMs >= row.deadline_at_ms ? 'the deadline has passed' : null
}

// Rule 22 flagged this attempt before it was sent. Sending it would charge the customer twice (D-37).
const PAID_BEFORE = 'an earlier attempt of the order was paid'

function claimed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'intent') return illegal(row, 'send_claimed')
  if (nowMs >= intentEndsMs(row)) return guarded('the intent is too old to be sent')
  const late = tooLate(row, nowMs)
  if (late !== null) return guarded(late)
  if (row.conflict_with !== null) return guarded(PAID_BEFORE)
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
  if (row.send_doubted === 1) return moved('doubted', doubted('no_session', nowMs))
  const againAtMs = nowMs + Math.max(retryAfterMs, 250)
  const inTime =
    againAtMs - row.created_at_ms < RESEND_AGE_MS &&
    againAtMs < (row.deadline_at_ms ?? Infinity) &&
    tooLate(row, nowMs) === null
  if (row.send_count < SENDS_MAX && inTime)
    return moved('released', { state: 'intent', reason: null, next_at_ms: againAtMs })
  return moved('refused', over('not_started', reason, nowMs))
}

function accepted(row: SaleRow, { sessionId, taken }: Of<'accepted'>, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'accepted')
  if (taken) return moved('doubted', { ...doubted('no_session', nowMs), send_doubted: 1 })
  return moved('started', followed(sessionId, nowMs))
}

function rejected(row: SaleRow, { reason }: Of<'rejected'>, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'rejected')
  if (row.send_doubted === 1) return moved('doubted', doubted('no_session', nowMs))
  return moved('refused', over('not_started', reason, nowMs))
}

function lost(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'sending') return illegal(row, 'send_lost')
  return moved('doubted', { ...doubted('no_session', nowMs), send_doubted: 1 })
}

// Rule 12. For a sale in doubt, a missing session is not new evidence.
function missed(row: SaleRow, nowMs: number): Reduction {
  if (row.state === 'in_doubt' && row.session_id !== null) return guarded('in doubt already')
  if (row.state !== 'started') return illegal(row, 'session_missed')
  const { ready, changes } = remember(row, 'missed', nowMs, { times: STRANGE_READS, overMs: STRANGE_MS })
  return ready ? moved('doubted', doubted('session_lost', nowMs)) : { kind: 'noted', changes }
}

function softPassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'started') return illegal(row, 'soft_passed')
  if (row.still_waiting === 1) return guarded('said already')
  if (row.soft_at_ms === null || nowMs < row.soft_at_ms) return guarded('not yet')
  return moved('still_waiting', { still_waiting: 1 })
}

function hardPassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'started') return illegal(row, 'hard_passed')
  if (row.hard_at_ms === null || nowMs < row.hard_at_ms) return guarded('not yet')
  return moved('doubted', doubted('overdue', nowMs))
}

/** Value of `seen`: one device read showed no session of ours. */
export const DEVICE_IDLE = 'device idle'

const withoutSession = (row: SaleRow): boolean =>
  row.state === 'in_doubt' && row.reason === 'no_session' && row.session_id === null

/** The sale ended, unpaid or by a person's attestation, without a known session. */
const endedWithoutSession = (row: SaleRow): boolean =>
  row.session_id === null &&
  (isUnpaidState(row.state) || (row.state === 'approved' && row.by_whom === 'person'))

// Rule 16. A session found after the end is followed like a known one (D-36). A second session for one external ID needs
// a person.
function found(row: SaleRow, { sessionId, taken }: Of<'session_found'>, facts: Facts): Reduction {
  const { nowMs } = facts
  if (row.session_id === sessionId) return guarded('known already')
  if (taken) return guarded('the session belongs to another sale')
  if (withoutSession(row)) return moved('started', followed(sessionId, nowMs))
  if (endedWithoutSession(row))
    return moved('session_found', { ...FORGET, session_id: sessionId }, [
      { type: 'follow_up', pace: 'close' },
    ])
  if (row.session_id === null || row.state === 'review') return illegal(row, 'session_found')
  if (row.state === 'approved')
    return moved('session_found', FORGET, [{ type: 'alert', reason: 'identity_mismatch' }])
  return reviewed('identity_mismatch', nowMs, { order_hold: facts.orderHeldElsewhere ? 0 : 1 })
}

// Rule 17: a miss counts only LOOKUP_AFTER_MS after the send deadline, when no byte can still arrive.
function lookUpMissed(row: SaleRow, { lookup, nowMs }: Facts): Reduction {
  if (!withoutSession(row)) return illegal(row, 'look_up_missed')
  if (lookup !== 'authoritative') return guarded('the look-up proves nothing')
  if (row.send_deadline_ms === null || nowMs < row.send_deadline_ms + LOOKUP_AFTER_MS)
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
  if (row.conflict_with !== null) return guarded(PAID_BEFORE)
  if (row.send_count >= SENDS_MAX) return guarded('sent often enough')
  if (row.first_sent_at_ms === null || nowMs - row.first_sent_at_ms >= RESEND_AGE_MS)
    return guarded('too late to send again')
  const late = tooLate(row, nowMs)
  if (late !== null) return guarded(late)
  if (row.device_hold === 0) return guarded('the device is not held any more')
  return sending(row, nowMs)
}

function deviceFreePassed(row: SaleRow, nowMs: number): Reduction {
  if (row.state !== 'in_doubt') return illegal(row, 'device_free_passed')
  if (row.device_hold === 0) return guarded('released already')
  if (row.device_free_at_ms === null) return guarded('not yet')
  // No fence is this long, so the clock was set back. Restart the fence from now (D-92).
  if (row.device_free_at_ms > nowMs + DEVICE_FREE_MS)
    return { kind: 'noted', changes: { device_free_at_ms: nowMs + DEVICE_FREE_MS } }
  if (nowMs < row.device_free_at_ms) return guarded('not yet')
  return moved('device_released', { device_hold: 0 })
}

// Rule 19, early (D-39): two reads of the connected device showed no session of ours, both after the last possible
// arrival of the request. The device cannot prompt for this card again. The payment result stays unknown.
function deviceIdle(row: SaleRow, { begunAtMs }: Of<'device_idle'>, nowMs: number): Reduction {
  if (!withoutSession(row)) return illegal(row, 'device_idle')
  if (row.device_hold === 0) return guarded('released already')
  if (row.send_deadline_ms === null || begunAtMs < row.send_deadline_ms + ON_THE_WAY_MS)
    return guarded('a request may still be on its way')
  if (begunAtMs > nowMs) return guarded('the clock was set back')
  const { ready, changes } = remember(row, DEVICE_IDLE, begunAtMs, { times: 2, overMs: LOOKUP_GAP_MS })
  return ready
    ? moved('device_released', { ...FORGET, device_hold: 0, device_free_at_ms: nowMs })
    : { kind: 'noted', changes }
}

function cancelRequested(row: SaleRow): Reduction {
  if (row.state !== 'started') return illegal(row, 'cancel_requested')
  if (row.cancel_requested === 1) return guarded('asked already')
  return moved('cancel_requested', { cancel_requested: 1 })
}

/** Clears the flag of a failed cancel, so that it may be requested again. */
function cancelFailed(row: SaleRow): Reduction {
  if (row.state !== 'started') return illegal(row, 'cancel_failed')
  if (row.cancel_requested === 0) return guarded('no cancel was requested')
  return moved('cancel_failed', { cancel_requested: 0 })
}

/** Returns the effect of a happening on a sale. */
export function reduce(row: SaleRow, happening: Happening, facts: Facts): Reduction {
  const { nowMs } = facts
  switch (happening.type) {
    case 'send_claimed':
      return claimed(row, nowMs)
    case 'intent_expired':
      return expired(row, nowMs)
    case 'not_sent':
      return notSent(row, happening, nowMs)
    case 'accepted':
      return accepted(row, happening, nowMs)
    case 'rejected':
      return rejected(row, happening, nowMs)
    case 'send_lost':
      return lost(row, nowMs)
    case 'session_read':
      return reduceRead(row, happening.outcome, facts)
    case 'session_missed':
      return missed(row, nowMs)
    case 'end_questioned':
      return questionEnd(row, facts)
    case 'soft_passed':
      return softPassed(row, nowMs)
    case 'hard_passed':
      return hardPassed(row, nowMs)
    case 'session_found':
      return found(row, happening, facts)
    case 'look_up_missed':
      return lookUpMissed(row, facts)
    case 'resend_claimed':
      return resendClaimed(row, facts)
    case 'device_free_passed':
      return deviceFreePassed(row, nowMs)
    case 'device_idle':
      return deviceIdle(row, happening, nowMs)
    case 'attested_paid':
    case 'attested_unpaid':
      return attested(row, happening, facts)
    case 'cancel_requested':
      return cancelRequested(row)
    case 'cancel_failed':
      return cancelFailed(row)
  }
}
