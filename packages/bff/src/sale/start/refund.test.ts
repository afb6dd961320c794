// Refunds on both engines: started like a sale, sent as a credit, never twice per reference and never more than was paid
// (INV-22), also when pages, references and instances race.
import assert from 'node:assert/strict'
import type { Sale, StartSale } from '@tapboard/contract'
import { uniqueViolation, type Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import type { SaleResult } from '../sale-result.ts'
import { createSales, type Sales } from '../sales.ts'
import { auditSales } from '../ledger/audit.ts'
import { Ledger } from '../ledger/ledger.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { approved, rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { declinedRefund, insertRows as insert, PAID, refundRow } from '../ledger/refunds.testing.ts'
import type { SaleAccess } from '../../token/access.ts'
import { accessTo, APPROVED, DECLINED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

const refundOf = (amountMinor: number, reference = 'first', of = PAID.id): SaleAccess =>
  accessTo('o1', { amountMinor, refund: { of, reference, person: 'ann' } })

const request = (amountMinor: number, more: Partial<StartSale> = {}): StartSale => ({
  order: 'o1',
  attempt: 1,
  amountMinor,
  currency: 'USD',
  deviceId: 'd1',
  ...more,
})

const codeOf = (result: SaleResult): string =>
  result.ok ? (result.created ? 'created' : 'replayed') : result.code

let keys = 0
const start = (
  sales: Sales,
  amountMinor: number,
  reference = 'first',
  more: Partial<StartSale> = {},
): Promise<SaleResult> => {
  keys += 1
  return sales.start(refundOf(amountMinor, reference), request(amountMinor, more), `key-of-a-refund-${keys}`)
}

async function shop(
  store: Store<LedgerTables>,
  upstream = new ScriptedUpstream(),
  seed = 1,
  clock = new ManualClock(Date.now()),
): Promise<{ readonly sales: Sales; readonly upstream: ScriptedUpstream; readonly clock: ManualClock }> {
  await store.migrate(LEDGER_MIGRATIONS)
  const merchants = (merchant: string): ScriptedUpstream | null => (merchant === 'm1' ? upstream : null)
  const sales = createSales({ store, merchants, clock, random: seededRandom(seed), log: keptLog().log })
  return { sales, upstream, clock }
}

const credited = (amount: number, xRefNum: string): object => ({
  ...APPROVED,
  transactionType: 'cc:credit',
  amount,
  transactionResult: {
    status: 'approved',
    transactionType: 'cc:credit',
    amount,
    xRefNum,
    approvalCode: 'A1',
  },
})

eachEngine<LedgerTables>(
  'D-121 a refund is sent as a credit of the sale, approved by the answer of a credit, and read by its own token only',
  async ({ open }) => {
    const clock = new ManualClock(Date.now())
    const store = await open({ testClock: () => clock.now() })
    const { sales, upstream } = await shop(store, new ScriptedUpstream(), 1, clock)
    await insert(store, PAID)
    upstream.onRead = () => credited(12, 'CREDIT1') as never
    await sales.begin()
    const begun = await start(sales, 1_200)
    assert.ok(begun.ok, codeOf(begun))
    const { id, kind, refundOf: of, refund, attempt } = begun.sale
    assert.deepEqual([kind, of, refund, attempt], ['refund', PAID.id, 'first', 1])
    const own = refundOf(1_200)
    await clock.until(async () => (await sales.newest(own))?.state === 'approved', 60_000)
    assert.deepEqual(
      upstream.sent.map(({ creditOf, amountMinor }) => [creditOf, amountMinor]),
      [['R', 1_200]],
    )
    const done = (await sales.newest(own)) as Sale
    assert.deepEqual([done.reference, done.by], ['CREDIT1', 'upstream'])
    for (const other of [accessTo('o1'), refundOf(1_200, 'second'), refundOf(1_200, 'first', 'sale_other')]) {
      const read = await sales.read(other, id)
      assert.equal(codeOf(read), 'sale-not-found')
      assert.equal(codeOf(await sales.cancel(other, id)), 'sale-not-found')
      assert.equal((await sales.check(other, id)).ok, false)
    }
    assert.equal(codeOf(await sales.read(own, PAID.id)), 'sale-not-found')
    assert.equal((await sales.newest(accessTo('o1')))?.id, PAID.id)
    assert.deepEqual(
      (await sales.attempts(accessTo('o1'))).map((one) => one.id),
      [PAID.id],
    )
    assert.deepEqual(
      (await sales.refunds(accessTo('o1'))).map((one) => one.id),
      [id],
    )
    assert.deepEqual(await sales.refundedSale(own), {
      of: PAID.id,
      paidAmountMinor: 4_200,
      refundedAmountMinor: 1_200,
      card: PAID.card,
      reference: 'R',
    })
    const [event] = await sqlLedgerStore(store).events(id, 0, 1)
    assert.deepEqual([event?.type, event?.person], ['created', 'ann'])
    const audited = await Array.fromAsync(auditSales(store))
    assert.deepEqual(audited.find((one) => one.id === id)?.broken, null)
    await sales.drain()
  },
)

eachEngine<LedgerTables>(
  'an approved answer about a sale is no proof of a refund, and goes to a person',
  async ({ open }) => {
    const clock = new ManualClock(Date.now())
    const store = await open({ testClock: () => clock.now() })
    const { sales, upstream } = await shop(store, new ScriptedUpstream(), 1, clock)
    await insert(store, PAID)
    upstream.onRead = () => ({ ...APPROVED, transactionType: 'cc:sale' })
    await sales.begin()
    assert.equal(codeOf(await start(sales, 4_200)), 'created')
    await clock.until(async () => (await sales.newest(refundOf(4_200)))?.state === 'review', 60_000)
    assert.equal((await sales.newest(refundOf(4_200)))?.reason, 'identity_mismatch')
    assert.equal(codeOf(await start(sales, 4_200, 'first', { attempt: 2, deviceId: 'd2' })), 'sale-open')
    await sales.drain()
  },
)

eachEngine<LedgerTables>(
  'D-121 D-123 a refund has attempts like an order: another one only after an unpaid end',
  async ({ open }) => {
    const clock = new ManualClock(Date.now())
    const store = await open({ testClock: () => clock.now() })
    const { sales, upstream } = await shop(store, new ScriptedUpstream(), 1, clock)
    await insert(store, PAID)
    const declined = { ...DECLINED, transactionType: 'cc:credit' }
    upstream.onRead = () => declined
    await sales.begin()
    assert.equal(codeOf(await start(sales, 4_200, 'first', { attempt: 2 })), 'invalid-request')
    const key = 'key-of-the-first-attempt'
    const first = await sales.start(refundOf(4_200), request(4_200), key)
    assert.equal(codeOf(first), 'created')
    assert.equal(codeOf(await sales.start(refundOf(4_200), request(4_200), key)), 'replayed')
    assert.equal(codeOf(await sales.start(refundOf(4_100), request(4_100), key)), 'idempotency-mismatch')
    // A page makes its keys of order and attempt: the sale and each refund have keys of their own.
    assert.equal(codeOf(await sales.start(accessTo('o1'), request(4_200), key)), 'order-already-paid')
    assert.equal(codeOf(await sales.start(refundOf(100, 'second'), request(100), key)), 'refund-open')
    assert.equal(codeOf(await start(sales, 4_200, 'first', { attempt: 2, deviceId: 'd2' })), 'sale-open')
    assert.equal(codeOf(await start(sales, 100, 'second', { deviceId: 'd2' })), 'refund-open')
    await clock.until(async () => (await sales.newest(refundOf(4_200)))?.state === 'declined', 60_000)
    upstream.readOf = (session) =>
      session === `ses_${upstream.sent[0]?.externalId}` ? declined : (credited(42, 'CREDIT2') as never)
    assert.equal(codeOf(await start(sales, 4_200, 'first', { attempt: 2 })), 'created')
    await clock.until(async () => (await sales.newest(refundOf(4_200)))?.state === 'approved', 60_000)
    assert.equal(codeOf(await start(sales, 4_200, 'first', { attempt: 3 })), 'order-already-paid')
    assert.equal(codeOf(await start(sales, 1, 'second')), 'refund-exceeds-sale')
    assert.equal(upstream.sent.length, 2)
    await sales.drain()
  },
)

eachEngine<LedgerTables>(
  'INV-22 a refund without a covering sale is refused before anything is written',
  async ({ store }) => {
    const { sales, upstream } = await shop(store)
    await insert(store, PAID, {
      ...rows.approved,
      id: 'sale_person',
      orderRef: 'o2',
      byWhom: 'person',
      idempotencyKey: 'k2',
      externalId: 'tb-2',
      sessionId: 'ses_b',
      deviceId: 'd9',
    })
    const begin = (order: string, of: string, amountMinor: number): Promise<SaleResult> => {
      keys += 1
      const access = accessTo(order, { amountMinor, refund: { of, reference: 'first', person: 'ann' } })
      return sales.start(access, request(amountMinor, { order }), `key-of-a-refund-${keys}`)
    }
    assert.equal(codeOf(await begin('o1', 'sale_none', 1)), 'sale-not-found')
    assert.equal(codeOf(await begin('o2', PAID.id, 1)), 'sale-not-found')
    assert.equal(codeOf(await begin('o2', 'sale_person', 1)), 'sale-not-refundable')
    assert.equal(codeOf(await begin('o1', PAID.id, 4_201)), 'refund-exceeds-sale')
    keys += 1
    const otherAmount = await sales.start(refundOf(100), request(200), `key-of-a-refund-${keys}`)
    assert.equal(codeOf(otherAmount), 'forbidden')
    assert.equal(upstream.deviceReads, 0)
    assert.deepEqual(await sales.refunds({ merchant: 'm1', order: 'o1' }), [])
    const judged = await sales.judgeRefund({
      merchant: 'm2',
      order: 'o1',
      refund: { of: PAID.id, reference: 'first' },
      amountMinor: 1,
      currency: 'USD',
    })
    assert.equal(judged?.code, 'sale-not-found')
  },
)

eachEngine<LedgerTables>(
  'D-123 INV-22 at most one refund of a sale is open, of whatever reference',
  async ({ store }) => {
    const { sales } = await shop(store)
    await insert(store, PAID)
    assert.equal(codeOf(await start(sales, 1_000)), 'created')
    const beside = await start(sales, 1_000, 'second', { deviceId: 'd2' })
    assert.equal(codeOf(beside), 'refund-open')
    assert.ok(!beside.ok && beside.sale === undefined)
    // The sale page of the order and another order are not affected.
    const other = await sales.start(
      accessTo('o5'),
      request(4_200, { order: 'o5', deviceId: 'd3' }),
      'key-of-another-order',
    )
    assert.equal(codeOf(other), 'created')
  },
)

for (const references of ['one reference', 'ten references'] as const)
  eachEngine<LedgerTables>(
    `INV-22 ten refunds of ${references} that start at once on two instances start one`,
    async ({ store, open }) => {
      const upstream = new ScriptedUpstream()
      const one = await shop(store, upstream)
      const two = await shop(await open(), upstream, 2)
      await insert(store, PAID)
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          start(
            index % 2 === 0 ? one.sales : two.sales,
            1_000,
            references === 'one reference' ? 'first' : `r${index}`,
            { deviceId: `d${index + 1}` },
          ),
        ),
      )
      assert.equal(all.filter((result) => codeOf(result) === 'created').length, 1, all.map(codeOf).join())
      const refused = new Set(all.filter(({ ok }) => !ok).map(codeOf))
      assert.deepEqual(
        [...refused].filter((code) => !['sale-open', 'refund-open', 'device-busy'].includes(code)),
        [],
      )
      assert.equal((await one.sales.refunds({ merchant: 'm1', order: 'o1' })).length, 1)
    },
  )

