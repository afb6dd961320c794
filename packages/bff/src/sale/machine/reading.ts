// The transitions for one answer about our session (rules 9 to 12, 15, 22, 23). `outcomeOf` classifies the answer; this
// file decides how many equal reads count. Unpaid needs two equal reads, approved one.
import { REFERENCE, type Outcome } from '@tapboard/contract'
import { FORGET, followUp, guarded, illegal, moved, over, remember, reviewed } from './enter.ts'
import type { Changes, Effect, Facts, Reduction } from './sale-input.ts'
import type { SaleRow } from './row.ts'
import { CONFIRM_MS, isUnpaidState, PROGRESS_EVENTS_MAX, STRANGE_MS, STRANGE_READS } from './states.ts'
import { unpaidText } from './unpaid-text.ts'

type Approved = Extract<Outcome, { kind: 'approved' }>
type Unpaid = Extract<Outcome, { kind: 'declined' | 'timed_out' | 'failed' | 'cancelled' }>

/** Returns true if the reference has the alphabet of references, and the approval code is short and printable. */
const isSound = (outcome: Approved): boolean =>
  REFERENCE.test(outcome.reference) &&
  (outcome.approvalCode === null || /^[\x20-\x7e]{1,32}$/.test(outcome.approvalCode))

/** Extracts brand and last four digits; never more of a card number. */
function cardText(card: string | null): string | null {
  if (card === null) return null
  const digits = /(\d{4})\D*$/.exec(card)?.[1]
  if (digits === undefined) return null
  const brand = /^[A-Za-z][A-Za-z ]{0,23}/.exec(card)?.[0].trim() ?? ''
  return `${brand} …${digits}`.trim()
}

const evidence = (outcome: Approved): Changes => ({
  reference: outcome.reference,
  approvalCode: outcome.approvalCode,
  card: cardText(outcome.card),
})

/** Returns a key for comparing reads. Reads with different codes or references are unequal. */
const keyOf = (outcome: Unpaid): string =>
  [outcome.kind, outcome.code, outcome.reference].join('|').slice(0, 200)

/** Returns the final state and changes of an unpaid outcome. */
function unpaidChanges(
  row: SaleRow,
  outcome: Unpaid,
  nowMs: number,
): { readonly state: Unpaid['kind']; changes: Changes } {
  const sound = outcome.reference !== null && REFERENCE.test(outcome.reference)
  const more: Changes = {
    reference: sound ? outcome.reference : null,
    message: unpaidText(outcome.code),
    byWhom: 'upstream',
  }
  switch (outcome.kind) {
    case 'declined':
      return { state: 'declined', changes: { ...over('declined', null, nowMs), ...more } }
    case 'timed_out':
      return { state: 'timed_out', changes: { ...over('timed_out', null, nowMs), ...more } }
    case 'failed':
      return { state: 'failed', changes: { ...over('failed', 'error', nowMs), ...more } }
    case 'cancelled': {
      const here = outcome.cancelledBy === 'api' || row.cancelRequested
      const reason = here ? 'cancelled_here' : 'cancelled'
      return { state: 'cancelled', changes: { ...over('failed', reason, nowMs), ...more } }
    }
  }
}

/** The outcome is not final: clears unconfirmed evidence and records the phase of the terminal. */
function pending(row: SaleRow, phase: SaleRow['phase']): Reduction {
  const forget = row.seen === null ? {} : FORGET
  if (row.state === 'started' && row.phase !== phase && row.version < PROGRESS_EVENTS_MAX)
    return moved('progressed', { ...forget, phase })
  return row.seen === null ? guarded('nothing new') : { kind: 'noted', changes: forget }
}

// Rules 9 to 11, and 15, which applies them to a sale in doubt with a known session.
function readOpen(row: SaleRow, outcome: Outcome, { nowMs, lookup }: Facts): Reduction {
  switch (outcome.kind) {
    case 'pending':
      return pending(row, outcome.phase)
    case 'approved':
      if (!isSound(outcome)) return reviewed('contradiction', nowMs)
      return moved('approved', {
        ...over('approved', null, nowMs),
        ...evidence(outcome),
        message: null,
        byWhom: 'upstream',
      })
    case 'contradiction':
      return reviewed(outcome.reason, nowMs)
    case 'unknown': {
      const { ready, changes } = remember(row, 'unknown', nowMs, { times: STRANGE_READS, overMs: STRANGE_MS })
      return ready ? reviewed('unknown_outcome', nowMs) : { kind: 'noted', changes }
    }
    case 'declined':
    case 'timed_out':
    case 'failed':
    case 'cancelled': {
      const { ready, changes } = remember(row, keyOf(outcome), nowMs, { times: 2, overMs: CONFIRM_MS })
      if (!ready) return { kind: 'noted', changes }
      const end = unpaidChanges(row, outcome, nowMs)
      return moved(
        end.state === 'cancelled' ? 'failed' : end.state,
        end.changes,
        followUp(row, lookup, 'wide'),
      )
    }
  }
}

