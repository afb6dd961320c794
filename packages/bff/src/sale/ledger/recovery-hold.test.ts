// D-171: after a restore no order is charged until the gap was compared, on both engines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@tapboard/server'
import { sql, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { AUDIT_MIGRATIONS, auditLog, auditRecords } from '../../durable/audit-log.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import type { Sales } from '../sales.ts'
import { accessTo, ScriptedUpstream } from '../testing.ts'
import { comparableFromMs, EVERY_ORDER, readHolds, releaseHold, setHold } from './recovery-hold.ts'
import type { LedgerTables } from './tables.ts'
import { salesOn } from '../sales.testing.ts'

const CALLER = { by: 'command', user: 'ann' } as const

async function openSales(store: Store<LedgerTables>): Promise<Sales> {
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(LEDGER_MIGRATIONS)
  const upstream = new ScriptedUpstream({ lookup: 'authoritative', longPoll: true })
  return salesOn(store, upstream, 1, { clock: systemClock })
}

const start = (sales: Sales, order: string) =>
  sales.start(
    accessTo(order),
    { order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: `dev-${order}` },
    `key-of-the-order-${order}`,
  )

const codeOf = async (sales: Sales, order: string): Promise<string> => {
  const result = await start(sales, order)
  return result.ok ? result.sale.state : result.code
}

eachEngine<LedgerTables>('D-171 a hold refuses starts until it is released', async ({ store }) => {
  const sales = await openSales(store)
  const before = await start(sales, 'before')
  assert.ok(before.ok)
  await setHold(store, EVERY_ORDER, CALLER)
  const refused = await start(sales, 'after')
  assert.ok(!refused.ok)
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ['store-restored', 60])
  assert.deepEqual(await sales.newest(accessTo('after')), null, 'nothing was written')
  const again = await start(sales, 'before')
  assert.ok(again.ok && again.sale.id === before.sale.id, 'a repeat gets its own sale')
  assert.equal(await releaseHold(store, EVERY_ORDER, CALLER), true)
  assert.equal(await codeOf(sales, 'after'), 'intent')
  assert.equal(await releaseHold(store, EVERY_ORDER, CALLER), false)
})

eachEngine<LedgerTables>('D-171 a hold concerns one order, one merchant, or all', async ({ store }) => {
  const sales = await openSales(store)
  const { merchant } = accessTo('any')
  await setHold(store, { merchant: 'other', order: null }, CALLER)
  await setHold(store, { merchant, order: 'one' }, CALLER)
  assert.equal(await codeOf(sales, 'one'), 'store-restored')
  assert.equal(await codeOf(sales, 'two'), 'intent')
  await setHold(store, { merchant, order: null }, CALLER)
  assert.equal(await codeOf(sales, 'three'), 'store-restored')
  await releaseHold(store, { merchant, order: null }, CALLER)
  assert.equal(await codeOf(sales, 'three'), 'intent')
  assert.equal(await codeOf(sales, 'one'), 'store-restored', 'its own hold remains')
})

eachEngine<LedgerTables>(
  'D-171 a hold keeps its first time, the last checked write, and a record of its beginning and end',
  async ({ open }) => {
    let nowMs = 5_000
    const store = await open({ testClock: () => nowMs })
    await openSales(store)
    await sql`insert into tapboard_probe (slot, at_ms) values (900, 4000)`.execute(store.db)
    const hold = await setHold(store, EVERY_ORDER, CALLER)
    nowMs = 6_000
    await sql`insert into tapboard_probe (slot, at_ms) values (901, 6000)`.execute(store.db)
    assert.deepEqual(await setHold(store, EVERY_ORDER, CALLER), hold)
    assert.deepEqual(hold, { merchant: null, order: null, sinceMs: 5_000, knownUntilMs: 4_000 })
    assert.deepEqual(await readHolds(store), [hold])
    await releaseHold(store, EVERY_ORDER, CALLER)
    assert.deepEqual(await readHolds(store), [])
    const records = []
    for await (const { atMs, entry } of auditRecords(store as never)) records.push([atMs, JSON.parse(entry)])
    const all = { merchant: null, order: null, ...CALLER }
    assert.deepEqual(records, [
      [5_000, { action: 'starts-held', ...all }],
      [6_000, { action: 'starts-released', ...all }],
    ])
    for await (const { broken } of auditLog(store as never)) assert.equal(broken, null)
  },
)

test('D-171 a comparison is complete 370 s after the start of the hold', () =>
  assert.equal(comparableFromMs({ sinceMs: 1_000 }), 371_000))

eachEngine<LedgerTables>(
  'D-171 holds of several scopes are set, read and released apart',
  async ({ open }) => {
    let nowMs = 1_000
    const store = await open({ testClock: () => nowMs })
    await store.migrate(AUDIT_MIGRATIONS)
    await store.migrate(LEDGER_MIGRATIONS)
    const scopes = [
      { merchant: 'tailor', order: null },
      { merchant: 'bakery', order: 'R-1' },
      { merchant: 'bakery', order: null },
      { merchant: 'tailor', order: 'R-1' },
    ]
    const held = []
    for (const scope of scopes) {
      // The clock of the store is set back each time, so that the newest hold has the earliest time.
      nowMs -= 1
      held.push(await setHold(store, scope, CALLER))
    }
    assert.deepEqual(
      held,
      scopes.map((scope, index) => ({ ...scope, sinceMs: 999 - index, knownUntilMs: null })),
    )
    for (const [index, scope] of scopes.entries())
      assert.deepEqual(await setHold(store, scope, CALLER), held[index], 'a hold that exists is kept')
    assert.deepEqual(await readHolds(store), held.toReversed(), 'the oldest first')
    assert.equal(await releaseHold(store, { merchant: 'tailor', order: 'R-2' }, CALLER), false)
    assert.equal(await releaseHold(store, { merchant: 'tailor', order: 'R-1' }, CALLER), true)
    assert.equal(await releaseHold(store, { merchant: 'bakery', order: null }, CALLER), true)
    assert.deepEqual(await readHolds(store), [held[1], held[0]])
  },
)
