// A transaction of the ledger in memory: its uncommitted writes, the unique indexes that reject one, the lock and the grants.
import { isStoreError, StoreError } from '@tapboard/store'
import type { LedgerTransaction } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import { isSameGroup, type AttemptGroup } from '../../packages/bff/src/token/access.ts'
import { sameTerms, type Grants, type OrderGrant } from '../../packages/bff/src/token/order-grant.ts'
import {
  groupOf,
  type FollowUpRow,
  type SaleEventRow,
  type SaleRow,
} from '../../packages/bff/src/sale/machine/row.ts'
import { LEDGER_INDEXES } from '../../packages/bff/src/sale/ledger/schema.ts'
import type { MemoryRecovery } from './memory-recovery.ts'
import { writeNotice, type NoticedSale } from '../../packages/bff/src/sale/ledger/notice.ts'

/** Runs between a commit and its acknowledgement. May wait or throw; a throw loses the acknowledgement, not the commit. */
export type Acknowledge = () => void | Promise<void>

/** One process's connection to the store. */
export interface MemoryConnection {
  /** Name of the writer in {@link Committed}. */
  readonly name?: string
  /** Returns the store's time for this connection. */
  now(): number
  /** Before a read or a statement; may wait or throw. */
  pass?(): void | Promise<void>
  /**
   * Called after a transaction reads a row and before it writes. Other transactions run while the returned promise is
   * pending, as on a server (read committed).
   */
  overtaken?(read: SaleRow): Promise<void> | undefined
  /** Called before a commit; may wait. A throw loses the commit. */
  commit?(): void | Acknowledge | Promise<void | Acknowledge>
  /** Disabled indexes, for tests that must fail without them. */
  readonly without?: readonly string[]
  /** Disables the fence check of writes, for tests that must fail without it. */
  readonly ignoresFence?: boolean
  /** Disables the hold of a restore, or the check of lost charges, for tests that must fail without it. */
  readonly ignores?: 'hold' | 'lost charges'
}

const joined = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

const refundKey = (row: SaleRow, ...more: readonly number[]): string =>
  joined(row.merchant, row.orderRef, row.refundOf ?? '', row.refundRef ?? '', ...more)

/** Maps each unique index to the key of a row in it; `null` if the index omits the row. */
const UNIQUE: Readonly<Record<string, (row: SaleRow) => string | null>> = {
  [LEDGER_INDEXES.idempotencyKey]: (row) => joined(row.merchant, row.orderRef, row.idempotencyKey),
  [LEDGER_INDEXES.externalId]: (row) => row.externalId,
  [LEDGER_INDEXES.attempt]: (row) =>
    row.kind === 'sale' ? joined(row.merchant, row.orderRef, row.attempt) : null,
  [LEDGER_INDEXES.order]: (row) =>
    row.kind === 'sale' && row.orderHold ? joined(row.merchant, row.orderRef) : null,
  [LEDGER_INDEXES.refundAttempt]: (row) => (row.kind === 'refund' ? refundKey(row, row.attempt) : null),
  [LEDGER_INDEXES.refund]: (row) => (row.kind === 'refund' && row.orderHold ? refundKey(row) : null),
  [LEDGER_INDEXES.device]: (row) => (row.deviceHold ? joined(row.upstream, row.deviceId) : null),
  [LEDGER_INDEXES.session]: (row) => (row.sessionId === null ? null : joined(row.upstream, row.sessionId)),
}

/** Compared at each write, beside the fence. */
const COMPARED = ['version', 'eventHash', 'seen', 'seenCount', 'seenFirstMs', 'deviceFreeAtMs'] as const

/** Orders sales by age, the oldest first, as the SQL of the ledger does. */
export const byAge = (a: SaleRow, b: SaleRow): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : Number(a.id > b.id))

/** Matches the refunds of a sale. */
const isRefundOf = (row: SaleRow, sale: Pick<SaleRow, 'id' | 'merchant' | 'orderRef'>): boolean =>
  row.refundOf === sale.id && row.merchant === sale.merchant && row.orderRef === sale.orderRef

/** Whether another row holds the lock of the row's group, or is an open refund of the same sale. */
const holdsAgainst = (row: SaleRow, other: SaleRow): boolean => {
  if (other.id === row.id) return false
  if (other.orderHold && isSameGroup(groupOf(other), groupOf(row))) return true
  return (
    row.refundOf !== null && other.settledAtMs === null && isRefundOf(other, { ...row, id: row.refundOf })
  )
}

/** Lets other transactions run until a promise settles. */
type Lend = (wait: Promise<void>) => Promise<void>

/** Serializes writes, first come, first served; a holder can lend its turn. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when its turn comes. A holder that lends its turn queues again at the end. */
  take<Result>(work: (lend: Lend) => Promise<Result>): Promise<Result> {
    let end = (): void => {}
    const wait = (): Promise<unknown> => {
      const before = this.#last
      this.#last = new Promise<void>((resolve) => (end = resolve))
      return before
    }
    const lend: Lend = async (happens) => {
      end()
      await happens.catch(() => {})
      await wait()
    }
    const done = wait().then(() => work(lend))
    return done.finally(() => end())
  }
}

