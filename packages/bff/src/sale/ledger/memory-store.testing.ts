// In-memory ledger store for simulations: the same unique indexes, atomic transactions, and hooks that delay, reject or
// lose writes. `memory-store.test.ts` compares it with SQL.
import { isStoreError, StoreError, type Wakeup, type WakeupHandler } from '@tapboard/store'
import type { OutboxRow } from '../../durable/outbox/outbox-row.ts'
import type { LedgerStore, LedgerTransaction } from './ledger-store.ts'
import { isSameGroup, type AttemptGroup } from '../../token/access.ts'
import { sameTerms, type Grants, type OrderGrant } from '../../token/order-grant.ts'
import { groupOf, type FollowUpRow, type SaleEventRow, type SaleRow } from '../machine/row.ts'
import { byAge, holdsAgainst, isRefundOf, startedBy, UNIQUE } from './memory-keys.testing.ts'
import { Turns, type Lend } from './memory-turns.testing.ts'
import { writeNotice, type NoticedSale } from './notice.ts'

/** The changes of one committed transaction. */
export interface Committed {
  readonly by: string | undefined
  /** Sales before (`null`: new) and after. */
  readonly rows: readonly { readonly before: SaleRow | null; readonly after: SaleRow }[]
  readonly events: readonly SaleEventRow[]
}

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
  /** Behaves as an embedded file: one process at a time, this machine's clock. Default: a server. */
  readonly embedded?: boolean
  /** Disabled indexes, for tests that must fail without them. */
  readonly without?: readonly string[]
  /** Disables the fence check of writes, for tests that must fail without it. */
  readonly ignoresFence?: boolean
}

/** Same rule as SQL: a lease is free if it expired or dates from before the clock was set back. */
const isFree = (untilMs: number | null, nowMs: number, leaseMs: number): boolean =>
  untilMs === null || untilMs <= nowMs || untilMs > nowMs + leaseMs + 60_000

/** Grants that can be read at once, without a connection. */
export interface KnownGrants extends Grants {
  known(merchant: string, order: string): OrderGrant | null
}

const grantKey = (merchant: string, order: string): string => `${merchant}\n${order}`

/** The rows of a ledger; every connection sees the same ones. */
export class MemoryLedger {
  readonly #sales = new Map<string, SaleRow>()
  readonly #events = new Map<string, SaleEventRow[]>()
  readonly #followUps = new Map<string, FollowUpRow>()
  readonly #outbox = new Map<string, OutboxRow>()
  readonly #handlers = new Set<WakeupHandler>()
  readonly #grants = new Map<string, OrderGrant>()
  readonly #turns = new Turns()
  /** Called synchronously on every commit, before its acknowledgement. */
  onCommit: (committed: Committed) => void = () => {}

