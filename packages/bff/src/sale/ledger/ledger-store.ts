// The ledger's port to its store: rows and events in transactions, leases, reads, notices. `ledger.ts` decides the
// transitions, `sql-store.ts` stores the rows. The simulation stores them in memory.
import type { AgedLease, Unlisten, WakeupHandler } from '@tapboard/store'
import type { HeldLeases, LeaseClaim } from '../../durable/lease.ts'
import type { OutboxRow } from '../../durable/outbox/outbox-row.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { OrderGrant } from '../../token/order-grant.ts'
import type { Changes } from '../machine/sale-input.ts'
import type { FollowUpRow, SaleEventRow, SaleRow } from '../machine/row.ts'
import type { NoticedSale } from './notice.ts'

/** One atomic transaction. It throws the errors of `@tapboard/store`. */
export interface LedgerTransaction {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  find(id: string): Promise<SaleRow | null>
  /** The newest grant of an order, or `null`. Until the transaction ends, a new grant and a withdrawal wait. */
  lockedGrant(order: Pick<SaleRow, 'merchant' | 'orderRef'>): Promise<OrderGrant | null>
  /** Whether a hold refuses new attempts of the order after a restore, or its external ID was charged already. */
  held(order: Pick<SaleRow, 'merchant' | 'orderRef'> & Partial<Pick<SaleRow, 'externalId'>>): Promise<boolean>
  /** Inserts a sale; a unique index rejects it if another attempt holds the order, device or key. */
  insertSale(row: SaleRow): Promise<void>
  /** Inserts an event; its number is unique per sale. */
  insertEvent(event: SaleEventRow): Promise<void>
  /** Updates the row; returns `false` if its version or fence changed since the read. */
  update(read: SaleRow, changes: Changes): Promise<boolean>
  /** Whether another sale of this upstream has the session. */
  sessionTaken(row: SaleRow, sessionId: string): Promise<boolean>
  /** Whether another attempt holds the lock of the row's group, or, for a refund, another refund of the sale is open. */
  orderHeld(row: SaleRow): Promise<boolean>
  /** The attempts of a group. Until the transaction ends, another transaction that changes one of them waits. */
  lockedAttempts(group: AttemptGroup): Promise<readonly Pick<SaleRow, 'state'>[]>
  /** The newer attempts of the group. */
  newerAttempts(row: SaleRow): Promise<readonly SaleRow[]>
  /** All refunds of a sale, oldest first. */
  refundsOf(sale: SaleRow): Promise<readonly SaleRow[]>
  /**
   * The sale that a refund pays back, or `null`. Until the transaction ends, other transactions wait that change this
   * sale or insert a refund of it.
   */
  lockedSale(refund: SaleRow): Promise<SaleRow | null>
  /** All refunds of a sale, oldest first, locked as the attempts of {@link lockedAttempts}. */
  lockedRefunds(sale: SaleRow): Promise<readonly SaleRow[]>
  /** Creates or restarts the follow-up of an ended sale. A restart increments the fence and ends the lease. */
  followUp(sale: Pick<FollowUpRow, 'saleId' | 'pace' | 'sinceMs' | 'nextAtMs'>): Promise<void>
  /** Inserts outbox rows; ignores an ID that exists. */
  announce(rows: readonly OutboxRow[]): Promise<void>
  /** Notifies watchers after the commit. The notice is a hint and may be lost. */
  notify(sale: NoticedSale): Promise<void>
}

/** A sale and the fence of its owner. */
export type Marked = Pick<SaleRow, 'id' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'fence'>

/** A sale that holds a device, with the end of its fence. */
export type DeviceHold = Pick<
  SaleRow,
  'deviceId' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'state' | 'deviceFreeAtMs'
>

/** Selects the leases to end. */
export interface TakeBack {
  /** Owners with this prefix … */
  readonly ownerPrefix: string
  /** … except this one, the current run. */
  readonly except: string
  readonly states: readonly string[]
  /** The longest lease that the current clock can have set. */
  readonly leaseMs: number
}