/** Grants that can be read at once, without a connection. */
export interface KnownGrants extends Grants {
  known(merchant: string, order: string): OrderGrant | null
}

const grantKey = (merchant: string, order: string): string => `${merchant}\n${order}`

/** The grants of a ledger. A change waits for the transaction that is open. */
export function createGrants(turns: Turns): KnownGrants {
  const kept = new Map<string, OrderGrant>()
  const grants: KnownGrants = {
    known: (merchant, order) => kept.get(grantKey(merchant, order)) ?? null,
    newest: async (merchant, order) => grants.known(merchant, order),
    record: (merchant, order, { amountMinor, currency }) =>
      turns.take(async () => {
        const known = grants.known(merchant, order)
        if (known?.withdrawn === false && sameTerms(known, { amountMinor, currency })) return known.generation
        const generation = (known?.generation ?? 0) + 1
        kept.set(grantKey(merchant, order), { amountMinor, currency, generation, withdrawn: false })
        return generation
      }),
    withdraw: (merchant, order) =>
      turns.take(async () => {
        const known = grants.known(merchant, order)
        if (known === null || known.withdrawn) return false
        kept.set(grantKey(merchant, order), {
          ...known,
          generation: known.generation + 1,
          withdrawn: true,
        })
        return true
      }),
  }
  return grants
}

/** The uncommitted writes of one transaction; the committed rows change only on commit. */
export class OpenTransaction implements LedgerTransaction {
  readonly rows = new Map<string, SaleRow>()
  readonly events: SaleEventRow[] = []
  readonly notices: string[] = []
  /** Written follow-ups by sale; `null` for a deleted one. */
  readonly followUps = new Map<string, FollowUpRow | null>()
  readonly #sales: ReadonlyMap<string, SaleRow>
  readonly #committed: ReadonlyMap<string, FollowUpRow>
  readonly #events: ReadonlyMap<string, readonly SaleEventRow[]>
  readonly #connection: MemoryConnection
  readonly #grants: KnownGrants
  readonly #recovery: MemoryRecovery
  readonly #lend: Lend
  #failed = false

  constructor(
    sales: ReadonlyMap<string, SaleRow>,
    events: ReadonlyMap<string, readonly SaleEventRow[]>,
    followUps: ReadonlyMap<string, FollowUpRow>,
    grants: KnownGrants,
    recovery: MemoryRecovery,
    connection: MemoryConnection,
    lend: Lend,
  ) {
    this.#recovery = recovery
    this.#lend = lend
    this.#committed = followUps
    this.#sales = sales
    this.#events = events
    this.#connection = connection
    this.#grants = grants
  }