  /** The newest grants of the orders. A change waits for the transaction that is open. */
  readonly grants: KnownGrants = {
    known: (merchant, order) => this.#grants.get(grantKey(merchant, order)) ?? null,
    newest: async (merchant, order) => this.grants.known(merchant, order),
    record: (merchant, order, { amountMinor, currency }) =>
      this.#turns.take(async () => {
        const known = this.grants.known(merchant, order)
        if (known?.withdrawn === false && sameTerms(known, { amountMinor, currency })) return known.generation
        const generation = (known?.generation ?? 0) + 1
        this.#grants.set(grantKey(merchant, order), { amountMinor, currency, generation, withdrawn: false })
        return generation
      }),
    withdraw: (merchant, order) =>
      this.#turns.take(async () => {
        const known = this.grants.known(merchant, order)
        if (known === null || known.withdrawn) return false
        this.#grants.set(grantKey(merchant, order), {
          ...known,
          generation: known.generation + 1,
          withdrawn: true,
        })
        return true
      }),
  }

  /** All committed sales, oldest first. */
  rows(): readonly SaleRow[] {
    return [...this.#sales.values()]
  }

  row(id: string): SaleRow | undefined {
    return this.#sales.get(id)
  }

  /** The committed events of a sale, in order. */
  eventsOf(id: string): readonly SaleEventRow[] {
    return this.#events.get(id) ?? []
  }

  /** All outbox rows, oldest first. */
  outbox(): readonly OutboxRow[] {
    return [...this.#outbox.values()]
  }

  /** All follow-ups of ended sales. */
  followUps(): readonly FollowUpRow[] {
    return [...this.#followUps.values()]
  }

  /** A connection to these rows. */
  connect(connection: MemoryConnection): LedgerStore {
    const read = async <Result>(look: () => Result): Promise<Result> => {
      await connection.pass?.()
      return look()
    }
    const transaction = async <Result>(work: (open: OpenTransaction) => Promise<Result>): Promise<Result> => {
      const { result, acknowledge } = await this.#turns.take(async (lend) => {
        const open = new OpenTransaction(
          this.#sales,
          this.#events,
          this.#followUps,
          this.grants,
          connection,
          lend,
        )
        const done = await work(open)
        open.refuseFailed()
        const asked = await connection.commit?.()
        this.#keep(open, connection.name)
        return { result: done, acknowledge: asked }
      })
      await acknowledge?.()
      return result
    }
    const all = (wanted: (row: SaleRow) => boolean): SaleRow[] => [...this.#sales.values()].filter(wanted)
    const { embedded = false } = connection
    return {
      embedded,
      prepare: async () => {},
      transaction,
      now: () => read(() => Math.trunc(connection.now())),
      claimDue: ({ owner, states, leaseMs, limit }) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          const isDue = (row: SaleRow): boolean =>
            states.includes(row.state) &&
            row.nextAtMs !== null &&
            row.nextAtMs <= nowMs &&
            isFree(row.leaseUntilMs, nowMs, leaseMs)
          const due = all(isDue).toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))
          return due.slice(0, limit).map((row) => {
            const lease = { leaseOwner: owner, leaseUntilMs: nowMs + leaseMs, fence: row.fence + 1 }
            return open.write({ ...row, ...lease })
          })
        }),
      renew: (owner, ids, untilMs) =>
        transaction(async (open) => {
          await connection.pass?.()
          const ours = all((row) => ids.includes(row.id) && row.leaseOwner === owner)
          return ours.map((row) => {
            const { id, fence } = open.write({ ...row, leaseUntilMs: untilMs })
            return { id, fence }
          })
        }),
      takeBack: ({ ownerPrefix, except, states, leaseMs }) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          for (const row of all(({ state, nextAtMs: next }) => next !== null && states.includes(state))) {
            const { leaseOwner: owner } = row
            if (owner === except) continue
            const earlier = owner?.startsWith(ownerPrefix) === true
            const ahead = embedded && (row.leaseUntilMs ?? 0) > nowMs + leaseMs
            const early = embedded && owner === null && (row.nextAtMs ?? 0) > nowMs
            if (!earlier && !ahead && !early) continue
            const nextAtMs = embedded ? Math.min(row.nextAtMs ?? nowMs, nowMs) : row.nextAtMs
            const freed = { leaseOwner: null, leaseUntilMs: null, fence: row.fence + 1 }
            open.write({ ...row, ...freed, nextAtMs })
          }
          if (!embedded) return
          for (const row of this.#followUps.values()) {
            const longestMs = row.pace === 'close' ? 60_000 : 3_600_000
            if (row.nextAtMs > nowMs + longestMs) open.followUps.set(row.saleId, { ...row, nextAtMs: nowMs })
          }
        }),
      release: (id, fence, states, nextAtMs) =>
        transaction(async (open) => {
          const row = await open.find(id)
          if (row === null || row.fence !== fence || !states.includes(row.state)) return
          const free = { leaseOwner: null, leaseUntilMs: null, nextAtMs }
          open.write({ ...row, ...free })
        }),
      mark: (sale, staleSinceMs) =>
        transaction(async (open) => {
          await connection.pass?.()
          const row = await open.find(sale.id)
          if (row?.fence === sale.fence) open.write({ ...row, staleSinceMs })
          await open.notify(sale)
        }),
      claimFollowUps: ({ owner, leaseMs, limit }) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          const due = [...this.#followUps.values()]
            .filter((row) => row.nextAtMs <= nowMs && isFree(row.leaseUntilMs, nowMs, leaseMs))
            .toSorted((a, b) => a.nextAtMs - b.nextAtMs)
          return due.slice(0, limit).map((row) => {
            const lease = { leaseOwner: owner, leaseUntilMs: nowMs + leaseMs, fence: row.fence + 1 }
            const claimed = { ...row, ...lease }
            open.followUps.set(row.saleId, claimed)
            return claimed
          })
        }),
      releaseFollowUp: (saleId, fence, nextAtMs) =>
        transaction(async (open) => {
          await connection.pass?.()
          const row = this.#followUps.get(saleId)
          if (row === undefined || row.fence !== fence) return
          const free = { leaseOwner: null, leaseUntilMs: null }
          open.followUps.set(saleId, nextAtMs === null ? null : { ...row, ...free, nextAtMs })
        }),
      find: (id) => read(() => this.#sales.get(id) ?? null),
      byKey: (...key) => read(() => all((row) => startedBy(row, ...key))[0] ?? null),
      attempts: (group) =>
        read(() => all((row) => isSameGroup(groupOf(row), group)).toSorted((a, b) => b.attempt - a.attempt)),
      refunds: (merchant, order) =>
        read(() =>
          all((row) => row.kind === 'refund' && row.merchant === merchant && row.orderRef === order).toSorted(
            (a, b) => byAge(b, a),
          ),
        ),
      deviceHolds: (upstream, deviceIds) =>
        read(() =>
          all((row) => row.upstream === upstream && deviceIds.includes(row.deviceId) && row.deviceHold),
        ),
      eventHash: (id, number) =>
        read(() => this.eventsOf(id).find((event) => event.number === number)?.hash ?? null),
      events: (id, afterNumber, limit) =>
        read(() => {
          const after = this.eventsOf(id).filter(({ number }) => number > afterNumber)
          return after.toSorted((a, b) => a.number - b.number).slice(0, limit)
        }),
      listen: async (handler) => {
        this.#handlers.add(handler)
        return async () => void this.#handlers.delete(handler)
      },
    }
  }

  #keep({ rows, events, notices, followUps, outbox }: OpenTransaction, by: string | undefined): void {
    for (const [id, row] of followUps)
      if (row === null) this.#followUps.delete(id)
      else this.#followUps.set(id, row)
    for (const row of outbox) if (!this.#outbox.has(row.id)) this.#outbox.set(row.id, row)
    const changed = [...rows.values()].map((after) => ({ before: this.#sales.get(after.id) ?? null, after }))
    for (const { after } of changed) this.#sales.set(after.id, after)
    for (const event of events) {
      const known = this.#events.get(event.saleId)
      if (known === undefined) this.#events.set(event.saleId, [event])
      else known.push(event)
    }
    this.onCommit({ by, rows: changed, events })
    for (const payload of notices) this.#tell({ type: 'notice', payload })
  }

  #tell(wakeup: Wakeup): void {
    for (const handler of this.#handlers) queueMicrotask(() => handler(wakeup))
  }
}

/** The uncommitted writes of one transaction; the committed rows change only on commit. */
class OpenTransaction implements LedgerTransaction {
  readonly rows = new Map<string, SaleRow>()
  readonly events: SaleEventRow[] = []
  readonly notices: string[] = []
  /** `null`: deleted. */
  readonly followUps = new Map<string, FollowUpRow | null>()
  readonly outbox: OutboxRow[] = []
  readonly #sales: ReadonlyMap<string, SaleRow>
  readonly #committed: ReadonlyMap<string, FollowUpRow>
  readonly #events: ReadonlyMap<string, readonly SaleEventRow[]>
  readonly #connection: MemoryConnection
  readonly #grants: KnownGrants
  readonly #lend: Lend
  #failed = false

  constructor(
    sales: ReadonlyMap<string, SaleRow>,
    events: ReadonlyMap<string, readonly SaleEventRow[]>,
    followUps: ReadonlyMap<string, FollowUpRow>,
    grants: KnownGrants,
    connection: MemoryConnection,
    lend: Lend,
  ) {
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
      if (row === undefined || row.version !== read.version) return false
      if (row.fence !== read.fence && this.#connection.ignoresFence !== true) return false
      this.write({ ...row, ...changes })
      return true
    })
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

  announce(rows: readonly OutboxRow[]): Promise<void> {
    return this.#statement(() => void this.outbox.push(...rows))
  }

  async notify(sale: NoticedSale): Promise<void> {
    this.notices.push(writeNotice(sale))
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
