// Moves the events of finished sales out of the growing table into one row for each sale (D-173). The row of the sale stays, so a
// paid order keeps its lock, and the hash chain of its events is the same in both places. A batch is one transaction, and the row of
// the cursor is its lock: two processes never move the same sales.
import { columnMapper, sql, type Columns, type Kysely, type Store, type Transaction } from '@tapboard/store'
import type { SaleEventRow } from '../machine/row.ts'
import { firstBroken } from './chain.ts'
import { SALE_EVENT, type ArchiveCursorRow, type LedgerTables, type SaleArchiveRow } from './tables.ts'

/**
 * Sales that one transaction reads. An embedded file lets no sale commit in the meantime: a start waits at most 47 ms for 100 sales, and
 * 200 ms for 400, which take no less time in all.
 */
export const ARCHIVE_BATCH = 100

/** Compresses events: the snapshots of a sale repeat each other. */
async function pack(events: readonly SaleEventRow[]): Promise<Uint8Array> {
  const text = new Blob([JSON.stringify(events)]).stream()
  const packed = new Response(text.pipeThrough(new CompressionStream('deflate-raw')))
  return new Uint8Array(await packed.arrayBuffer())
}

/** The packed events; none if the archive was changed by hand, so that the audit names the sale. */
async function unpack(packed: Uint8Array): Promise<readonly SaleEventRow[]> {
  try {
    const stream = new Blob([new Uint8Array(packed)]).stream()
    const text = new Response(stream.pipeThrough(new DecompressionStream('deflate-raw')))
    return (await text.json()) as readonly SaleEventRow[]
  } catch {
    return []
  }
}

const ARCHIVE = columnMapper<SaleArchiveRow>({})

/** The archived events of some sales, by sale. */
export async function archivedEvents(
  db: Kysely<LedgerTables>,
  saleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SaleEventRow[]>> {
  if (saleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sale_archive')
    .select(['sale_id', 'events'])
    .where('sale_id', 'in', saleIds)
    .execute()
  return new Map(
    await Promise.all(rows.map(async ({ sale_id: id, events }) => [id, await unpack(events)] as const)),
  )
}

/** The next sales of the merchant after the cursor. On PostgreSQL they are locked against a late event. */
async function nextSales(
  trx: Transaction<LedgerTables>,
  { merchant, created_at_ms: createdAtMs, sale_id: saleId }: Columns<ArchiveCursorRow>,
  beforeMs: number,
  locks: boolean,
) {
  const next = trx
    .selectFrom('sale')
    .select(['id', 'created_at_ms', 'settled_at_ms', 'state', 'event_hash'])
    .where('merchant', '=', merchant)
    .where(sql<boolean>`(created_at_ms, id) > (${createdAtMs}, ${saleId})`)
    .where('created_at_ms', '<', beforeMs)
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(ARCHIVE_BATCH)
  return (locks ? next.forUpdate() : next).execute()
}

/** The cursor of a merchant, locked; `undefined` while another process moves its sales. */
async function lockedCursor(trx: Transaction<LedgerTables>, merchant: string, locks: boolean) {
  await trx
    .insertInto('archive_cursor')
    .values({ merchant, created_at_ms: 0, sale_id: '' })
    .onConflict((conflict) => conflict.column('merchant').doNothing())
    .execute()
  const cursor = trx.selectFrom('archive_cursor').selectAll().where('merchant', '=', merchant)
  return (locks ? cursor.forUpdate().skipLocked() : cursor).executeTakeFirst()
}

/** The events of these sales in the growing table, by sale. */
export async function hotEvents(
  db: Kysely<LedgerTables>,
  saleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SaleEventRow[]>> {
  const found = new Map<string, SaleEventRow[]>()
  if (saleIds.length === 0) return found
  const rows = await db
    .selectFrom('sale_event')
    .selectAll()
    .where('sale_id', 'in', saleIds)
    .orderBy('sale_id')
    .orderBy('number')
    .execute()
  for (const row of rows) {
    const event = SALE_EVENT.toRow(row)
    const events = found.get(event.saleId)
    if (events === undefined) found.set(event.saleId, [event])
    else events.push(event)
  }
  return found
}

/**
 * Archives the events of the next sales of a merchant that were settled before a time. Returns the number of sales that it looked at:
 * with fewer than {@link ARCHIVE_BATCH} nothing is left for now. A sale stays as it is if it is open, still read again, or if its
 * chain is broken, so that the audit names it.
 */
export function archiveNext(store: Store<LedgerTables>, merchant: string, beforeMs: number): Promise<number> {
  const locks = store.engine === 'postgres'
  return store.transaction(async (trx) => {
    const cursor = await lockedCursor(trx, merchant, locks)
    if (cursor === undefined) return 0
    const sales = await nextSales(trx, cursor, beforeMs, locks)
    const last = sales.at(-1)
    if (last === undefined) return 0
    const ids = sales.map(({ id }) => id)
    const follows = await trx
      .selectFrom('sale_follow_up')
      .select('sale_id')
      .where('sale_id', 'in', ids)
      .execute()
    const followed = new Set(follows.map(({ sale_id }) => sale_id))
    const events = await hotEvents(trx, ids)
    const due = sales.filter(({ id, settled_at_ms: settledAtMs, event_hash: head }) => {
      const isOver = settledAtMs !== null && settledAtMs < beforeMs && !followed.has(id)
      return isOver && firstBroken(events.get(id) ?? [], head) === null
    })
    const archivedAtMs = await store.now()
    if (due.length > 0) {
      const rows = await Promise.all(
        due.map(async ({ id }) =>
          ARCHIVE.toColumns({ saleId: id, archivedAtMs, events: await pack(events.get(id) ?? []) }),
        ),
      )
      await trx.insertInto('sale_archive').values(rows).execute()
      await trx
        .deleteFrom('sale_event')
        .where(
          'sale_id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
    }
    await trx
      .updateTable('archive_cursor')
      .set({ created_at_ms: last.created_at_ms, sale_id: last.id })
      .where('merchant', '=', merchant)
      .execute()
    return sales.length
  })
}
