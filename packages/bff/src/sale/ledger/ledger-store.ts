// The store of the ledger in SQL, on either engine: rows and events in transactions, reads, notices. `ledger.ts` decides the
// transitions, `ledger-leases.ts` stores the leases. The partial unique indexes of `schema.ts` are the locks (INV-2, INV-3,
// INV-11). Queries compare the lock columns with constants: a prepared statement with a parameter there could not use the
// partial index.
import {
  sql,
  type Kysely,
  type Store,
  type Transaction,
  type Unlisten,
  type WakeupHandler,
} from '@tapboard/store'
import { NO_LEASE } from '../../durable/lease.ts'
import { insertOutbox } from '../../durable/outbox/insert-outbox.ts'
import type { OutboxRow } from '../../durable/outbox/outbox-row.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { OrderGrant } from '../../token/order-grant.ts'
import type { Changes } from '../machine/sale-input.ts'
import { groupOf, type FollowUpRow, type SaleEventRow, type SaleRow } from '../machine/row.ts'
import { archivedEvents } from './archive.ts'
import { ledgerLeases, type LedgerLeases } from './ledger-leases.ts'
import { isLostCharge } from './lost-charge.ts'
import { SALE_CHANNEL, writeNotice, type NoticedSale } from './notice.ts'
import { isHeld } from './recovery-hold.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { grantOfRow } from './sql-grants.ts'
import { FOLLOW_UP, SALE, SALE_EVENT, type LedgerTables } from './tables.ts'

/** One atomic transaction. It throws the errors of `@tapboard/store`. */
export interface LedgerTransaction {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  find(id: string): Promise<SaleRow | null>
  /** The newest grant of an order, or `null`. Until the transaction ends, a new grant and a withdrawal wait. */
  lockedGrant(order: Pick<SaleRow, 'merchant' | 'orderRef'>): Promise<OrderGrant | null>
  /** Whether a hold refuses new attempts of the order after a restore, or a lost charge refuses this one. */
  held(row: SaleRow): Promise<boolean>
  /** Inserts a sale; a unique index rejects it if another attempt holds the order, device or key. */
  insertSale(row: SaleRow): Promise<void>
  /** Inserts an event; its number is unique per sale. */
  insertEvent(event: SaleEventRow): Promise<void>
  /** Updates the row; returns `false` if its version, last event, fence or unconfirmed evidence changed since the read. */
  update(read: SaleRow, changes: Changes): Promise<boolean>
  /** As {@link update}, and inserts the event of the transition; one statement on PostgreSQL. `false`: neither was written. */
  move(read: SaleRow, changes: Changes, event: SaleEventRow): Promise<boolean>
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
  /** Notifies watchers of the event with this number after the commit. The notice is a hint and may be lost. */
  notify(sale: NoticedSale, number: number): Promise<void>
}

/** A sale that holds a device, with the end of its fence. */
export type DeviceHold = Pick<
  SaleRow,
  'deviceId' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'state' | 'deviceFreeAtMs'
>

