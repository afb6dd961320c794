// The audit of the ledger (INV-20) without its command, on an embedded file in memory: batches, ranges, merchants and heads.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql, type Store } from '@tapboard/store'
import type { Audited } from '../../durable/audit.ts'
import { deskSale, insertSales } from '../desk/rows.testing.ts'
import { rows } from '../machine/machine.testing.ts'
import { archiveNext } from './archive.ts'
import { auditSales, auditSalesSince, idRanges, lostHeads, wrongEvent } from './audit.ts'
import { hashEvent } from './chain.ts'
import { OPTIONS, paidSales } from './paid.testing.ts'
import { memoryStore } from './store.testing.ts'
import type { LedgerTables } from './tables.ts'

const { merchant } = rows.intent
const LATER_MS = 4_000_000_000_000

async function begin(context: TestContext, ...ids: readonly string[]) {
  const store = await memoryStore(context, () => 1_000)
  return { store, ledger: await paidSales(store, ids) }
}

async function all(audited: AsyncIterable<Audited>): Promise<readonly Audited[]> {
  const found: Audited[] = []
  for await (const one of audited) found.push(one)
  return found
}

const linesOf = (found: readonly Audited[]): readonly string[] =>
  found.map(({ id, broken }) => (broken === null ? id : `${id} ${broken.event}: ${broken.what}`))
const idsOf = (found: readonly Audited[]): string => found.map(({ id }) => id).join(' ')

/** Lets a test delete sales and leave their events. */
const unbind = (store: Store<LedgerTables>): Promise<unknown> =>
  sql`pragma foreign_keys = off`.execute(store.db)

test('INV-20 an intact sale has its events and head, archived or not', async (context) => {
  const { store, ledger } = await begin(context, 'b', 'a')
  const expected = []
  for (const id of ['a', 'b'])
    expected.push({ id, events: 4, head: (await ledger.events(id, 3))[0]?.hash, broken: null })
  assert.deepEqual(await all(auditSales(store)), expected)
  await archiveNext(store, merchant, LATER_MS)
  assert.deepEqual(await all(auditSales(store)), expected)
})

test('INV-20 a member of a sale without an event is named', async (context) => {
  for (const [column, value, member] of [
    ['kind', 'refund', 'kind'],
    ['order_ref', 'x', 'order'],
    ['reason', 'x', 'reason'],
    ['currency', 'EUR', 'currency'],
    ['device_id', 'x', 'device'],
    ['settled_at_ms', 5, 'settledAtMs'],
  ] as const) {
    const { store } = await begin(context, 'a')
    await sql`update sale set ${sql.ref(column)} = ${value}`.execute(store.db)
    assert.deepEqual(linesOf(await all(auditSales(store))), [
      `a null: ${member} of the sale differs from its last event`,
    ])
  }
})

test('INV-20 a snapshot of an earlier release, or of another form, is compared as far as it goes', async (context) => {
  const { store, ledger } = await begin(context, 'a')
  const [last] = await ledger.events('a', 3)
  assert.ok(last)
  const audit = async (snapshot: string): Promise<readonly string[]> => {
    const event = { ...last, snapshot }
    await sql`update sale_event set snapshot = ${snapshot}, hash = ${hashEvent(event)} where number = 4`.execute(
      store.db,
    )
    await sql`update sale set event_hash = ${hashEvent(event)}`.execute(store.db)
    return linesOf(await all(auditSales(store)))
  }
  const {
    kind: _kind,
    conflictWith: _flag,
    ...earlier
  } = JSON.parse(last.snapshot) as Record<string, unknown>
  assert.deepEqual(await audit(JSON.stringify(earlier)), ['a'])
  for (const other of ['{}', '[]', 'null', ''])
    assert.deepEqual(await audit(other), ['a null: device of the sale differs from its last event'])
})

test('INV-20 the events around the last one are verified', async (context) => {
  const copy = (number: number) => sql`insert into sale_event
    select sale_id, ${number}, type, from_state, to_state, reason, at_ms, person, snapshot, prev_hash, hash
    from sale_event where number = 4`
  for (const [edit, expected] of [
    [copy(5), 'a 5: was inserted after the last event of the sale'],
    [sql`update sale set event_hash = 'x'`, 'a 4: is not the one that the sale names as its last'],
    [sql`delete from sale_event where number = 4`, 'a 4: is missing: it was deleted'],
    [sql`delete from sale_event`, 'a 1: is missing: it was deleted'],
    [sql`update sale_event set reason = 'x' where number = 3`, 'a 3: was changed'],
  ] as const) {
    const { store } = await begin(context, 'a')
    await edit.execute(store.db)
    assert.deepEqual(linesOf(await all(auditSales(store))), [expected])
  }
})

test('INV-20 a sale that seems broken is read again by itself', async (context) => {
  const { store, ledger } = await begin(context, 'a', 'b', 'c', 'd')
  const found = { type: 'session_found', sessionId: 'other', taken: false } as const
  assert.equal((await ledger.apply('a', found, OPTIONS)).kind, 'moved')
  await unbind(store)
  const audited: Audited[] = []
  await sql`update sale_event set at_ms = at_ms + 1 where sale_id <> 'a' and number = 2`.execute(store.db)
  for await (const one of auditSalesSince(store, 0)) {
    audited.push(one)
    // All four were read before the first one was returned. The sale "b" stays broken.
    if (one.id !== 'a') continue
    await sql`update sale_event set at_ms = at_ms - 1 where sale_id = 'c' and number = 2`.execute(store.db)
    await sql`delete from sale where id = 'd'`.execute(store.db)
  }
  assert.deepEqual(linesOf(audited), ['a', 'b 2: was changed', 'c', 'd null: the sale was deleted'])
})

