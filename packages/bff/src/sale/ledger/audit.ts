// Verifies the whole ledger (INV-20, P49): each event against the previous one, each row against its last event. Read-only
// and batched; safe beside running processes. `audit-cli.ts` prints the result.
import type { Store } from '@tapboard/store'
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
import { eventsAfter } from './sql-store.ts'
import { SALE, type LedgerTables } from './tables.ts'
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

/** Yields the results of these sales, whose events are read together. A sale with a break is read again by itself. */
async function* auditRows(store: Ledger, rows: readonly SaleRow[]): AsyncGenerator<Audited> {
  const ids = rows.map(({ id }) => id)
  const [archived, hot] = await Promise.all([archivedEvents(store.db, ids), hotEvents(store.db, ids)])
  const subject = saleSubject(store)
  for (const row of rows) {
    const events = [...(archived.get(row.id) ?? []), ...(hot.get(row.id) ?? [])]
    const eventsOf: EventsOf = async (number) =>
      events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)
    const broken = await judge(row, eventsOf)
    yield broken === null ? { ...subject.headOf(row), broken } : await auditSubject(row, subject)
  }
}

/** Yields the audit result of every sale in the order of IDs. */
export async function* auditSales(store: Ledger): AsyncGenerator<Audited> {
  let from = ''
  for (;;) {
    const rows = await store.db
      .selectFrom('sale')
      .selectAll()
      .where('id', '>', from)
      .orderBy('id')
      .limit(AUDIT_BATCH)
      .execute()
    const last = rows.length < AUDIT_BATCH ? null : (rows.at(-1)?.id ?? null)
    yield* orphans(store, from, last)
    yield* auditRows(store, rows.map(SALE.toRow))
    if (last === null) return
    from = last
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
