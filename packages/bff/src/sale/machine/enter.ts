// The row changes on entering a state: locks, timers and remembered evidence. Pure. `machine.ts` and `reading.ts` choose
// the state.
import type { SaleReason, SaleState } from '@tapboard/contract'
import { NO_LEASE } from '../../durable/lease.ts'
import type { Changes, Effect, Facts, Reduction } from './sale-input.ts'
import type { Pace, SaleRow } from './row.ts'
import { FIRST_READ_MS, HARD_MS, locksOrder, SOFT_MS } from './states.ts'

export const FORGET: Changes = { seen: null, seenCount: 0, seenFirstMs: null }

/** A refusal by the guard of a transition. */
export const guarded = (detail: string): Reduction => ({ kind: 'refused', why: 'guard', detail })

/** A refusal because the table has no such transition. */
export const illegal = (row: SaleRow, type: string): Reduction => ({
  kind: 'refused',
  why: 'illegal',
  detail: `${type} in ${row.state}`,
})

/** Ends following: sets the order lock by state, frees the device, clears the lease and the next look. */
export const over = (state: SaleState, reason: SaleReason | null, nowMs: number): Changes => ({
  ...FORGET,
  state,
  reason,
  orderHold: locksOrder(state),
  deviceHold: false,
  nextAtMs: null,
  ...NO_LEASE,
  settledAtMs: state === 'review' ? null : nowMs,
})

/** Enters `started` with a known session. */
export const followed = (sessionId: string, nowMs: number): Changes => ({
  ...FORGET,
  state: 'started',
  reason: null,
  sessionId,
  softAtMs: nowMs + SOFT_MS,
  hardAtMs: nowMs + HARD_MS,
  doubtedAtMs: null,
  nextAtMs: nowMs + FIRST_READ_MS,
})

/** Enters `in_doubt`: the payment result is unknown. The device stays held until its fence ends. */
export const doubted = (reason: 'no_session' | 'session_lost' | 'overdue', nowMs: number): Changes => ({
  ...FORGET,
  state: 'in_doubt',
  reason,
  doubtedAtMs: nowMs,
  nextAtMs: nowMs,
})

/** A transition; it has no effects by default. */
export const moved = (
  event: Extract<Reduction, { kind: 'moved' }>['event'],
  changes: Changes,
  effects: readonly Effect[] = [],
): Reduction => ({ kind: 'moved', event, changes, effects })

/** Enters `review`: a person must decide about the evidence. */
export const reviewed = (reason: SaleReason, nowMs: number, more: Changes = {}): Reduction =>
  moved('reviewed', { ...over('review', reason, nowMs), ...more }, [{ type: 'alert', reason }])

/** Follows an ended sale if its session is known, or if an authoritative look-up may still find one. */
export const followUp = (
  row: Pick<SaleRow, 'sessionId' | 'sendDoubted'>,
  lookup: Facts['lookup'],
  pace: Pace,
): readonly Effect[] =>
  row.sessionId !== null || (row.sendDoubted && lookup === 'authoritative')
    ? [{ type: 'follow_up', pace }]
    : []

/**
 * Counts evidence that needs confirmation: `ready` after `times` sightings over at least `overMs`. Another kind of
 * evidence resets the count.
 */
export function remember(
  row: SaleRow,
  seen: string,
  nowMs: number,
  rule: { readonly times: number; readonly overMs: number },
): { readonly ready: boolean; readonly changes: Changes } {
  // A first sighting in the future means that the store's clock was set back. Its age is unknown (D-92).
  const isAgain = row.seen === seen && row.seenFirstMs !== null && row.seenFirstMs <= nowMs
  const firstMs = isAgain ? row.seenFirstMs : nowMs
  const count = isAgain ? row.seenCount + 1 : 1
  return {
    ready: count >= rule.times && nowMs - firstMs >= rule.overMs,
    changes: { seen, seenCount: Math.min(count, 1000), seenFirstMs: firstMs },
  }
}
