// The hash chain over a sale's events (INV-20): each hash covers the event and the hash before it, the row keeps the
// head. A changed, removed or inserted event breaks it at that number.
import { firstBreak, hashMembers } from '../../durable/chain.ts'
import type { SaleEventRow } from '../machine/row.ts'

/** SHA-256 over all members of an event, in this order, and the hash before it; hex. */
export function hashEvent(event: Omit<SaleEventRow, 'hash'>): string {
  const { saleId, number, type, fromState, toState, reason, atMs, person, snapshot, prevHash } = event
  return hashMembers([saleId, number, type, fromState, toState, reason, atMs, person, snapshot, prevHash])
}

/** Returns the number of the first event that breaks the chain; `null` if the chain is intact up to `head`. */
export const firstBroken = (events: readonly SaleEventRow[], head: string): number | null =>
  firstBreak(events, head, hashEvent)