test('INV-20 one event is compared with its number, its hash and the hash before it', async (context) => {
  const { ledger } = await begin(context, 'a')
  const [first, second] = await ledger.events('a', 0)
  assert.ok(first && second)
  assert.equal(wrongEvent(second, 2, first.hash), null)
  assert.equal(wrongEvent(second, 3, first.hash), 'is missing: it was deleted')
  assert.equal(wrongEvent({ ...second, atMs: 5 }, 2, first.hash), 'was changed')
  assert.match(wrongEvent(second, 2, second.hash) ?? '', /^does not continue the one before/)
})

test('INV-20 events without their sale are named, each beside its neighbours', async (context) => {
  const { store } = await begin(context, 'a', 'b', 'c', 'd')
  await unbind(store)
  await sql`delete from sale where id in ('b', 'd')`.execute(store.db)
  const left = 'null: the sale was deleted, its events are left'
  const found = await all(auditSales(store))
  assert.deepEqual(linesOf(found).toSorted(), ['a', `b ${left}`, 'c', `d ${left}`])
  assert.deepEqual(
    found.filter(({ broken }) => broken !== null).map(({ events, head }) => [events, head]),
    [
      [4, ''],
      [4, ''],
    ],
  )
})

test('INV-20 a range has its sales and the events without a sale between its bounds', async (context) => {
  const { store } = await begin(context, 'a', 'b', 'c', 'd', 'e', 'f')
  await unbind(store)
  await sql`delete from sale where id in ('a', 'c', 'd', 'f')`.execute(store.db)
  const range = async (after: string, upTo: string | null): Promise<string> =>
    idsOf(await all(auditSales(store, { after, upTo })))
      .split(' ')
      .toSorted()
      .join(' ')
  assert.equal(await range('', 'a'), 'a')
  assert.equal(await range('a', 'c'), 'b c')
  assert.equal(await range('b', 'd'), 'c d')
  assert.equal(await range('a', 'b'), 'b')
  assert.equal(await range('d', null), 'e f')
  assert.equal(await range('x', null), '')
})

test('INV-20 every sale and every event without a sale is audited once, also in several batches', async (context) => {
  const { store } = await begin(context)
  const sales = Array.from({ length: 401 }, (_, index) => deskSale(index + 1))
  await insertSales(store, sales)
  await unbind(store)
  // Of the later sales, every second one is left with its event only.
  await sql`insert into sale_event (sale_id, number, type, from_state, to_state, reason, at_ms, person, snapshot, prev_hash, hash)
    select id, 1, 'created', null, 'intent', null, 1, null, '{}', '', '' from sale`.execute(store.db)
  await sql`delete from sale where cast(substr(id, 6) as integer) > 100 and cast(substr(id, 6) as integer) % 2 = 0`.execute(
    store.db,
  )
  const found = await all(auditSales(store))
  assert.deepEqual(
    found.map(({ id }) => id).toSorted(),
    sales.map(({ id }) => id),
  )
  await sql`delete from sale`.execute(store.db)
  const orphans = await all(auditSales(store))
  assert.equal(idsOf(orphans), sales.map(({ id }) => id).join(' '))
})

test('INV-20 the sales since a time are those of every merchant, from this time on', async (context) => {
  const { store } = await begin(context)
  await insertSales(store, [
    ...Array.from({ length: 201 }, (_, index) => deskSale(900 - index, { createdAtMs: 500 + index })),
    deskSale(1, { merchant: 'bakery', createdAtMs: 500 }),
    deskSale(2, { merchant: 'bakery', createdAtMs: 499 }),
    deskSale(3, { merchant: 'tailor', createdAtMs: 600 }),
    deskSale(4, { merchant: 'tailor', createdAtMs: 600 }),
  ])
  const found = await all(auditSalesSince(store, 500))
  const shop = Array.from({ length: 201 }, (_, index) => deskSale(900 - index).id)
  assert.deepEqual(
    found.map(({ id }) => id),
    [deskSale(1).id, ...shop, deskSale(3).id, deskSale(4).id],
  )
  assert.equal((await all(auditSalesSince(store, 601))).length, 100)
})

test('INV-20 ranges of about the same size cover all IDs', () => {
  assert.deepEqual(idRanges(1), [{ after: '', upTo: null }])
  assert.deepEqual(idRanges(4), [
    { after: '', upTo: 'sale_c2' },
    { after: 'sale_c2', upTo: 'sale_k2' },
    { after: 'sale_k2', upTo: 'sale_s2' },
    { after: 'sale_s2', upTo: null },
  ])
  assert.deepEqual(
    idRanges(3).map(({ upTo }) => upTo),
    ['sale_ep', 'sale_pe', null],
  )
})

test('D-195 a head that is neither among the events nor in the archive is lost', async (context) => {
  const { store, ledger } = await begin(context, 'a', 'b')
  const heads = [...(await ledger.events('a', 2)), ...(await ledger.events('b', 3))].map(
    ({ saleId: id, number, hash }) => ({ id, number, hash }),
  )
  assert.deepEqual(await lostHeads(store, heads), [])
  const wrong = { id: 'a', number: 4, hash: 'x' }
  const lost = [{ id: 'a', event: 4, what: 'is not the one that was written down as a head' }]
  assert.deepEqual(await lostHeads(store, [...heads, wrong]), lost)
  await archiveNext(store, merchant, LATER_MS)
  assert.deepEqual(await lostHeads(store, heads), [])
  assert.deepEqual(await lostHeads(store, [...heads, wrong]), lost)
  await store.close()
  // Without heads no statement runs.
  assert.deepEqual(await lostHeads(store, []), [])
})
