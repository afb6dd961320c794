// The ledger's rows in SQL, on either engine. The partial unique indexes of `schema.ts` are the locks (INV-2, INV-3,
// INV-11). No transition is decided here. Queries compare the lock columns with constants: a prepared statement with a
// parameter there could not use the partial index.
import { sql, type Kysely, type Store, type Transaction } from '@tapboard/store'
import { NO_LEASE } from '../../durable/lease.ts'
import { insertOutbox } from '../../durable/outbox/insert-outbox.ts'
import { sqlLeases } from '../../durable/sql-leases.ts'
import type { LedgerStore, LedgerTransaction } from './ledger-store.ts'
import { SALE_CHANNEL, writeNotice } from './notice.ts'
import { FOLLOW_UP, SALE, SALE_EVENT, type LedgerTables } from './tables.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { OrderGrant } from '../../token/order-grant.ts'
import { groupOf, type SaleEventRow, type SaleRow } from '../machine/row.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { isLostCharge } from './lost-charge.ts'
import { archivedEvents } from './archive.ts'
import { isHeld } from './recovery-hold.ts'
import { grantOfRow } from './sql-grants.ts'
import { agedLeases } from './aged-leases.ts'
import { takeBack } from './take-back.ts'

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

/** Binds the statements to one transaction. */
function transactionOn(store: Store<LedgerTables>, trx: Transaction<LedgerTables>): LedgerTransaction {
  const locks = store.engine === 'postgres'
  return {
    now: () => store.now(),
    find: (id) => findSale(trx, id),
    lockedGrant: (order) => lockedGrant(trx, order, locks),
    held: async (row) =>
      (await isHeld(trx, row)) ||
      (row.externalId !== undefined && (await isLostCharge(trx, row.merchant, row.externalId))),
    async insertSale(row) {
      await trx.insertInto('sale').values(SALE.toColumns(row)).execute()
    },
    async insertEvent(event) {
      await trx.insertInto('sale_event').values(SALE_EVENT.toColumns(event)).execute()
    },
    async update(read, changes) {
      const { numUpdatedRows } = await trx
        .updateTable('sale')
        .set(SALE.toColumns(changes))
        .where('id', '=', read.id)
        .where('version', '=', read.version)
        .where('fence', '=', read.fence)
        .executeTakeFirst()
      return numUpdatedRows === 1n
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
    notify: (sale) => store.notify(SALE_CHANNEL, writeNotice(sale)),
  }
}

type LeaseWrites = 'agedLeases' | 'claimDue' | 'renew' | 'takeBack' | 'releaseOthers' | 'release' | 'mark'
type FollowUpWrites = 'heldFollowUps' | 'claimFollowUps' | 'releaseOtherFollowUps' | 'releaseFollowUp'
type Reads = 'find' | 'held' | 'byKey' | 'attempts' | 'refunds' | 'deviceHolds' | 'eventHash' | 'events'

/** The leases of sales that are followed. */
function leasesOf(store: Store<LedgerTables>): Pick<LedgerStore, LeaseWrites> {
  const { db } = store
  const columns = { key: 'id', state: 'state', merchant: 'merchant' } as const
  const saleLeases = sqlLeases(store, { table: 'sale', ...columns, mapper: SALE })
  return {
    agedLeases: (wanted) => agedLeases(store, wanted),
    claimDue: ({ states, ...claim }) => saleLeases.claim(claim, states),
    renew: (owner, ids, untilMs) =>
      db
        .updateTable('sale')
        .set({ lease_until_ms: untilMs })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning(['id', 'fence'])
        .execute(),
    takeBack: (wanted) => takeBack(store, wanted),
    releaseOthers: saleLeases.releaseOthers,
    release: (id, fence, states, nextAtMs) => saleLeases.release({ id, fence, set: { nextAtMs } }, states),
    mark: (sale, staleSinceMs) =>
      store.transaction(async (trx) => {
        await trx
          .updateTable('sale')
          .set({ stale_since_ms: staleSinceMs })
          .where('id', '=', sale.id)
          .where('fence', '=', sale.fence)
          .execute()
        await store.notify(SALE_CHANNEL, writeNotice(sale))
      }),
  }
}

function followUpsOf(store: Store<LedgerTables>): Pick<LedgerStore, FollowUpWrites> {
  const { db } = store
  const followUpLeases = sqlLeases(store, { table: 'sale_follow_up', key: 'sale_id', mapper: FOLLOW_UP })
  return {
    heldFollowUps: followUpLeases.held,
    claimFollowUps: (claim) => followUpLeases.claim(claim),
    releaseOtherFollowUps: (owner, except) => followUpLeases.releaseOthers(owner, except),
    async releaseFollowUp(saleId, fence, nextAtMs) {
      if (nextAtMs !== null) return followUpLeases.release({ id: saleId, fence, set: { nextAtMs } })
      await db.deleteFrom('sale_follow_up').where('sale_id', '=', saleId).where('fence', '=', fence).execute()
    },
  }
}

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
  held: (order) => isHeld(db, order),
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
  ...leasesOf(store),
  ...followUpsOf(store),
  ...readsOf(store.db),
})