/** Marks a sale whose contradicting evidence a person has already judged. The same evidence is not new. */
export const JUDGED = { seen: 'judged' } as const

/** Value of `seen`: a reread before a further attempt did not confirm the unpaid end. */
export const QUESTIONED = 'end questioned'

/** Returns true if an answer confirms the unpaid end. After an end without a session, every unpaid answer confirms it. */
export function isSameEnd({ state, reason }: Pick<SaleRow, 'state' | 'reason'>, { kind }: Outcome): boolean {
  if (state === 'declined' || state === 'timed_out') return kind === state
  if (state === 'failed') return kind === (reason === 'error' ? 'failed' : 'cancelled')
  return ['declined', 'timed_out', 'failed', 'cancelled'].includes(kind)
}

/**
 * Records that a reread before a further attempt did not confirm the unpaid end. After two such reads a person decides.
 * While a newer attempt holds the order, that attempt already blocks a start.
 */
export function questionEnd(row: SaleRow, { nowMs, orderHeldElsewhere }: Facts): Reduction {
  if (!isUnpaidState(row.state) || row.byWhom === 'person') return illegal(row, 'end_questioned')
  if (orderHeldElsewhere) return guarded('a newer attempt holds the order')
  const { ready, changes } = remember(row, QUESTIONED, nowMs, { times: 2, overMs: CONFIRM_MS })
  if (!ready) return { kind: 'noted', changes }
  const reason = 'unknown_outcome'
  // A refund of another reference does not hold this one's lock, but both must fit into the sale (INV-22).
  const flags: readonly Effect[] = row.kind === 'refund' ? [{ type: 'flag_newer' }] : []
  return moved('reviewed', over('review', reason, nowMs), [{ type: 'alert', reason }, ...flags])
}

// Rule 22: money moved, or may have moved, after we reported unpaid. A newer attempt keeps the order lock and is flagged.
// One approval counts. A contradictory answer needs two reads (D-35).
function readAfterUnpaid(row: SaleRow, outcome: Outcome, facts: Facts): Reduction {
  if (outcome.kind === 'contradiction' && row.seen !== JUDGED.seen) {
    const rule = { times: 2, overMs: CONFIRM_MS }
    const { ready, changes } = remember(row, outcome.reason, facts.nowMs, rule)
    if (!ready) return { kind: 'noted', changes }
  } else if (outcome.kind !== 'approved')
    return row.seen === QUESTIONED && isSameEnd(row, outcome)
      ? { kind: 'noted', changes: FORGET }
      : guarded('nothing new after the end')
  const known = outcome.kind === 'approved' && isSound(outcome) ? evidence(outcome) : {}
  return moved(
    'reviewed',
    {
      ...over('review', 'late_conflict', facts.nowMs),
      ...known,
      // Only an approval proves that the upstream reports it as paid (D-94).
      byWhom: outcome.kind === 'approved' ? 'upstream' : null,
      orderHold: !facts.orderHeldElsewhere,
    },
    [{ type: 'alert', reason: 'late_conflict' }, { type: 'flag_newer' }],
  )
}

/** Key of an answer that contradicts a person's "paid", for comparing reads; `null` for any other answer. */
function conflictKey(row: SaleRow, outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'declined':
    case 'timed_out':
    case 'failed':
    case 'cancelled':
      return keyOf(outcome)
    case 'contradiction':
      return row.seen === JUDGED.seen ? null : outcome.reason
    case 'approved':
      return isSound(outcome) || row.seen === JUDGED.seen ? null : 'contradiction'
    case 'pending':
    case 'unknown':
      return null
  }
}

// Rule 23: a person attested paid, and the upstream reports unpaid, another amount, another sale or contradicts itself (D-136).
function readAfterAttested(row: SaleRow, outcome: Outcome, facts: Facts): Reduction {
  const key = conflictKey(row, outcome)
  if (key === null) return guarded('nothing new after the end')
  const { ready, changes } = remember(row, key, facts.nowMs, { times: 2, overMs: CONFIRM_MS })
  if (!ready) return { kind: 'noted', changes }
  const orderHold = !facts.orderHeldElsewhere
  const isUnpaid = outcome.kind !== 'contradiction' && outcome.kind !== 'approved'
  // A contradiction reports neither "paid" nor "unpaid" (D-94).
  return reviewed('late_conflict', facts.nowMs, isUnpaid ? { orderHold } : { orderHold, byWhom: null })
}

/** Returns the effect of an answer about our session on a sale in any state. */
export function reduceRead(row: SaleRow, outcome: Outcome, facts: Facts): Reduction {
  if (row.sessionId === null) return illegal(row, 'session_read without a session')
  if (row.state === 'started' || row.state === 'in_doubt') return readOpen(row, outcome, facts)
  if (isUnpaidState(row.state)) return readAfterUnpaid(row, outcome, facts)
  if (row.state === 'approved' && row.byWhom === 'person') return readAfterAttested(row, outcome, facts)
  return illegal(row, 'session_read')
}
