// Verifies the whole ledger (INV-20, P49): each event against the previous one, each row against its last event. Read-only
// and batched; safe beside running processes. `audit-cli.ts` prints the result.
import { sql, type Store } from '@tapboard/store'
import { hashEvent } from './chain.ts'
import {
  AUDIT_BATCH,
  auditSubject,
  missingHeads,
  objectIn,
  walkChain,
  type Audited,
  type Break,
  type Head,
  type Subject,
} from '../../durable/audit.ts'
import { breakAt } from '../../durable/chain.ts'
import { archivedEvents, hotEvents } from './archive.ts'
import { merchantsOf } from './ledger-merchants.ts'
import { eventsAfter } from './ledger-store.ts'
import { SALE, type LedgerTables, type SaleColumns } from './tables.ts'
import type { SaleEventRow, SaleRow } from '../machine/row.ts'
import { snapshotOf, type Snapshot } from '../machine/view.ts'

type Ledger = Store<LedgerTables>

/** Members that a row and the snapshot of its last event share. Members computed on reading are omitted. */
const SNAPSHOT_MEMBERS = [
  'id',
  'kind',
  'refundOf',
  'refund',
  'order',
  'attempt',
  'state',
  'reason',
  'amountMinor',
  'currency',
  'externalId',
  'sessionId',
  'reference',
  'approvalCode',
  'card',
  'by',
  'createdAtMs',
  'settledAtMs',
  'conflictWith',
  'version',
] as const satisfies readonly (keyof Snapshot)[]

/** Returns the break at an event of a sale, as {@link breakAt} does. */
export const wrongEvent = (event: SaleEventRow, number: number, before: string): string | null =>
  breakAt(event, number, before, hashEvent)

/** Returns the first member that differs between a row and its last event. */
function differs(row: SaleRow, last: SaleEventRow): string | null {
  const stored = objectIn<Snapshot>(last.snapshot)
  const current = snapshotOf(row)
  if (stored.device?.id !== current.device.id) return 'device'
  // Older snapshots lack members that were added later; a missing member counts as `null`, and its kind is a sale.
  const before = { ...stored, kind: stored.kind ?? 'sale' }
  return SNAPSHOT_MEMBERS.find((member) => (before[member] ?? null) !== current[member]) ?? null
}

const WORDS = {
  beyond: 'was inserted after the last event of the sale',
  otherHead: 'is not the one that the sale names as its last',
}

type EventsOf = (number: number) => Promise<readonly SaleEventRow[]>

/** Returns the first break of the sale in this row. */
async function judge(row: SaleRow, eventsOf: EventsOf): Promise<Break | null> {
  const { id, version: length, eventHash: head } = row
  const chain = { id, length, head, hashOf: hashEvent, eventsAfter: eventsOf, words: WORDS }
  const walked = await walkChain<SaleEventRow>(chain)
  if (walked.broken !== null) return walked.broken
  const member = differs(row, walked.last)
  return member === null
    ? null
    : { id, event: null, what: `${member} of the sale differs from its last event` }
}

const saleSubject = (store: Ledger): Subject<SaleRow> => ({
  headOf: ({ id, version: events, eventHash: head }) => ({ id, events, head }),
  judge: (row) => judge(row, (number) => eventsAfter(store.db, row.id, number, AUDIT_BATCH)),
  async reread({ id }) {
    const row = await store.db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : SALE.toRow(row)
  },
  gone: 'the sale was deleted',
})

/** Events of sales that do not exist, between two IDs (`to` null = to the end). */
async function* orphans(store: Ledger, from: string, to: string | null): AsyncGenerator<Audited> {
  for (let after = from; ;) {
    let query = store.db
      .selectFrom('sale_event')
      .select(['sale_id', (count) => count.fn.count<number | string>('number').as('events')])
      .where('sale_id', '>', after)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('sale').select('sale.id').whereRef('sale.id', '=', 'sale_event.sale_id'))),
      )
    if (to !== null) query = query.where('sale_id', '<=', to)
    const found = await query.groupBy('sale_id').orderBy('sale_id').limit(AUDIT_BATCH).execute()
    for (const { sale_id: id, events } of found) {
      const broken = { id, event: null, what: 'the sale was deleted, its events are left' }
      yield { id, events: Number(events), head: '', broken }
      after = id
    }
    if (found.length < AUDIT_BATCH) return
  }
}

/** Sales in the order of reading, with all their events. */
interface Batch {
  readonly rows: readonly SaleRow[]
  readonly eventsOf: (id: string) => readonly SaleEventRow[]
}

/** Reads the sales of a query with their events. */
async function readBatch(store: Ledger, columns: readonly SaleColumns[]): Promise<Batch> {
  const rows = columns.map(SALE.toRow)
  const ids = rows.map(({ id }) => id)
  const [archived, hot] = await Promise.all([archivedEvents(store.db, ids), hotEvents(store.db, ids)])
  return { rows, eventsOf: (id) => [...(archived.get(id) ?? []), ...(hot.get(id) ?? [])] }
}

