// Walks the whole ledger and says which sale's record does not hold (INV-20, P49): every event against the one before, the
// row against its last event. Only reads, in batches, beside running processes. What is printed, `audit-cli.ts` says.
import type { Store } from '@tapboard/store'
import { hashEvent } from './chain.ts'
import type { AuditedSale, Break, Head } from '../../durable/audit.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import type { LedgerTables, SaleEventRow, SaleRow } from '../machine/row.ts'
import { snapshotOf, type Snapshot } from '../machine/view.ts'

type Ledger = Store<LedgerTables>

/** Sales, or events of one sale, that are held in memory at once. */
const BATCH = 200

/** Looks at a sale that is being written meanwhile; each look finds it further on. */
const LOOKS_MAX = 5

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

/** What is wrong with an event that should have this number and follow this hash; `null` when nothing is. */
export function wrongEvent(event: SaleEventRow, number: number, before: string): string | null {
  if (event.number !== number) return 'is missing: it was deleted'
  if (hashEvent(event) !== event.hash) return 'was changed'
  if (event.prev_hash !== before)
    return 'does not continue the one before: an event was changed, exchanged or inserted'
  return null
}

function snapshotIn(event: SaleEventRow): Partial<Snapshot> {
  try {
    const value: unknown = JSON.parse(event.snapshot)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The first member in which a row and its last event differ. */
function differs(row: SaleRow, last: SaleEventRow): string | null {
  const told = snapshotIn(last)
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
    .limit(BATCH)
    .execute()
}

/** The first break of a sale as this row tells it; `beyond` when events stand after the row's last one. */
async function judge(store: Ledger, row: SaleRow): Promise<Break | 'beyond' | null> {
  const broken = (event: number | null, what: string): Break => ({ saleId: row.id, event, what })
  let before = CHAIN_START
  let last: SaleEventRow | null = null
  let number = 0
  for (;;) {
    const events = await eventsAfter(store, row.id, number)
    for (const event of events) {
      if (number === row.version) return 'beyond'
      number += 1
      const what = wrongEvent(event, number, before)
      if (what !== null) return broken(number, what)
      before = event.hash
      last = event
    }
    if (events.length < BATCH) break
  }
  if (number < row.version || last === null) return broken(number + 1, 'is missing: it was deleted')
  if (before !== row.event_hash) return broken(number, 'is not the one that the sale names as its last')
  const member = differs(row, last)
  return member === null ? null : broken(null, `${member} of the sale differs from its last event`)
}

async function auditSale(store: Ledger, first: SaleRow): Promise<AuditedSale> {
  let row = first
  for (let look = 1; ; look += 1) {
    const judged = await judge(store, row)
    const done = (broken: Break | null): AuditedSale => ({
      saleId: row.id,
      events: row.version,
      head: row.event_hash,
      broken,
    })
    if (judged === null) return done(null)
    // Written on meanwhile? Then the row has moved too, and the sale is looked at again.
    const now = await store.db.selectFrom('sale').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (now === undefined) return done({ saleId: row.id, event: null, what: 'the sale was deleted' })
    if (now.version === row.version || look >= LOOKS_MAX)
      return done(
        judged === 'beyond'
          ? { saleId: row.id, event: row.version + 1, what: 'was inserted after the last event of the sale' }
          : judged,
      )
    row = now
  }
}

/** Events of sales that do not exist, between two IDs (`to` null = to the end). */
async function* orphans(store: Ledger, from: string, to: string | null): AsyncGenerator<AuditedSale> {
  for (let after = from; ;) {
    let query = store.db
      .selectFrom('sale_event')
      .select(['sale_id', (count) => count.fn.count<number | string>('number').as('events')])
      .where('sale_id', '>', after)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('sale').select('sale.id').whereRef('sale.id', '=', 'sale_event.sale_id'))),
      )
    if (to !== null) query = query.where('sale_id', '<=', to)
    const found = await query.groupBy('sale_id').orderBy('sale_id').limit(BATCH).execute()
    for (const { sale_id: saleId, events } of found) {
      const broken = { saleId, event: null, what: 'the sale was deleted, its events are left' }
      yield { saleId, events: Number(events), head: '', broken }
      after = saleId
    }
    if (found.length < BATCH) return
  }
}

/** Every sale of the ledger in the order of IDs, each judged as it stands when its turn comes. */
export async function* auditSales(store: Ledger): AsyncGenerator<AuditedSale> {
  let from = ''
  for (;;) {
    const rows = await store.db
      .selectFrom('sale')
      .selectAll()
      .where('id', '>', from)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
    yield* orphans(store, from, last)
    for (const row of rows) yield await auditSale(store, row)
    if (last === null) return
    from = last
  }
}

/** Those of the heads that the ledger does not have any more: the end of a sale was cut off, or written anew. */
export async function lostHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ids = [...new Set(heads.map(({ saleId }) => saleId))]
  if (ids.length === 0) return []
  const found = await store.db
    .selectFrom('sale_event')
    .select(['sale_id', 'number', 'hash'])
    .where('sale_id', 'in', ids)
    .where('hash', 'in', [...new Set(heads.map(({ hash }) => hash))])
    .execute()
  const known = new Set(found.map((event) => `${event.sale_id} ${event.number} ${event.hash}`))
  return heads
    .filter(({ saleId, number, hash }) => !known.has(`${saleId} ${number} ${hash}`))
    .map(({ saleId, number }) => ({
      saleId,
      event: number,
      what: 'is not the one that was written down as a head',
    }))
}