eachEngine<LedgerTables>(
  'INV-22 the insert itself refuses a refund that the sale does not cover now',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const ledger = new Ledger(sqlLedgerStore(store))
    await insert(store, PAID)
    const refuses = async (row: SaleRow): Promise<void> => {
      await assert.rejects(ledger.insert(row), (error) => uniqueViolation(error, LEDGER_INDEXES.refund))
    }
    await refuses(refundRow('a', { amountMinor: 4_201 }))
    await refuses(refundRow('a', { refundOf: 'sale_none' }))
    await refuses(refundRow('a', { creditReference: 'other' }))
    await ledger.insert(refundRow('a', { amountMinor: 1_000 }))
    await refuses(refundRow('b', { amountMinor: 1_000, refundRef: 'second' }))
    await refuses(refundRow('b', { amountMinor: 1_000, attempt: 2 }))
    // A refund in doubt counts in full.
    await store.db
      .updateTable('sale')
      .set({ state: 'in_doubt', device_hold: 0 })
      .where('id', '=', 'a')
      .execute()
    await refuses(refundRow('b', { amountMinor: 1_000, refundRef: 'second' }))
    await store.db
      .updateTable('sale')
      .set({ state: 'approved', settled_at_ms: 5 })
      .where('id', '=', 'a')
      .execute()
    await refuses(refundRow('b', { amountMinor: 3_201, refundRef: 'second' }))
    await ledger.insert(refundRow('b', { amountMinor: 3_200, refundRef: 'second' }))
  },
)

