// What the ledger needs of a store, as a port: rows and events inside of transactions, leases, reads, notices. What a
// transition is, `ledger.ts` decides; how rows are kept, `sql-store.ts`. A simulation keeps them in memory.
import type { Unlisten, WakeupHandler } from '@tapboard/store'
import type { LeaseClaim } from '../../durable/lease.ts'
import type { OutboxRow } from '../../durable/outbox/outbox-row.ts'
import type { Changes } from '../machine/happening.ts'
import type { FollowUpRow, SaleEventRow, SaleRow } from '../machine/row.ts'

/** One transaction: all of it is committed, or nothing is. Faults are those of `@tapboard/store`. */
export interface LedgerTransaction {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** One sale, or `null`. */
  find(id: string): Promise<SaleRow | null>
  /** Adds a sale; a unique index refuses what another attempt holds (INV-2, INV-3, INV-11). */
  insertSale(row: SaleRow): Promise<void>
  /** Adds an event; its number is taken once (INV-9). */
  insertEvent(event: SaleEventRow): Promise<void>
  /** Changes the row that was read: `false` when its version or fence is another by now (INV-16). */
  update(read: SaleRow, changes: Changes): Promise<boolean>
  /** Whether another sale of this upstream has the session (rules 6 and 16). */
  sessionTaken(row: SaleRow, sessionId: string): Promise<boolean>
  /** Whether a sale holds the order lock (INV-2). */
  orderHeld(merchant: string, order: string): Promise<boolean>
  /** The attempts of an order. Until the transaction ends, another transaction that changes one of them waits. */
  lockedAttempts(merchant: string, order: string): Promise<readonly Pick<SaleRow, 'state'>[]>
  /** Rule 22: the newer attempts of the order. */
  newerAttempts(row: SaleRow): Promise<readonly SaleRow[]>
  /** Begins to look after an ended sale, or begins anew: the fence goes on, a lease ends. */
  followUp(sale: Pick<FollowUpRow, 'sale_id' | 'pace' | 'since_ms' | 'next_at_ms'>): Promise<void>
  /** Adds what the host is to be told; an ID that is there already stays as it is. */
  announce(rows: readonly OutboxRow[]): Promise<void>
  /** Tells watchers after the commit, or never: a hint, it may be lost. */
  notify(sale: Pick<SaleRow, 'id' | 'merchant' | 'order_ref'>): Promise<void>
}

/** A sale and the fence of its owner. */
export type Marked = Pick<SaleRow, 'id' | 'merchant' | 'order_ref' | 'fence'>

/** A sale that holds a device, as far as it says for how long. */
export type DeviceHold = Pick<SaleRow, 'device_id' | 'merchant' | 'order_ref' | 'state' | 'device_free_at_ms'>
/** Which leases to end. */
export interface TakeBack {
  /** The owners whose names begin so … */
  readonly ownerPrefix: string
  /** … except this one: the run that asks. */
  readonly except: string
  /** Sales in these states. */
  readonly states: readonly string[]
  /** The longest lease that the present clock can have planned. */
  readonly leaseMs: number
}

/** Where the ledger of sales is kept. */
export interface LedgerStore {
  /**
   * An embedded store belongs to one process at a time, on one machine's clock: a run without a name takes over from the one
   * before it.
   */
  readonly embedded: boolean
  /** Brings the tables up to date. */
  prepare(): Promise<void>
  /** Runs `work` in one transaction; it may run more than once, so it must do nothing but use `trx`. */
  transaction<Result>(work: (trx: LedgerTransaction) => Promise<Result>): Promise<Result>
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** Takes leases on up to `limit` due sales in these states that nobody holds, fence + 1, earliest first. */
  claimDue(claim: LeaseClaim & { readonly states: readonly string[] }): Promise<SaleRow[]>
  /** Renews the leases that are still the owner's; at most 500 IDs. */
  renew(
    owner: string,
    ids: readonly string[],
    untilMs: number,
  ): Promise<readonly Pick<SaleRow, 'id' | 'fence'>[]>
  /**
   * Ends the leases of an earlier run, fence + 1: that run changes no row any more (INV-16). In an embedded store also every
   * lease and every next look that lies farther ahead than the present clock can have planned: the clock was set back.
   */
  takeBack(wanted: TakeBack): Promise<void>
  /** Ends a lease, if the fence is still that one and the state one of these. */
  release(id: string, fence: number, states: readonly string[], nextAtMs: number): Promise<void>
  /** Writes since when a sale's owner has no news of it, if the fence is still that one, and tells watchers; no event. */
  mark(sale: Marked, staleSinceMs: number | null): Promise<void>
  /** Takes leases on up to `limit` ended sales that are due to be looked at, fence + 1, earliest first. */
  claimFollowUps(claim: LeaseClaim): Promise<FollowUpRow[]>
  /** Ends such a lease if the fence is still that one: due again at `nextAtMs`, never again with `null`. */
  releaseFollowUp(saleId: string, fence: number, nextAtMs: number | null): Promise<void>
  /** One sale, or `null`. */
  find(id: string): Promise<SaleRow | null>
  /** The sale that an idempotency key started (INV-11), or `null`. */
  byKey(merchant: string, key: string): Promise<SaleRow | null>
  /** All attempts of an order, newest first. */
  attempts(merchant: string, order: string): Promise<SaleRow[]>
  /** The sales that hold these devices (INV-3). */
  deviceHolds(upstream: string, deviceIds: readonly string[]): Promise<DeviceHold[]>
  /** The hash of one event, or `null` when there is no such event. */
  eventHash(id: string, number: number): Promise<string | null>
  /** Events of a sale after a number, in order. */
  events(id: string, afterNumber: number, limit: number): Promise<SaleEventRow[]>
  /** Hears which sales have new events. */
  listen(handler: WakeupHandler): Promise<Unlisten>
}
