// Maps a change of a sale to one of the 24 transitions. It uses the rows alone and is a second version, independent of the
// ledger's own machine: a change that is not in this table must not happen (INV-9).
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'

const UNPAID = ['declined', 'timed_out', 'failed', 'not_started', 'abandoned', 'closed_unpaid']

/** Changes that are no transition of their own but an event of one state. */
const SAME_STATE: Readonly<Record<string, string>> = {
  still_waiting: '13',
  progressed: 'progress',
  device_released: '19',
  cancel_requested: 'cancel',
  cancel_failed: 'cancel failed',
}

/** Reasons of a refusal that means that no byte arrived (rules 4 and 5). */
const NOT_SENT = ['upstream-unreachable', 'upstream-busy']

/** The number of the transition; `null` when no transition matches. */
export function ruleOf(before: SaleRow | null, after: SaleRow, { type }: SaleEventRow): string | null {
  if (before === null) {
    if (after.state === 'intent' && type === 'created') return '1'
    // A start that came after its deadline (D-84).
    return after.state === 'abandoned' && type === 'abandoned' && !after.deviceHold ? '1 late' : null
  }
  const way = `${before.state} ${after.state}`
  // Rule 22 marks newer attempts.
  if (before.state === after.state && type === 'flagged') return 'flagged'
  // A session that turned up after the end (D-36).
  if (before.state === after.state && type === 'session_found')
    return UNPAID.includes(after.state) || after.state === 'approved' ? 'found late' : null
  if (before.state === after.state) {
    const rule = SAME_STATE[type]
    const wanted = type === 'device_released' ? 'in_doubt' : 'started'
    if (rule !== undefined && after.state === wanted) return rule
    return null
  }
  const outcome = ['approved', 'declined', 'timed_out', 'failed', 'review'].includes(after.state)
  switch (way) {
    case 'intent sending':
      return '2'
    case 'intent abandoned':
      return '3'
    case 'sending intent':
      return '4'
    case 'sending not_started':
      return NOT_SENT.includes(after.reason ?? '') ? '5' : '7'
    case 'sending started':
      return '6'
    case 'sending in_doubt':
      return after.reason === 'no_session' ? '8' : null
    case 'started in_doubt':
      return after.reason === 'session_lost' ? '12' : after.reason === 'overdue' ? '14' : null
    case 'in_doubt started':
      return before.reason === 'no_session' && after.sessionId !== null ? '16' : null
    case 'in_doubt not_started':
      return before.sessionId === null ? '17' : null
    case 'in_doubt sending':
      return before.reason === 'no_session' ? '18' : null
  }
  if (type === 'attested_paid') return ['in_doubt approved', 'review approved'].includes(way) ? '20' : null
  if (type === 'attested_unpaid')
    return ['in_doubt closed_unpaid', 'review closed_unpaid'].includes(way) ? '21' : null
  if (before.state === 'started' && outcome)
    return after.state === 'approved' ? '9' : after.state === 'review' ? '11' : '10'
  if (before.state === 'in_doubt' && before.sessionId !== null && outcome) return '15'
  // Asked again before a further attempt, the upstream did not confirm the same end (D-86).
  if (after.state === 'review' && after.reason === 'unknown_outcome' && UNPAID.includes(before.state))
    return before.byWhom === 'person' ? null : '24'
  const conflicts = ['late_conflict', 'identity_mismatch']
  const late = after.state === 'review' && conflicts.includes(after.reason ?? '')
  if (late && UNPAID.includes(before.state)) return '22'
  if (late && before.state === 'approved' && before.byWhom === 'person') return '23'
  return null
}
