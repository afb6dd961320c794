// The hash chain over a sale's events (INV-20): each hash covers the event and the hash before it, the row keeps the
// head. A changed, removed or inserted event breaks it at that number.
import { CHAIN_START, hashMembers } from '../../durable/chain.ts'
import type { SaleEventRow } from '../machine/row.ts'

/** SHA-256 over all members of an event, in this order, and the hash before it; hex. */
export function hashEvent(event: Omit<SaleEventRow, 'hash'>): string {
  const { sale_id, number, type, from_state, to_state, reason, at_ms, person, snapshot, prev_hash } = event
  return hashMembers([
    sale_id,
    number,
    type,
    from_state,
    to_state,
    reason,
    at_ms,
    person,
    snapshot,
    prev_hash,
  ])
}

/** The number of the first event that does not continue the chain; `null` when it holds up to `head`. */
export function firstBroken(events: readonly SaleEventRow[], head: string): number | null {
  let before = CHAIN_START
  for (const [index, event] of events.entries()) {
    if (event.number !== index + 1 || event.prev_hash !== before || hashEvent(event) !== event.hash)
      return index + 1
    before = event.hash
  }
  return before === head ? null : events.length + 1
}
