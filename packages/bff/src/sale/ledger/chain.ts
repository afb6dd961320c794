// The hash chain over a sale's events (INV-20): each hash covers the event and the hash before it, the row keeps the
// head. A changed, removed or inserted event breaks it at that number.
import type { SaleEventType } from '@tapboard/contract'
import { CHAIN_START, firstBreak, hashMembers } from '../../durable/chain.ts'
import type { SaleEventRow, SaleRow } from '../machine/row.ts'
import { snapshotOf } from '../machine/view.ts'

/** SHA-256 over all members of an event, in this order, and the hash before it; hex. */
export function hashEvent(event: Omit<SaleEventRow, 'hash'>): string {
  const { saleId, number, type, fromState, toState, reason, atMs, person, snapshot, prevHash } = event
  return hashMembers([saleId, number, type, fromState, toState, reason, atMs, person, snapshot, prevHash])
}

/** Returns the number of the first event that breaks the chain; `null` if the chain is intact up to `head`. */
export const firstBroken = (events: readonly SaleEventRow[], head: string): number | null =>
  firstBreak(events, head, hashEvent)

/** Returns true for the events of attestations. */
const isAttestation = (type: SaleEventType): boolean => type === 'attested_paid' || type === 'attested_unpaid'

/** The event row of a transition, chained to the one before. */
export function eventAfter(
  before: SaleRow | null,
  after: SaleRow,
  type: SaleEventType,
  atMs: number,
): SaleEventRow {
  const attested = isAttestation(type) || after.person !== (before?.person ?? null) ? after.person : null
  const event = {
    saleId: after.id,
    number: after.version,
    type,
    fromState: before?.state ?? null,
    toState: after.state,
    reason: after.reason,
    atMs,
    person: before === null ? after.requestedBy : attested,
    snapshot: JSON.stringify(snapshotOf(after)),
    prevHash: before?.eventHash ?? CHAIN_START,
  }
  return { ...event, hash: hashEvent(event) }
}