/** Yields the results of these sales. A sale with a break is read again by itself. */
async function* auditRows(store: Ledger, batch: Batch): AsyncGenerator<Audited> {
  const subject = saleSubject(store)
  for (const row of batch.rows) {
    const events = batch.eventsOf(row.id)
    const eventsOf: EventsOf = async (number) =>
      events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)
    const broken = await judge(row, eventsOf)
    yield broken === null ? { ...subject.headOf(row), broken } : await auditSubject(row, subject)
  }
}

/** A batch and the query of the next one; `null` at the end. */
interface Step {
  readonly batch: Batch
  readonly next: (() => Promise<Step>) | null
}

/** Yields all batches; the next one is read while one is verified. */
async function* stepsOf(first: () => Promise<Step>): AsyncGenerator<Batch> {
  for (let reading: Promise<Step> | null = first(); reading !== null;) {
    const { batch, next }: Step = await reading
    reading = next?.() ?? null
    // Its fault is thrown when it is awaited.
    reading?.catch(() => {})
    yield batch
  }
}

/** Sales with an ID after `after`, up to and with `upTo` (`null` = to the end). */
export interface IdRange {
  readonly after: string
  readonly upTo: string | null
}

const ALL_IDS: IdRange = { after: '', upTo: null }

/** The characters of a random ID, in their order in the store. */
const ID_CHARACTERS = '234567abcdefghijklmnopqrstuvwxyz'

/** Divides all sales into `count` ranges of about the same size: IDs are random after their prefix. */
export function idRanges(count: number): readonly IdRange[] {
  const base = ID_CHARACTERS.length
  const bounds = Array.from({ length: count - 1 }, (_, index) => {
    const at = Math.floor(((index + 1) * base * base) / count)
    return `sale_${ID_CHARACTERS[Math.floor(at / base)] ?? ''}${ID_CHARACTERS[at % base] ?? ''}`
  })
  return Array.from({ length: count }, (_, index) => ({
    after: bounds[index - 1] ?? '',
    upTo: bounds[index] ?? null,
  }))
}

/** Reads sales in the order of IDs. */
async function stepById(store: Ledger, { after, upTo }: IdRange): Promise<Step> {
  let query = store.db.selectFrom('sale').selectAll().where('id', '>', after)
  if (upTo !== null) query = query.where('id', '<=', upTo)
  const found = await query.orderBy('id').limit(AUDIT_BATCH).execute()
  const last = found.length < AUDIT_BATCH ? undefined : found.at(-1)?.id
  return {
    batch: await readBatch(store, found),
    next: last === undefined ? null : () => stepById(store, { after: last, upTo }),
  }
}

/** Reads sales of a merchant in the order of their creation. */
async function stepByTime(store: Ledger, merchant: string, afterMs: number, afterId: string): Promise<Step> {
  const found = await store.db
    .selectFrom('sale')
    .selectAll()
    .where('merchant', '=', merchant)
    .where(sql<boolean>`(created_at_ms, id) > (${afterMs}, ${afterId})`)
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(AUDIT_BATCH)
    .execute()
  const last = found.length < AUDIT_BATCH ? undefined : found.at(-1)
  return {
    batch: await readBatch(store, found),
    next: last === undefined ? null : () => stepByTime(store, merchant, last.created_at_ms, last.id),
  }
}

/** Yields the audit result of every sale that was created at this time or later. */
export async function* auditSalesSince(store: Ledger, sinceMs: number): AsyncGenerator<Audited> {
  for await (const merchant of merchantsOf(store, 'sale'))
    for await (const batch of stepsOf(() => stepByTime(store, merchant, sinceMs, '')))
      yield* auditRows(store, batch)
}

/** Yields the audit result of every sale of a range in the order of IDs. */
export async function* auditSales(store: Ledger, range: IdRange = ALL_IDS): AsyncGenerator<Audited> {
  let from = range.after
  for await (const batch of stepsOf(() => stepById(store, range))) {
    const last = batch.rows.length < AUDIT_BATCH ? range.upTo : (batch.rows.at(-1)?.id ?? null)
    yield* orphans(store, from, last)
    yield* auditRows(store, batch)
    from = last ?? from
  }
}

/** Returns a break for each head that is missing in the ledger: the last events were deleted or rewritten. */
export async function lostHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ids = [...new Set(heads.map(({ id }) => id))]
  if (ids.length === 0) return []
  const found = await store.db
    .selectFrom('sale_event')
    .select(['sale_id as id', 'number', 'hash'])
    .where('sale_id', 'in', ids)
    .where('hash', 'in', [...new Set(heads.map(({ hash }) => hash))])
    .execute()
  const archived = [...(await archivedEvents(store.db, ids)).values()].flat()
  const inArchive = archived.map(({ saleId, number, hash }) => ({ id: saleId, number, hash }))
  return missingHeads(heads, [...found, ...inArchive])
}
