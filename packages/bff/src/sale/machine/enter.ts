// The row changes on entering a state: locks, timers and remembered evidence. Pure. `machine.ts` and `reading.ts` choose
// the state.
import type { SaleReason, SaleState } from '@tapboard/contract'
import { NO_LEASE } from '../../durable/lease.ts'
import type { Changes, Effect, Facts, Reduction } from './happening.ts'
import type { Pace, SaleRow } from './row.ts'
import { FIRST_READ_MS, HARD_MS, locksOrder, SOFT_MS } from './states.ts'

/** Clears unconfirmed evidence. */
export const FORGET: Changes = { seen: null, seen_count: 0, seen_first_ms: null }

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
  order_hold: locksOrder(state) ? 1 : 0,
  device_hold: 0,
  next_at_ms: null,
  ...NO_LEASE,
  settled_at_ms: state === 'review' ? null : nowMs,
})

/** Enters `started` with a known session. */
export const followed = (sessionId: string, nowMs: number): Changes => ({
  ...FORGET,
  state: 'started',
  reason: null,
  session_id: sessionId,
  soft_at_ms: nowMs + SOFT_MS,
  hard_at_ms: nowMs + HARD_MS,
  doubted_at_ms: null,
  next_at_ms: nowMs + FIRST_READ_MS,
})

/** Enters `in_doubt`: the payment result is unknown. The device stays held until its fence ends. */
export const doubted = (reason: 'no_session' | 'session_lost' | 'overdue', nowMs: number): Changes => ({
  ...FORGET,
  state: 'in_doubt',
  reason,
  doubted_at_ms: nowMs,
  next_at_ms: nowMs,
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
  row: Pick<SaleRow, 'session_id' | 'send_doubted'>,
  lookup: Facts['lookup'],
  pace: Pace,
): readonly Effect[] =>
  row.session_id !== null || (row.send_doubted === 1 && lookup === 'authoritative')
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
  const again = row.seen === seen && row.seen_first_ms !== null && row.seen_first_ms <= nowMs
  const first = again ? (row.seen_first_ms ?? nowMs) : nowMs
  const count = again ? row.seen_count + 1 : 1
  return {
    ready: count >= rule.times && nowMs - first >= rule.overMs,
    changes: { seen, seen_count: Math.min(count, 1000), seen_first_ms: first },
  }
}
