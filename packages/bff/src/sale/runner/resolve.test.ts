// A person attests the result of an unknown sale: only after the fence, once, by name (rules 20 and 21).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Attestation, Sale } from '@tapboard/contract'
import { openStore, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { systemClock } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import { firstBroken } from '../ledger/chain.ts'
import { SALE_EVENT, type LedgerTables } from '../ledger/tables.ts'
import type { SaleEventRow } from '../machine/row.ts'
import type { SaleResult } from '../sale-result.ts'
import type { Sales } from '../sales.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, eventsOf } from '../testing.ts'
import { salesOn } from '../sales.testing.ts'

const PAID: Attestation = { outcome: 'paid', reference: 'R-77' }
const UNPAID: Attestation = { outcome: 'unpaid' }
const FENCE_MS = 370_000

interface World {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly store: Store<LedgerTables>
  readonly sales: Sales
  readonly lines: { level: string; message: string }[]
  start(attempt?: number): Promise<SaleResult>
  now(): Promise<Sale>
  attest(attestation: Attestation, person?: string, merchant?: string): Promise<SaleResult>
}

const as = (sale: Sale, person = 'ann', merchant = 'm1') => ({
  merchant,
  sale: sale.id,
  person,
  origin: 'https://shop.test',
})
const request = (attempt: number) =>
  ({ order: 'o1', attempt, amountMinor: 4200, currency: 'USD', deviceId: 'd1' }) as const
const codeOf = (result: SaleResult): string => (result.ok ? result.sale.state : result.code)

/** A shop whose first sale is in doubt: the answer to its send was lost. */
async function doubtful(context: TestContext, features: Partial<UpstreamFeatures> = {}): Promise<World> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream(features)
  upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'reset' }, late: null })
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const { log, lines } = keptLog()
  const sales = salesOn(store, upstream, 3, { clock, log })
  await sales.begin()
  context.after(async () => {
    await clock.ended(sales.drain())
    await store.close()
  })
  const one: World = {
    clock,
    upstream,
    store,
    sales,
    lines,
    start: (attempt = 1) => sales.start(accessTo('o1'), request(attempt), `key-of-the-order-o1-${attempt}`),
    async now() {
      const sale = await sales.newest(accessTo('o1'))
      assert.ok(sale)
      return sale
    },
    attest: async (attestation, person, merchant) =>
      sales.resolve(as(await one.now(), person, merchant), attestation),
  }
  assert.ok((await one.start()).ok)
  await clock.until(async () => (await one.now()).state === 'in_doubt')
  return one
}

const events = async ({ store }: World): Promise<SaleEventRow[]> => {
  const columns = await store.db.selectFrom('sale_event').selectAll().orderBy('number').execute()
  return columns.map(SALE_EVENT.toRow)
}

test('P6 refuses a resolution before the terminal is free, with the time', async (context) => {
  const w = await doubtful(context)
  const { deviceFreeAtMs, nowMs } = await w.now()
  assert.ok(deviceFreeAtMs !== null && deviceFreeAtMs - nowMs <= FENCE_MS)
  for (const attestation of [PAID, UNPAID]) {
    const refused = await w.attest(attestation)
    assert.equal(codeOf(refused), 'device-not-free')
    assert.ok(!refused.ok && refused.sale?.state === 'in_doubt')
    assert.equal(refused.retryAfterSeconds, Math.ceil((deviceFreeAtMs - w.clock.now()) / 1000))
  }
  w.clock.jump(deviceFreeAtMs - w.clock.now() - 1)
  assert.equal(codeOf(await w.attest(PAID)), 'device-not-free')
  assert.equal(codeOf(await w.start(2)), 'sale-open')
  assert.deepEqual(
    (await events(w)).filter(({ person }) => person !== null),
    [],
  )
})

test('P6 accepts "paid" once the terminal is free and records reference and person in the chain', async (context) => {
  const w = await doubtful(context)
  // The runner has not applied rule 19 yet; the attestation does not wait for it.
  w.clock.jump(((await w.now()).deviceFreeAtMs ?? 0) - w.clock.now())
  const paid = await w.attest({ outcome: 'paid', reference: 'R-77', approvalCode: 'A 9' })
  assert.ok(paid.ok)
  const { state, by, reference, approvalCode, settledAtMs } = paid.sale
  assert.deepEqual([state, by, reference, approvalCode], ['approved', 'person', 'R-77', 'A 9'])
  assert.equal(settledAtMs, w.clock.now())
  const rows = await events(w)
  assert.deepEqual(
    rows.map(({ type, person }) => [type, person]),
    [
      ['created', null],
      ['claimed', null],
      ['doubted', null],
      ['device_released', null],
      ['attested_paid', 'ann'],
    ],
  )
  const row = await w.store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
  assert.equal(firstBroken(rows, row.event_hash), null)
  const forged = rows.map((event) => (event.person === null ? event : { ...event, person: 'bob' }))
  assert.equal(firstBroken(forged, row.event_hash), 5)
  assert.ok(w.lines.some(({ message }) => message === 'a person resolved a sale'))
  assert.equal(codeOf(await w.start(2)), 'order-already-paid')
})