/** The store of the ledger. */
export interface LedgerStore extends LedgerLeases {
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
  find(id: string): Promise<SaleRow | null>
  /** The sale that an idempotency key of the order started, or `null`. */
  byKey(merchant: string, order: string, key: string): Promise<SaleRow | null>
  /** All attempts of a group, newest first. */
  attempts(group: AttemptGroup): Promise<SaleRow[]>
  /** Whether a hold or a lost charge refuses new attempts of the order after a restore. */
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

async function findSale(db: Kysely<LedgerTables>, id: string): Promise<SaleRow | null> {
  const row = await db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : SALE.toRow(row)
}

/** Matches the attempts of a group. */
const inGroup = ({ merchant, order, refund }: AttemptGroup) =>
  refund === undefined
    ? sql<boolean>`merchant = ${merchant} and order_ref = ${order} and kind = 'sale'`
    : sql<boolean>`merchant = ${merchant} and order_ref = ${order} and kind = 'refund'
        and refund_of = ${refund.of} and refund_ref = ${refund.reference}`

/** Matches all refunds of a sale. */
const ofSale = ({ merchant, orderRef, id }: Pick<SaleRow, 'merchant' | 'orderRef' | 'id'>) =>
  sql<boolean>`merchant = ${merchant} and order_ref = ${orderRef} and kind = 'refund' and refund_of = ${id}`

/** The refunds of a sale, oldest first. */
const refundsOf = (db: Kysely<LedgerTables>, sale: SaleRow) =>
  db.selectFrom('sale').selectAll().where(ofSale(sale)).orderBy('created_at_ms').orderBy('id')

/** Matches another attempt that holds the lock of the row's group; for a refund also another open refund of the sale. */
function holdsAgainst(row: SaleRow) {
  if (row.refundOf === null)
    return sql<boolean>`${inGroup(groupOf(row))} and order_hold = 1 and id <> ${row.id}`
  const siblings = ofSale({ ...row, id: row.refundOf })
  return sql<boolean>`${siblings} and id <> ${row.id}
    and ((refund_ref = ${row.refundRef} and order_hold = 1) or settled_at_ms is null)`
}

/** The newest grant of an order. Concurrent starts of the order share the lock. */
async function lockedGrant(
  trx: Transaction<LedgerTables>,
  { merchant, orderRef }: Pick<SaleRow, 'merchant' | 'orderRef'>,
  locks: boolean,
): Promise<OrderGrant | null> {
  const grant = trx
    .selectFrom('order_grant')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('order_ref', '=', orderRef)
  const row = await (locks ? grant.forShare() : grant).executeTakeFirst()
  return row === undefined ? null : grantOfRow(row)
}

/** Updates a row that did not change since the read. The unconfirmed evidence changes without a new version. */
const updateOf = (db: Pick<Kysely<LedgerTables>, 'updateTable'>, read: SaleRow, changes: Changes) =>
  db
    .updateTable('sale')
    .set(SALE.toColumns(changes))
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .where('fence', '=', read.fence)
    .where('event_hash', '=', read.eventHash).where(sql<boolean>`seen is not distinct from ${read.seen}
      and seen_count = ${read.seenCount} and seen_first_ms is not distinct from ${read.seenFirstMs}
      and device_free_at_ms is not distinct from ${read.deviceFreeAtMs}`)

/** Updates a row and inserts its event with one statement; returns whether the row was unchanged. */
async function moveAtOnce(
  db: Kysely<LedgerTables>,
  read: SaleRow,
  changes: Changes,
  event: SaleEventRow,
): Promise<boolean> {
  const columns = Object.entries(SALE_EVENT.toColumns(event)) as [keyof LedgerTables['sale_event'], unknown][]
  const inserted = await db
    .with('moved', (inner) => updateOf(inner, read, changes).returning('id'))
    .insertInto('sale_event')
    .columns(columns.map(([name]) => name))
    .expression((build) =>
      build.selectFrom('moved').select(columns.map(([name, value]) => sql.val(value).as(name))),
    )
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Binds the statements to one transaction. */
function transactionOn(store: Store<LedgerTables>, trx: Transaction<LedgerTables>): LedgerTransaction {
  const locks = store.engine === 'postgres'
  const insertEvent = async (event: SaleEventRow): Promise<void> => {
    await trx.insertInto('sale_event').values(SALE_EVENT.toColumns(event)).execute()
  }
  const update = async (read: SaleRow, changes: Changes): Promise<boolean> => {
    const { numUpdatedRows } = await updateOf(trx, read, changes).executeTakeFirst()
    return numUpdatedRows === 1n
  }
  return {
    now: () => store.now(),
    find: (id) => findSale(trx, id),
    lockedGrant: (order) => lockedGrant(trx, order, locks),
    held: async (row) => (await isHeld(trx, row)) || (await isLostCharge(trx, row)),
    async insertSale(row) {
      await trx.insertInto('sale').values(SALE.toColumns(row)).execute()
    },
    insertEvent,
    update,
    move: async (read, changes, event) => {
      if (locks) return moveAtOnce(trx, read, changes, event)
      if (!(await update(read, changes))) return false
      await insertEvent(event)
      return true
    },
    async sessionTaken(row, sessionId) {
      const other = await trx
        .selectFrom('sale')
        .select('id')
        .where('upstream', '=', row.upstream)
        .where('session_id', '=', sessionId)
        .where('id', '!=', row.id)
        .executeTakeFirst()
      return other !== undefined
    },
    async orderHeld(row) {
      const holder = await trx.selectFrom('sale').select('id').where(holdsAgainst(row)).executeTakeFirst()
      return holder !== undefined
    },
    lockedAttempts(group) {
      const attempts = trx.selectFrom('sale').select('state').where(inGroup(group)).orderBy('attempt')
      // An embedded store has one writer at a time.
      return (locks ? attempts.forUpdate() : attempts).execute()
    },
    async newerAttempts(row) {
      const newer = await trx
        .selectFrom('sale')
        .selectAll()
        .where(inGroup(groupOf(row)))
        .where('attempt', '>', row.attempt)
        .orderBy('attempt')
        .execute()
      return newer.map(SALE.toRow)
    },
    async refundsOf(sale) {
      return (await refundsOf(trx, sale).execute()).map(SALE.toRow)
    },
    async lockedSale({ refundOf }) {
      const sale = trx.selectFrom('sale').selectAll().where('id', '=', refundOf)
      const row = await (locks ? sale.forUpdate() : sale).executeTakeFirst()
      return row === undefined ? null : SALE.toRow(row)
    },
    async lockedRefunds(sale) {
      const refunds = refundsOf(trx, sale)
      return (await (locks ? refunds.forUpdate() : refunds).execute()).map(SALE.toRow)
    },
    async followUp(sale) {
      const fresh = FOLLOW_UP.toColumns({ ...sale, ...NO_LEASE })
      await trx
        .insertInto('sale_follow_up')
        .values({ ...fresh, fence: 0 })
        .onConflict((conflict) =>
          conflict.column('sale_id').doUpdateSet({ ...fresh, fence: sql`sale_follow_up.fence + 1` }),
        )
        .execute()
    },
    announce: (rows) => insertOutbox(trx, rows),
    notify: (sale, number) => store.notify(SALE_CHANNEL, writeNotice(sale, number)),
  }
}

type Reads = 'find' | 'held' | 'byKey' | 'attempts' | 'refunds' | 'deviceHolds' | 'eventHash' | 'events'

/** Up to `limit` events of a sale with a higher number, in order. */
export async function eventsAfter(
  db: Kysely<LedgerTables>,
  saleId: string,
  number: number,
  limit: number,
): Promise<SaleEventRow[]> {
  const events = await db
    .selectFrom('sale_event')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
  const hot = events.map(SALE_EVENT.toRow)
  if (hot[0]?.number === number + 1) return hot
  // The first events of an archived sale are in the archive.
  const archived = (await archivedEvents(db, [saleId])).get(saleId) ?? []
  return [...archived.filter((event) => event.number > number), ...hot].slice(0, limit)
}

/** The reads outside a transaction. */
const readsOf = (db: Kysely<LedgerTables>): Pick<LedgerStore, Reads> => ({
  find: (id) => findSale(db, id),
  held: async (order) =>
    (await isHeld(db, order)) ||
    (await isLostCharge(db, { ...order, refundOf: null, refundRef: null, attempt: 1 })),
  async byKey(merchant, order, key) {
    const row = await db
      .selectFrom('sale')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('order_ref', '=', order)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    return row === undefined ? null : SALE.toRow(row)
  },
  async attempts(group) {
    const attempts = await db
      .selectFrom('sale')
      .selectAll()
      .where(inGroup(group))
      .orderBy('attempt', 'desc')
      .execute()
    return attempts.map(SALE.toRow)
  },
  async refunds(merchant, order) {
    const refunds = await db
      .selectFrom('sale')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('order_ref', '=', order)
      .where(sql<boolean>`kind = 'refund'`)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return refunds.map(SALE.toRow)
  },
  deviceHolds: (upstream, deviceIds) =>
    db
      .selectFrom('sale')
      .select([
        'device_id as deviceId',
        'merchant',
        'order_ref as orderRef',
        'refund_of as refundOf',
        'refund_ref as refundRef',
        'state',
        'device_free_at_ms as deviceFreeAtMs',
      ])
      .where('upstream', '=', upstream)
      .where('device_id', 'in', deviceIds)
      .where(sql<boolean>`device_hold = 1`)
      .execute(),
  async eventHash(id, number) {
    const event = await db
      .selectFrom('sale_event')
      .select('hash')
      .where('sale_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
    return event?.hash ?? null
  },
  events: (id, afterNumber, limit) => eventsAfter(db, id, afterNumber, limit),
})

/** Reads the key of the external IDs, which never changes, until it was read once. */
function keyReader({ db }: Store<LedgerTables>): () => Promise<string> {
  let key: string | null = null
  return async () => {
    key ??= (await db.selectFrom('external_id_key').select('value').executeTakeFirstOrThrow()).value
    return key
  }
}

/** Creates the ledger's store over a database. */
export const sqlLedgerStore = (store: Store<LedgerTables>): LedgerStore => ({
  embedded: store.engine === 'sqlite',
  prepare: () => store.migrate(LEDGER_MIGRATIONS),
  transaction: (work) => store.transaction((trx) => work(transactionOn(store, trx))),
  now: () => store.now(),
  externalIdKey: keyReader(store),
  listen: (handler) => store.listen(SALE_CHANNEL, handler),
  ...ledgerLeases(store),
  ...readsOf(store.db),
})
