// Walks the whole ledger and says which sale's record does not hold (INV-20, P49): every event against the one before, the
// row against its last event. Only reads, in batches, beside running processes. What is printed, `audit-cli.ts` says.
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
import type { LedgerTables, SaleEventRow, SaleRow } from '../machine/row.ts'
import { snapshotOf, type Snapshot } from '../machine/view.ts'

type Ledger = Store<LedgerTables>

/** What a row and the snapshot of its last event say both. What is worked out anew when shown is left out. */
const SAID_TWICE = [
  'id',
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

/** The break at an event of a sale; see {@link breakAt}. */
export const wrongEvent = (event: SaleEventRow, number: number, before: string): string | null =>
  breakAt(event, number, before, hashEvent)

/** The first member in which a row and its last event differ. */
function differs(row: SaleRow, last: SaleEventRow): string | null {
  const told = objectIn<Snapshot>(last.snapshot)
  const said = snapshotOf(row)
  if (told.device?.id !== said.device.id) return 'device'
  // A member that came into being later is missing in older snapshots: then it said nothing.
  return SAID_TWICE.find((member) => (told[member] ?? null) !== said[member]) ?? null
}

async function eventsAfter(store: Ledger, saleId: string, number: number): Promise<SaleEventRow[]> {
  return store.db
    .selectFrom('sale_event')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(AUDIT_BATCH)
    .execute()
}

const WORDS = {
  beyond: 'was inserted after the last event of the sale',
  otherHead: 'is not the one that the sale names as its last',
}

/** The first break of a sale as this row tells it. */
async function judge(store: Ledger, row: SaleRow): Promise<Break | null> {
  const { id, version: length, event_hash: head } = row
  const eventsOf = (number: number): Promise<SaleEventRow[]> => eventsAfter(store, id, number)
  const chain = { id, length, head, hashOf: hashEvent, eventsAfter: eventsOf, words: WORDS }
  const walked = await walkChain<SaleEventRow>(chain)
  if (walked.broken !== null) return walked.broken
  const member = differs(row, walked.last)
  return member === null
    ? null
    : { id, event: null, what: `${member} of the sale differs from its last event` }
}

const saleSubject = (store: Ledger): Subject<SaleRow> => ({
  headOf: ({ id, version: events, event_hash: head }) => ({ id, events, head }),
  judge: (row) => judge(store, row),
  reread: ({ id }) => store.db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirst(),
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

/** Every sale of the ledger in the order of IDs, each judged as it stands when its turn comes. */
export async function* auditSales(store: Ledger): AsyncGenerator<Audited> {
  const subject = saleSubject(store)
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
    for (const row of rows) yield await auditSubject(row, subject)
    if (last === null) return
    from = last
  }
}

/** Those of the heads that the ledger does not have any more: the end of a sale was cut off, or written anew. */
export async function lostHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ids = [...new Set(heads.map(({ id }) => id))]
  if (ids.length === 0) return []
  const found = await store.db
    .selectFrom('sale_event')
    .select(['sale_id as id', 'number', 'hash'])
    .where('sale_id', 'in', ids)
    .where('hash', 'in', [...new Set(heads.map(({ hash }) => hash))])
    .execute()
  return missingHeads(heads, found)
}