test('P6 "not paid" frees the order, and the next attempt charges', async (context) => {
  const w = await doubtful(context)
  await w.clock.advance(FENCE_MS + 1_000)
  assert.equal(codeOf(await w.start(2)), 'sale-open')
  assert.equal(codeOf(await w.attest(UNPAID)), 'closed_unpaid')
  w.upstream.onSend = ({ externalId }) => ({
    exchange: {
      kind: 'answer',
      answer: {
        status: 200,
        headers: { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null },
        body: new TextEncoder().encode(JSON.stringify({ sessionId: `ses_${externalId}` })),
        complete: true,
      },
    },
    late: null,
  })
  w.upstream.onRead = () => APPROVED
  assert.ok((await w.start(2)).ok)
  await w.clock.until(async () => (await w.now()).state === 'approved')
  const { attempt, by } = await w.now()
  assert.deepEqual([attempt, by], [2, 'upstream'])
  assert.equal(w.upstream.sent.length, 2)
})

test('D-41 a repeated attestation is idempotent; another one, or another person, gets the sale', async (context) => {
  const w = await doubtful(context)
  await w.clock.advance(FENCE_MS + 1_000)
  assert.equal(codeOf(await w.attest(PAID)), 'approved')
  const { version } = await w.now()
  const again = await w.attest(PAID)
  assert.ok(again.ok && !again.created)
  for (const [attestation, person] of [
    [UNPAID, 'ann'],
    [{ outcome: 'paid', reference: 'R-78' }, 'ann'],
    [{ outcome: 'paid', reference: 'R-77', approvalCode: 'A1' }, 'ann'],
    [PAID, 'bob'],
  ] as const) {
    const refused = await w.attest(attestation, person)
    assert.equal(codeOf(refused), 'not-resolvable')
    assert.ok(!refused.ok && refused.sale?.state === 'approved' && refused.sale.reference === 'R-77')
  }
  assert.equal((await w.now()).version, version)
})

test('refuses a resolution by another merchant and of a sale in progress', async (context) => {
  const w = await doubtful(context)
  await w.clock.advance(FENCE_MS + 1_000)
  assert.equal(codeOf(await w.attest(PAID, 'ann', 'm2')), 'sale-not-found')
  assert.equal(
    codeOf(await w.sales.resolve(as({ ...(await w.now()), id: 'sale_x' }), PAID)),
    'sale-not-found',
  )
  assert.equal((await w.now()).state, 'in_doubt')
  await w.store.db.updateTable('sale').set({ state: 'started', session_id: 'ses_1' }).execute()
  const refused = await w.attest(PAID)
  assert.equal(codeOf(refused), 'not-resolvable')
  assert.match(refused.ok ? '' : refused.detail, /not known yet/)
})

test('resolves a sale in review like one in doubt, after the same fence', async (context) => {
  const w = await doubtful(context, { lookup: 'authoritative' })
  w.upstream.onFind = () => 'ses_1'
  w.upstream.onRead = () => ({
    ...APPROVED,
    transactionResult: { ...APPROVED.transactionResult, amount: 43 },
  })
  await w.clock.until(async () => (await w.now()).state === 'review')
  const { deviceFreeAtMs } = await w.now()
  assert.ok(deviceFreeAtMs !== null && deviceFreeAtMs > w.clock.now())
  assert.equal(codeOf(await w.attest(UNPAID)), 'device-not-free')
  w.clock.jump(deviceFreeAtMs - w.clock.now())
  assert.equal(codeOf(await w.attest(PAID)), 'approved')
})