/** Selects leases that may have ended. */
export interface AgedLeases {
  readonly states: readonly string[]
  readonly leaseMs: number
  /** A lease older than this should have been renewed. */
  readonly renewMs: number
}

/** The store of the ledger. */
export interface LedgerStore {
  /**
   * An embedded store belongs to one process at a time and uses that machine's clock. A run without a name takes over the
   * leases of the previous run.
   */
  readonly embedded: boolean
  prepare(): Promise<void>
  /** Runs `work` in one transaction. `work` may run more than once, so its only side effects must be on `trx`. */
  transaction<Result>(work: (trx: LedgerTransaction) => Promise<Result>): Promise<Result>
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** The key of the external IDs, which the store keeps. */
  externalIdKey(): Promise<string>
  /**
   * The leases that were not renewed in time, or end in too far a future, by the clock of the server that answers; also sales
   * without a lease whose next look lies farther ahead than any plan. At most 5,000, earliest look first.
   */
  agedLeases(wanted: AgedLeases): Promise<readonly AgedLease[]>
  /** Claims up to `limit` due sales in these states without a lease, fence + 1, earliest first. */
  claimDue(claim: LeaseClaim & { readonly states: readonly string[] }): Promise<SaleRow[]>
  /** Renews the leases that the owner still has; at most 500 IDs. */
  renew(
    owner: string,
    ids: readonly string[],
    untilMs: number,
  ): Promise<readonly Pick<SaleRow, 'id' | 'fence'>[]>
  /**
   * Ends the leases of an earlier run, fence + 1, so that its later writes fail. In an embedded store it also
   * resets each lease and next look too far in the future for the current clock: the clock was set back.
   */
  takeBack(wanted: TakeBack): Promise<void>
  /** Ends the leases of an owner on due sales in these states, except these; they stay due. */
  releaseOthers(owner: string, except: readonly string[], states: readonly string[]): Promise<void>
  /** Ends a lease if the fence is unchanged and the state is one of these. */
  release(id: string, fence: number, states: readonly string[], nextAtMs: number): Promise<void>
  /** Writes `staleSinceMs` if the fence is unchanged, and notifies watchers; writes no event. */
  mark(sale: Marked, staleSinceMs: number | null): Promise<void>
  /** The leases on due follow-ups. */
  readonly heldFollowUps: HeldLeases
  /** Claims up to `limit` due follow-ups, fence + 1, earliest first. */
  claimFollowUps(claim: LeaseClaim): Promise<FollowUpRow[]>
  /** Ends the leases of an owner on due follow-ups, except of these sales. */
  releaseOtherFollowUps(owner: string, except: readonly string[]): Promise<void>
  /** Ends the lease of a follow-up if the fence is unchanged. Due again at `nextAtMs`; `null` deletes it. */
  releaseFollowUp(saleId: string, fence: number, nextAtMs: number | null): Promise<void>
  find(id: string): Promise<SaleRow | null>
  /** The sale that an idempotency key of the order started, or `null`. */
  byKey(merchant: string, order: string, key: string): Promise<SaleRow | null>
  /** All attempts of a group, newest first. */
  attempts(group: AttemptGroup): Promise<SaleRow[]>
  /** Whether a hold refuses new attempts of the order after a restore. */
  held(order: Pick<SaleRow, 'merchant' | 'orderRef'>): Promise<boolean>
  /** All refunds of an order, of every reference, newest first. */
  refunds(merchant: string, order: string): Promise<SaleRow[]>
  /** The sales that hold these devices. */
  deviceHolds(upstream: string, deviceIds: readonly string[]): Promise<DeviceHold[]>
  /** The hash of one event, or `null` when there is no such event. */
  eventHash(id: string, number: number): Promise<string | null>
  /** Events of a sale after a number, in order. */
  events(id: string, afterNumber: number, limit: number): Promise<SaleEventRow[]>
  /** Subscribes to the notices of changed sales. */
  listen(handler: WakeupHandler): Promise<Unlisten>
}