eachEngine<LedgerTables>(
  'D-37 a refund is not sent after its sale or an earlier refund changed',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const ledger = new Ledger(sqlLedgerStore(store))
    await insert(store, PAID, declinedRefund)
    await ledger.insert(refundRow('b', { amountMinor: 2_200, refundRef: 'second' }))
    const late = await ledger.apply('a', { type: 'session_read', outcome: approved }, OPTIONS)
    assert.ok(late.kind === 'moved' && late.row.state === 'review')
    assert.equal((await ledger.find('b'))?.conflictWith, 'a')
    const sent = await ledger.apply('b', { type: 'send_claimed' }, OPTIONS)
    assert.deepEqual([sent.kind, sent.kind === 'refused' && sent.why], ['refused', 'guard'])
    assert.equal((await ledger.find(PAID.id))?.conflictWith, null)
  },
)

eachEngine<LedgerTables>(
  'D-37 a refund is not sent once the payment of its sale is no longer certain',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const ledger = new Ledger(sqlLedgerStore(store))
    const attested: SaleRow = { ...PAID, byWhom: 'person', person: 'ann' }
    await insert(store, attested, refundRow('a'))
    const unpaid = {
      type: 'session_read',
      outcome: { kind: 'declined', code: '51', message: null, reference: null },
    } as const
    await ledger.apply(PAID.id, unpaid, OPTIONS)
    await store.db.updateTable('sale').set({ seen_first_ms: 1 }).where('id', '=', PAID.id).execute()
    const changed = await ledger.apply(PAID.id, unpaid, OPTIONS)
    assert.ok(changed.kind === 'moved' && changed.row.state === 'review')
    const flagged = await ledger.find('a')
    assert.equal(flagged?.conflictWith, PAID.id)
    const sent = await ledger.apply('a', { type: 'send_claimed' }, OPTIONS)
    assert.deepEqual([sent.kind, sent.kind === 'refused' && sent.why], ['refused', 'guard'])
  },
)

