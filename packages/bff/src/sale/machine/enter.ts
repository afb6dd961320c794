// What changes in a row when a sale enters a state: locks, timers and what was remembered. Pure; which state is
// entered and why, `machine.ts` and `reading.ts` decide.
import type { SaleReason, SaleState } from '@tapboard/contract'
import { NO_LEASE } from '../../durable/lease.ts'
import type { Changes, Effect, Facts, Reduction } from './happening.ts'
import type { Pace, SaleRow } from './row.ts'
import { FIRST_READ_MS, HARD_MS, locksOrder, SOFT_MS } from './states.ts'

/** Forgets reads that did not count yet. */
export const FORGET: Changes = { seen: null, seen_count: 0, seen_first_ms: null }

/** Refuses: the guard of a transition says no. */
export const guarded = (detail: string): Reduction => ({ kind: 'refused', why: 'guard', detail })

/** Refuses: the table has no such transition. */
export const illegal = (row: SaleRow, type: string): Reduction => ({
  kind: 'refused',
  why: 'illegal',
  detail: `${type} in ${row.state}`,
})

/** The sale is over as far as following goes: locks by state, nobody needs to look at it again. */
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

/** A session is known: follow it (rules 6 and 16). */
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

/** Money may or may not have moved. The device stays held until rule 19. */
export const doubted = (reason: 'no_session' | 'session_lost' | 'overdue', nowMs: number): Changes => ({
  ...FORGET,
  state: 'in_doubt',
  reason,
  doubted_at_ms: nowMs,
  next_at_ms: nowMs,
})

/** A transition, without effects unless some are named. */
export const moved = (
  event: Extract<Reduction, { kind: 'moved' }>['event'],
  changes: Changes,
  effects: readonly Effect[] = [],
): Reduction => ({ kind: 'moved', event, changes, effects })

/** The evidence is for a person; nobody decides by it alone. */
export const reviewed = (reason: SaleReason, nowMs: number, more: Changes = {}): Reduction =>
  moved('reviewed', { ...over('review', reason, nowMs), ...more }, [{ type: 'alert', reason }])

/** Where an ended sale is looked at again: its session is known, or may yet be found by a look-up that can be believed. */
export const followUp = (
  row: Pick<SaleRow, 'session_id' | 'send_doubted'>,
  lookup: Facts['lookup'],
  pace: Pace,
): readonly Effect[] =>
  row.session_id !== null || (row.send_doubted === 1 && lookup === 'authoritative')
    ? [{ type: 'follow_up', pace }]
    : []

/**
 * Counts evidence that proves something only when repeated: `ready` once it was seen `times` times over at least
 * `overMs`. Another kind of evidence starts the count again.
 */
export function remember(
  row: SaleRow,
  seen: string,
  nowMs: number,
  rule: { readonly times: number; readonly overMs: number },
): { readonly ready: boolean; readonly changes: Changes } {
  // Seen first in the future: the store's clock was set back, and how long ago that was is not known (D-92).
  const again = row.seen === seen && row.seen_first_ms !== null && row.seen_first_ms <= nowMs
  const first = again ? (row.seen_first_ms ?? nowMs) : nowMs
  const count = again ? row.seen_count + 1 : 1
  return {
    ready: count >= rule.times && nowMs - first >= rule.overMs,
    changes: { seen, seen_count: Math.min(count, 1000), seen_first_ms: first },
  }
}
