// The ledger of a simulation: its rows in memory, with the unique indexes and atomic transactions of SQL, and hooks that delay, reject
// or lose writes. On SQLite a story takes six times as much processor time, and five times if all stories share one prepared
// database. `memory-ledger.test.ts` compares both.
import type { EndedLease, Wakeup, WakeupHandler } from '@tapboard/store'
import { NO_LEASE, type Leased, type LeaseClaim } from '../../packages/bff/src/durable/lease.ts'
import type { LedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import { AGED_MAX, PLANNED_MAX_MS } from '../../packages/bff/src/sale/ledger/aged-leases.ts'
import { isSameGroup } from '../../packages/bff/src/token/access.ts'
import {
  groupOf,
  type FollowUpRow,
  type SaleEventRow,
  type SaleRow,
} from '../../packages/bff/src/sale/machine/row.ts'
import { EXTERNAL_ID_KEY, MemoryRecovery } from './memory-recovery.ts'
import {
  byAge,
  createGrants,
  OpenTransaction,
  statementsOf,
  Turns,
  type MemoryConnection,
} from './memory-transaction.ts'

/** The changes of one committed transaction. */
export interface Committed {
  readonly by: string | undefined
  /** Sales before (`null`: new) and after. */
  readonly rows: readonly { readonly before: SaleRow | null; readonly after: SaleRow }[]
  readonly events: readonly SaleEventRow[]
}

/**
 * Same rule as SQL: a lease is free if it expired or dates from before the clock was set back; with a list of ended leases only a row
 * without a lease is free.
 */
const isFree = (
  untilMs: number | null,
  nowMs: number,
  { leaseMs, ended }: Pick<LeaseClaim, 'leaseMs' | 'ended'>,
): boolean =>
  untilMs === null || (ended === undefined && (untilMs <= nowMs || untilMs > nowMs + leaseMs + 60_000))

/** Same rule as SQL: a row that a process on a server with a clock a minute ahead may have claimed. */
const isAboutDue = (nextAtMs: number | null, nowMs: number): boolean =>
  nextAtMs !== null && nextAtMs <= nowMs + 60_000

/** Whether the list has this lease of the row, unchanged. */
const isIn = (
  ended: readonly EndedLease[] = [],
  rowId: string,
  row: Pick<Leased, 'fence' | 'leaseUntilMs'>,
): boolean =>
  ended.some(
    ({ id, fence, leaseUntilMs }) => id === rowId && fence === row.fence && leaseUntilMs === row.leaseUntilMs,
  )

/** The rows of a ledger; every connection sees the same ones. */
export class MemoryLedger {
  readonly #sales = new Map<string, SaleRow>()
  readonly #events = new Map<string, SaleEventRow[]>()
  readonly #followUps = new Map<string, FollowUpRow>()
  readonly #handlers = new Set<WakeupHandler>()
  readonly #turns = new Turns()
  /** The newest grants of the orders. */
  readonly grants = createGrants(this.#turns)
  /** The hold of a restore, and the charges that it lost. */
  readonly recovery = new MemoryRecovery()
  /** Called synchronously on every commit, before its acknowledgement. */
  onCommit: (committed: Committed) => void = () => {}

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

  /** Copies all rows; the returned function puts them back, as a restore does. Grants stay. */
  copy(): () => void {
    const [sales, followUps] = [new Map(this.#sales), new Map(this.#followUps)]
    const events = new Map([...this.#events].map(([id, all]) => [id, [...all]]))
    return () => {
      const putBack = <Key, Value>(into: Map<Key, Value>, from: ReadonlyMap<Key, Value>): void => {
        into.clear()
        for (const [key, value] of from) into.set(key, value)
      }
      putBack(this.#sales, sales)
      putBack(this.#events, events)
      putBack(this.#followUps, followUps)
    }
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
          this.recovery,
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
    return {
      embedded: false,
      prepare: async () => {},
      transaction: (work) => transaction((open) => work(statementsOf(open))),
      now: () => read(() => Math.trunc(connection.now())),
      externalIdKey: async () => EXTERNAL_ID_KEY,
      agedLeases: ({ states, leaseMs, renewMs }) =>
        read(() => {
          const nowMs = Math.trunc(connection.now())
          const isAged = ({ state, nextAtMs: next, leaseUntilMs: until }: SaleRow): boolean =>
            next !== null &&
            states.includes(state) &&
            (until === null
              ? next > nowMs + PLANNED_MAX_MS && state !== 'in_doubt'
              : until <= nowMs + leaseMs - renewMs || until > nowMs + leaseMs)
          const aged = all(isAged).toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))
          return aged.slice(0, AGED_MAX).map(({ id, fence, leaseUntilMs }) => {
            const isOver = leaseUntilMs === null || leaseUntilMs <= nowMs || leaseUntilMs > nowMs + leaseMs
            return { id, fence, leaseUntilMs, isOver }
          })
        }),
      claimDue: ({ owner, states, leaseMs, limit, ended, exceptMerchants = [] }) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          const isOurs = ({ merchant }: SaleRow): boolean => !exceptMerchants.includes(merchant)
          const isEnded = (row: SaleRow): boolean =>
            row.nextAtMs !== null && isOurs(row) && isIn(ended, row.id, row)
          const isDue = (row: SaleRow): boolean =>
            isOurs(row) &&
            states.includes(row.state) &&
            row.nextAtMs !== null &&
            row.nextAtMs <= nowMs &&
            !isEnded(row) &&
            isFree(row.leaseUntilMs, nowMs, { leaseMs, ended })
          const due = all(isDue).toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))
          return [...all(isEnded), ...due].slice(0, limit).map((row) => {
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
      takeBack: ({ ownerPrefix, except, states }) =>
        transaction(async (open) => {
          await open.now()
          const earlier = ({ leaseOwner: owner, nextAtMs, state }: SaleRow): boolean =>
            nextAtMs !== null &&
            states.includes(state) &&
            owner !== except &&
            owner?.startsWith(ownerPrefix) === true
          for (const row of all(earlier)) open.write({ ...row, ...NO_LEASE, fence: row.fence + 1 })
        }),
      releaseOthers: (owner, except, states) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          const others = all(
            ({ id, leaseOwner, nextAtMs, state }) =>
              leaseOwner === owner &&
              isAboutDue(nextAtMs, nowMs) &&
              states.includes(state) &&
              !except.includes(id),
          )
          for (const row of others) open.write({ ...row, ...NO_LEASE })
        }),
      release: (id, fence, states, nextAtMs) =>
        transaction(async (open) => {
          const row = await open.find(id)
          if (row?.fence === fence && states.includes(row.state))
            open.write({ ...row, ...NO_LEASE, nextAtMs })
        }),
      mark: (sale, staleSinceMs) =>
        transaction(async (open) => {
          await connection.pass?.()
          const row = await open.find(sale.id)
          if (row?.fence === sale.fence) open.write({ ...row, staleSinceMs })
          await open.notify(sale)
        }),
      heldFollowUps: () =>
        read(() => {
          const nowMs = Math.trunc(connection.now())
          const held = [...this.#followUps.values()].filter(
            ({ nextAtMs, leaseUntilMs }) => nextAtMs <= nowMs && leaseUntilMs !== null,
          )
          return held.map(({ saleId: id, fence, leaseUntilMs }) => ({
            id,
            fence,
            leaseUntilMs,
            isOver: true,
          }))
        }),
      claimFollowUps: ({ owner, leaseMs, limit, ended }) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          const rows = [...this.#followUps.values()].toSorted((a, b) => a.nextAtMs - b.nextAtMs)
          const isEnded = (row: FollowUpRow): boolean => isIn(ended, row.saleId, row)
          const isDue = (row: FollowUpRow): boolean =>
            row.nextAtMs <= nowMs && !isEnded(row) && isFree(row.leaseUntilMs, nowMs, { leaseMs, ended })
          return [...rows.filter(isEnded), ...rows.filter(isDue)].slice(0, limit).map((row) => {
            const lease = { leaseOwner: owner, leaseUntilMs: nowMs + leaseMs, fence: row.fence + 1 }
            const claimed = { ...row, ...lease }
            open.followUps.set(row.saleId, claimed)
            return claimed
          })
        }),
      releaseOtherFollowUps: (owner, except) =>
        transaction(async (open) => {
          const nowMs = await open.now()
          for (const row of this.#followUps.values())
            if (row.leaseOwner === owner && isAboutDue(row.nextAtMs, nowMs) && !except.includes(row.saleId))
              open.followUps.set(row.saleId, { ...row, ...NO_LEASE })
        }),
      releaseFollowUp: (saleId, fence, nextAtMs) =>
        transaction(async (open) => {
          await connection.pass?.()
          const row = this.#followUps.get(saleId)
          if (row === undefined || row.fence !== fence) return
          open.followUps.set(saleId, nextAtMs === null ? null : { ...row, ...NO_LEASE, nextAtMs })
        }),
      find: (id) => read(() => this.#sales.get(id) ?? null),
      held: (order) =>
        read(() =>
          this.recovery.holds({ ...order, refundOf: null, refundRef: null, attempt: 1 }, connection.ignores),
        ),
      byKey: (merchant, order, key) =>
        read(() => {
          const isStarted = (row: SaleRow): boolean =>
            row.merchant === merchant && row.orderRef === order && row.idempotencyKey === key
          return all(isStarted)[0] ?? null
        }),
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

  #keep({ rows, events, notices, followUps }: OpenTransaction, by: string | undefined): void {
    for (const [id, row] of followUps)
      if (row === null) this.#followUps.delete(id)
      else this.#followUps.set(id, row)
    const changed = [...rows.values()].map((after) => ({ before: this.#sales.get(after.id) ?? null, after }))
    for (const { after } of changed) this.#sales.set(after.id, after)
    for (const event of events) {
      const known = this.#events.get(event.saleId)
      if (known === undefined) this.#events.set(event.saleId, [event])
      else known.push(event)
    }
    this.onCommit({ by, rows: changed, events })
    for (const payload of notices) this.#wake({ type: 'notice', payload })
  }

  #wake(wakeup: Wakeup): void {
    for (const handler of this.#handlers) queueMicrotask(() => handler(wakeup))
  }
}