  /** Throws after a failed statement: like the engines, the transaction is then aborted. */
  refuseFailed(): void {
    if (this.#failed) throw new StoreError('transaction-aborted', 'A statement of this transaction failed.')
  }

  /** No grant changes while the transaction is open. */
  lockedGrant({ merchant, orderRef }: Pick<SaleRow, 'merchant' | 'orderRef'>): Promise<OrderGrant | null> {
    return Promise.resolve(this.#grants.known(merchant, orderRef))
  }

  held(row: SaleRow): Promise<boolean> {
    return this.#statement(() => this.#recovery.holds(row, this.#connection.ignores))
  }

  /** Writes a row, or throws with every unique index that rejects it. */
  write(row: SaleRow, isNew = false): SaleRow {
    const indexes = Object.entries(UNIQUE).flatMap(([name, keyOf]) => {
      const key = this.#connection.without?.includes(name) === true ? null : keyOf(row)
      const hasKey = (other: SaleRow): boolean => (isNew || other.id !== row.id) && keyOf(other) === key
      return key !== null && this.#some(hasKey) ? [name] : []
    })
    if (isNew && this.#row(row.id) !== undefined) indexes.push('sale_pkey')
    if (indexes.length > 0) throw new StoreError('unique-violation', 'A unique index refused.', { indexes })
    this.rows.set(row.id, row)
    return row
  }

  now(): Promise<number> {
    return this.#statement(() => Math.trunc(this.#connection.now()))
  }

  find(id: string): Promise<SaleRow | null> {
    return this.#statement(() => this.#row(id) ?? null)
  }

  insertSale(row: SaleRow): Promise<void> {
    return this.#statement(() => void this.write(row, true))
  }

  insertEvent(event: SaleEventRow): Promise<void> {
    return this.#statement(() => {
      const sameSale = [...(this.#events.get(event.saleId) ?? []), ...this.events]
      if (sameSale.some((one) => one.saleId === event.saleId && one.number === event.number))
        throw new StoreError('unique-violation', 'There is such an event.', { indexes: ['sale_event_pkey'] })
      this.events.push(event)
    })
  }

  async update(read: SaleRow, changes: Partial<SaleRow>): Promise<boolean> {
    if (this.rows.size === 0) {
      const wait = this.#connection.overtaken?.(read)
      if (wait !== undefined) await this.#lend(wait)
    }
    return this.#statement(() => {
      const row = this.#row(read.id)
      if (row === undefined || COMPARED.some((name) => row[name] !== read[name])) return false
      if (row.fence !== read.fence && this.#connection.ignoresFence !== true) return false
      this.write({ ...row, ...changes })
      return true
    })
  }

  async move(read: SaleRow, changes: Partial<SaleRow>, event: SaleEventRow): Promise<boolean> {
    if (!(await this.update(read, changes))) return false
    await this.insertEvent(event)
    return true
  }

  sessionTaken(row: SaleRow, sessionId: string): Promise<boolean> {
    return this.#statement(() =>
      this.#some((one) => one.upstream === row.upstream && one.sessionId === sessionId && one.id !== row.id),
    )
  }

  orderHeld(row: SaleRow): Promise<boolean> {
    return this.#statement(() => this.#some((one) => holdsAgainst(row, one)))
  }

  lockedAttempts(group: AttemptGroup): Promise<SaleRow[]> {
    return this.#statement(() => this.#attempts(group))
  }

  newerAttempts(row: SaleRow): Promise<SaleRow[]> {
    return this.#statement(() => this.#attempts(groupOf(row)).filter(({ attempt }) => attempt > row.attempt))
  }

  refundsOf(sale: SaleRow): Promise<SaleRow[]> {
    return this.#statement(() => this.#all((one) => isRefundOf(one, sale)).toSorted(byAge))
  }

  lockedSale(refund: SaleRow): Promise<SaleRow | null> {
    return this.#statement(() => this.#row(refund.refundOf ?? '') ?? null)
  }

  lockedRefunds(sale: SaleRow): Promise<SaleRow[]> {
    return this.refundsOf(sale)
  }

  followUp(sale: Pick<FollowUpRow, 'saleId' | 'pace' | 'sinceMs' | 'nextAtMs'>): Promise<void> {
    return this.#statement(() => {
      const known = this.followUps.get(sale.saleId) ?? this.#committed.get(sale.saleId)
      const fence = known === undefined ? 0 : known.fence + 1
      this.followUps.set(sale.saleId, { ...sale, leaseOwner: null, leaseUntilMs: null, fence })
    })
  }

  /** No merchant of a simulation has a target. */
  announce(): Promise<void> {
    return this.#statement(() => {})
  }

  async notify(sale: NoticedSale, number?: number): Promise<void> {
    this.notices.push(writeNotice(sale, number))
  }

  /** All attempts of a group, oldest first. */
  #attempts(group: AttemptGroup): SaleRow[] {
    return this.#all((one) => isSameGroup(groupOf(one), group)).toSorted((a, b) => a.attempt - b.attempt)
  }

  #all(wanted: (row: SaleRow) => boolean): SaleRow[] {
    const ids = new Set([...this.#sales.keys(), ...this.rows.keys()])
    return [...ids].flatMap((id) => this.#row(id) ?? []).filter(wanted)
  }

  #row(id: string): SaleRow | undefined {
    return this.rows.get(id) ?? this.#sales.get(id)
  }

  #some(wanted: (row: SaleRow) => boolean): boolean {
    for (const row of this.rows.values()) if (wanted(row)) return true
    for (const row of this.#sales.values()) if (!this.rows.has(row.id) && wanted(row)) return true
    return false
  }

  async #statement<Result>(run: () => Result): Promise<Result> {
    this.refuseFailed()
    await this.#connection.pass?.()
    try {
      return run()
    } catch (error) {
      this.#failed = isStoreError(error)
      throw error
    }
  }
}

/** The methods of a transaction as plain functions, which a wrapper can replace one by one. */
export const statementsOf = (trx: OpenTransaction): LedgerTransaction => ({
  now: () => trx.now(),
  find: (id) => trx.find(id),
  lockedGrant: (order) => trx.lockedGrant(order),
  held: (row) => trx.held(row),
  insertSale: (row) => trx.insertSale(row),
  insertEvent: (event) => trx.insertEvent(event),
  update: (read, changes) => trx.update(read, changes),
  move: (read, changes, event) => trx.move(read, changes, event),
  sessionTaken: (row, sessionId) => trx.sessionTaken(row, sessionId),
  orderHeld: (row) => trx.orderHeld(row),
  lockedAttempts: (group) => trx.lockedAttempts(group),
  newerAttempts: (row) => trx.newerAttempts(row),
  refundsOf: (sale) => trx.refundsOf(sale),
  lockedSale: (refund) => trx.lockedSale(refund),
  lockedRefunds: (sale) => trx.lockedRefunds(sale),
  followUp: (sale) => trx.followUp(sale),
  announce: () => trx.announce(),
  notify: (sale, number) => trx.notify(sale, number),
})