eachEngine<LedgerTables>(
  'INV-22 a refund of unknown result counts until a person resolves it, and the host hears of the refund',
  async ({ open }) => {
    const clock = new ManualClock(Date.now())
    const store = await open({ testClock: () => clock.now() })
    await store.migrate(LEDGER_MIGRATIONS)
    const upstream = new ScriptedUpstream()
    upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'reset' }, late: null })
    const announcing = { targets: () => ['webhook' as const], written() {} }
    const parts = { store, merchants: () => upstream, clock, random: seededRandom(1), log: keptLog().log }
    const sales = createSales({ ...parts, announcing })
    await insert(store, PAID)
    await sales.begin()
    assert.equal(codeOf(await start(sales, 3_000)), 'created')
    const own = refundOf(3_000)
    await clock.until(async () => (await sales.newest(own))?.state === 'in_doubt', 60_000)
    const { id } = (await sales.newest(own)) as Sale
    assert.equal(codeOf(await start(sales, 3_000, 'first', { attempt: 2, deviceId: 'd2' })), 'sale-open')
    assert.equal(codeOf(await start(sales, 1_000, 'second', { deviceId: 'd2' })), 'refund-open')
    const grant = { merchant: 'm1', order: 'o1', amountMinor: 1_201, currency: 'USD' } as const
    const second = { ...grant, refund: { of: PAID.id, reference: 'second' } }
    assert.equal((await sales.judgeRefund(second))?.code, 'refund-exceeds-sale')
    assert.equal(await sales.judgeRefund({ ...second, amountMinor: 1_200 }), null)
    const resolve = { merchant: 'm1', sale: id, person: 'bo', origin: 'https://shop.test' }
    assert.equal(codeOf(await sales.resolve(resolve, { outcome: 'unpaid' })), 'device-not-free')
    await clock.advance(371_000)
    const resolved = await sales.resolve(resolve, { outcome: 'unpaid' })
    assert.ok(resolved.ok && resolved.sale.state === 'closed_unpaid')
    assert.equal(await sales.judgeRefund(second), null)
    assert.equal(codeOf(await start(sales, 4_200, 'second', { deviceId: 'd2' })), 'created')
    const hostEvents = await store.db
      .selectFrom('sale_outbox')
      .select(['type', 'sale_id'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      hostEvents.filter((one) => one.sale_id === id).map(({ type }) => type),
      ['refund.in_doubt', 'refund.resolved'],
    )
    await sales.drain()
  },
)
