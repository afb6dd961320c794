// What one answer about our session does to a sale (rules 9 to 12, 15, 22, 23). `outcomeOf` has already judged the
// answer; here is how often it must be said before it counts. Unpaid needs two equal reads, approved one.
import type { Outcome } from '@tapboard/contract'
import { FORGET, followUp, guarded, illegal, moved, over, remember, reviewed } from './enter.ts'
import type { Changes, Facts, Reduction } from './happening.ts'
import type { SaleRow } from './row.ts'
import { CONFIRM_MS, isUnpaidState, PROGRESS_EVENTS_MAX, STRANGE_MS, STRANGE_READS } from './states.ts'
import { unpaidText } from './unpaid-text.ts'

type Approved = Extract<Outcome, { kind: 'approved' }>
type Unpaid = Extract<Outcome, { kind: 'declined' | 'timed_out' | 'failed' | 'cancelled' }>

/** Reference and approval code as we keep and print them: short and printable (INV-7). */
const isSound = (outcome: Approved): boolean =>
  /^[\x21-\x7e]{1,64}$/.test(outcome.reference) &&
  (outcome.approvalCode === null || /^[\x20-\x7e]{1,32}$/.test(outcome.approvalCode))

/** Brand and last four digits, whatever else the upstream put there; never more of a card number (INV-15). */
export function cardText(card: string | null): string | null {
  if (card === null) return null
  const digits = /(\d{4})\D*$/.exec(card)?.[1]
  if (digits === undefined) return null
  const brand = /^[A-Za-z][A-Za-z ]{0,23}/.exec(card)?.[0].trim() ?? ''
  return `${brand} …${digits}`.trim()
}

const evidence = (outcome: Approved): Changes => ({
  reference: outcome.reference,
  approval_code: outcome.approvalCode,
  card: cardText(outcome.card),
})

/** One key per different answer; a code or reference that changes between two reads makes them unequal. */
const keyOf = (outcome: Unpaid): string =>
  [outcome.kind, outcome.code ?? '', outcome.reference ?? ''].join('|').slice(0, 200)

/** Where an unpaid outcome ends (rule 10). */
function unpaidChanges(
  row: SaleRow,
  outcome: Unpaid,
  nowMs: number,
): { readonly state: Unpaid['kind']; changes: Changes } {
  const sound = outcome.reference !== null && /^[\x21-\x7e]{1,64}$/.test(outcome.reference)
  const more: Changes = {
    reference: sound ? outcome.reference : null,
    message: unpaidText(outcome.code),
    by_whom: 'upstream',
  }
  switch (outcome.kind) {
    case 'declined':
      return { state: 'declined', changes: { ...over('declined', null, nowMs), ...more } }
    case 'timed_out':
      return { state: 'timed_out', changes: { ...over('timed_out', null, nowMs), ...more } }
    case 'failed':
      return { state: 'failed', changes: { ...over('failed', 'error', nowMs), ...more } }
    case 'cancelled': {
      const here = outcome.cancelledBy === 'api' || row.cancel_requested === 1
      const reason = here ? 'cancelled_here' : 'cancelled'
      return { state: 'cancelled', changes: { ...over('failed', reason, nowMs), ...more } }
    }
  }
}

/** Nothing final was said: forget what does not hold any more, tell how far the terminal is (rule 9's waiting room). */
function pending(row: SaleRow, phase: SaleRow['phase']): Reduction {
  const forget = row.seen === null ? {} : FORGET
  if (row.state === 'started' && row.phase !== phase && row.version < PROGRESS_EVENTS_MAX)
    return moved('progressed', { ...forget, phase })
  return row.seen === null ? guarded('nothing new') : { kind: 'noted', changes: forget }
}

/** Rules 9 to 11, and 15 which says the same for a sale in doubt whose session is known. */
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
        by_whom: 'upstream',
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

/** Marks a sale whose contradicting evidence a person has judged already: the same again says nothing new (D-35). */
export const JUDGED: Changes = { ...FORGET, seen: 'judged' }

/** Marks an unpaid end that the upstream did not say again when it was asked before a further attempt (rule 24). */
export const QUESTIONED = 'end questioned'

/** Does an answer say the unpaid end of a sale again? After an end without a session, every unpaid answer does. */
export function isSameEnd({ state, reason }: Pick<SaleRow, 'state' | 'reason'>, { kind }: Outcome): boolean {
  if (state === 'declined' || state === 'timed_out') return kind === state
  if (state === 'failed') return kind === (reason === 'error' ? 'failed' : 'cancelled')
  return ['declined', 'timed_out', 'failed', 'cancelled'].includes(kind)
}

/**
 * Rule 24: asked again before a further attempt, the upstream does not say the same unpaid end. Twice, and a person decides
 * (D-86); while a newer attempt holds the order there is nothing to keep from starting.
 */
export function questionEnd(row: SaleRow, { nowMs, orderHeldElsewhere }: Facts): Reduction {
  if (!isUnpaidState(row.state) || row.by_whom === 'person') return illegal(row, 'end_questioned')
  if (orderHeldElsewhere) return guarded('a newer attempt holds the order')
  const { ready, changes } = remember(row, QUESTIONED, nowMs, { times: 2, overMs: CONFIRM_MS })
  return ready ? reviewed('unknown_outcome', nowMs) : { kind: 'noted', changes }
}

/**
 * Rule 22: money moved, or may have moved, although we said unpaid. A newer attempt keeps the order lock and is flagged. An
 * approval counts at once; an answer that contradicts itself twice, as it would have done before the end (D-35).
 */
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
      // Who says that it was paid: the upstream, or nobody clearly (D-94).
      by_whom: outcome.kind === 'approved' ? 'upstream' : null,
      order_hold: facts.orderHeldElsewhere ? 0 : 1,
    },
    [{ type: 'alert', reason: 'late_conflict' }, { type: 'flag_newer' }],
  )
}

/** Rule 23: a person said paid, the upstream says unpaid. */
function readAfterAttested(row: SaleRow, outcome: Outcome, facts: Facts): Reduction {
  if (!['declined', 'timed_out', 'failed', 'cancelled'].includes(outcome.kind))
    return guarded('nothing new after the end')
  const { ready, changes } = remember(row, keyOf(outcome as Unpaid), facts.nowMs, {
    times: 2,
    overMs: CONFIRM_MS,
  })
  if (!ready) return { kind: 'noted', changes }
  return reviewed('late_conflict', facts.nowMs, { order_hold: facts.orderHeldElsewhere ? 0 : 1 })
}

/** What an answer about our session does to a sale in any state. */
export function reduceRead(row: SaleRow, outcome: Outcome, facts: Facts): Reduction {
  if (row.session_id === null) return illegal(row, 'session_read without a session')
  if (row.state === 'started' || row.state === 'in_doubt') return readOpen(row, outcome, facts)
  if (isUnpaidState(row.state)) return readAfterUnpaid(row, outcome, facts)
  if (row.state === 'approved' && row.by_whom === 'person') return readAfterAttested(row, outcome, facts)
  return illegal(row, 'session_read')
}