test('D-94 "paid" after "unpaid" by another person goes to review, notifies the host, and a third person decides', async (context) => {
  const w = await doubtful(context)
  await w.clock.advance(FENCE_MS + 1_000)
  assert.equal(codeOf(await w.attest(UNPAID, 'ann')), 'closed_unpaid')
  assert.equal(codeOf(await w.attest(PAID, 'ann')), 'not-resolvable')
  const answer = await w.attest(PAID, 'bob')
  assert.ok(answer.ok && answer.created)
  const { state, reason, by, reference, settledAtMs } = answer.sale
  assert.deepEqual(
    [state, reason, by, reference, settledAtMs],
    ['review', 'late_conflict', 'person', 'R-77', null],
  )
  assert.ok(w.lines.some(({ message }) => message === 'a sale needs a person'))
  const repeat = await w.attest(PAID, 'bob')
  assert.ok(repeat.ok && !repeat.created && repeat.sale.state === 'review')
  const insists = await w.attest(UNPAID, 'ann')
  assert.ok(insists.ok && !insists.created && insists.sale.state === 'review')
  const another = await w.attest({ outcome: 'paid', reference: 'R-78' }, 'bob')
  assert.deepEqual(another.ok || [another.code, another.sale?.state], ['not-resolvable', 'review'])
  assert.equal(codeOf(await w.start(2)), 'sale-open')
  assert.equal(codeOf(await w.attest(UNPAID, 'cleo')), 'closed_unpaid')
  const chain = await events(w)
  assert.deepEqual(
    chain.filter(({ person }) => person !== null).map(({ type, person }) => `${type} ${person}`),
    ['attested_unpaid ann', 'reviewed bob', 'attested_unpaid cleo'],
  )
  assert.equal(firstBroken(chain, chain.at(-1)?.hash ?? ''), null)
})

test('a check reads a sale in doubt at once', async (context) => {
  const w = await doubtful(context, { lookup: 'authoritative' })
  await w.clock.advance(40_000)
  let looks = 0
  w.upstream.onFind = () => {
    looks += 1
    return null
  }
  const row = await w.store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
  assert.ok(row.lease_owner === null && (row.next_at_ms ?? 0) > w.clock.now() + 1_000)
  const checked = await w.sales.check(accessTo('o1'), row.id)
  assert.ok(checked.ok && checked.looking && checked.sale.state === 'in_doubt')
  await w.clock.advance(50)
  assert.equal(looks, 1)
  assert.equal((await w.now()).version, row.version)
})

test('D-42 a check reports that without session and look-up no read is possible', async (context) => {
  const w = await doubtful(context)
  const { id } = await w.now()
  const checked = await w.sales.check(accessTo('o1'), id)
  assert.ok(checked.ok && !checked.looking)
  assert.equal(codeOf((await w.sales.check(accessTo('o2'), id)) as SaleResult), 'sale-not-found')
})

eachEngine<LedgerTables>(
  'D-94 ten concurrent opposite attestations of two persons never lose "paid"',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream()
    upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'reset' }, late: null })
    const make = (on: typeof store, seed: number): Sales =>
      salesOn(on, upstream, seed, { clock: systemClock })
    const [one, other] = [make(store, 1), make(await open(), 2)]
    await one.begin()
    const started = await one.start(accessTo('o1'), request(1), 'key-of-the-order-o1-1')
    assert.ok(started.ok)
    for await (const { sale } of eventsOf(
      one.watch(accessTo('o1'), started.sale.id, 0, AbortSignal.timeout(20_000)),
    ))
      if (sale.state === 'in_doubt') break
    await one.drain()
    await store.db.updateTable('sale').set({ device_free_at_ms: 1 }).execute()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).resolve(
          as(started.sale, index % 2 === 0 ? 'bob' : 'ann'),
          index % 2 === 0 ? PAID : UNPAID,
        ),
      ),
    )
    const end = await one.newest(accessTo('o1'))
    assert.equal(end?.reference, 'R-77')
    const events = await store.db
      .selectFrom('sale_event')
      .select(['type', 'person'])
      .where('person', 'is not', null)
      .orderBy('number')
      .execute()
    const history = events.map(({ type, person }) => `${type} ${person}`)
    const answers = (whose: number): Set<string> =>
      new Set(results.filter((_, index) => index % 2 === whose).map(codeOf))
    if (end.state === 'approved') {
      assert.deepEqual(history, ['attested_paid bob'])
      assert.deepEqual([answers(0), answers(1)], [new Set(['approved']), new Set(['not-resolvable'])])
      return
    }
    assert.deepEqual([end.state, end.reason, end.by], ['review', 'late_conflict', 'person'])
    assert.deepEqual(history, ['attested_unpaid ann', 'reviewed bob'])
    assert.deepEqual(answers(0), new Set(['review']))
  },
)
