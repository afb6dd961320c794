// D-39: how long a terminal is fenced after a lost answer, measured for each switch of the upstream on a clock that is moved.
// The documentation has the same table; this test asserts its figures.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { Sales } from '../sales.ts'
import { accepted, accessTo, ScriptedUpstream } from '../testing.ts'
import { salesOn } from '../sales.testing.ts'

const LOST = { exchange: { kind: 'broken', cause: 'reset' }, late: null } as const
const request = (order: string) =>
  ({ order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: 'd1' }) as const

interface Shop {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly store: Store<LedgerTables>
  readonly sales: Sales
  /** When the sale was sent. */
  readonly sentAtMs: number
  now(): Promise<Sale>
  /** Seconds after the send at which another order may use the terminal. */
  freeAfterSeconds(): Promise<number>
}

/** A shop whose send was lost; the terminal is idle by default. */
async function lostSend(
  context: TestContext,
  features: Partial<UpstreamFeatures>,
  arrange: (upstream: ScriptedUpstream) => void = () => {},
): Promise<Shop> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream(features)
  upstream.onSend = () => LOST
  arrange(upstream)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const sales = salesOn(store, upstream, 3, { clock })
  await sales.begin()
  context.after(async () => {
    await clock.ended(sales.drain())
    await store.close()
  })
  assert.ok((await sales.start(accessTo('o1'), request('o1'), 'key-of-the-order-o1')).ok)
  await clock.until(() => upstream.sent.length > 0)
  const sentAtMs = clock.now()
  const shop: Shop = {
    clock,
    upstream,
    store,
    sales,
    sentAtMs,
    async now() {
      const sale = await sales.newest(accessTo('o1'))
      assert.ok(sale !== null)
      return sale
    },
    async freeAfterSeconds() {
      const held = async (): Promise<boolean> =>
        (await sales.holds({ merchant: 'm1', order: null }, ['d1'])).size > 0
      await clock.until(async () => !(await held()), 400_000)
      return Math.round((clock.now() - sentAtMs) / 1000)
    },
  }
  return shop
}

/** Enabled features → result of the send → seconds until the terminal is free, and the state of the sale then. */
const FENCES: readonly (readonly [string, Partial<UpstreamFeatures>, number, Sale['state']])[] = [
  ['nothing', {}, 370, 'in_doubt'],
  ["`lookup: 'authoritative'`", { lookup: 'authoritative' }, 82, 'not_started'],
  ['`deviceSession: true`', { deviceSession: true }, 82, 'in_doubt'],
]

for (const [what, features, seconds, state] of FENCES)
  test(`D-39 frees a terminal that never got the request after ${seconds} s with ${what}`, async (context) => {
    const shop = await lostSend(context, features, (upstream) => {
      upstream.live = () => (features.deviceSession === true ? null : undefined)
    })
    const took = await shop.freeAfterSeconds()
    assert.ok(Math.abs(took - seconds) <= 1, `${took} s`)
    assert.equal((await shop.now()).state, state)
    const page = await readFile(
      new URL('../../../../../demo/docs/pages/upstream.md', import.meta.url),
      'utf8',
    )
    assert.match(page, new RegExp(`^\\| ${what.replaceAll(/[.'`]/g, '.')} \\| ${seconds} s \\|`, 'mi'))
  })

test('D-39 follows a replayed request again at once', async (context) => {
  const shop = await lostSend(context, { repeat: 'replays' }, (upstream) => {
    upstream.onSend = (order, number) =>
      number === 1 ? LOST : { exchange: accepted(`ses_${order.externalId}`), late: null }
  })
  await shop.clock.advance(2_000)
  assert.equal((await shop.now()).state, 'started')
})

test('D-39 follows our session shown by a device after one read and keeps the device held', async (context) => {
  const shop = await lostSend(context, { deviceSession: true }, (upstream) => (upstream.live = () => null))
  await shop.clock.advance(20_000)
  assert.equal((await shop.now()).state, 'in_doubt')
  const { externalId } = await shop.now()
  shop.upstream.live = () => ({ sessionId: 'ses_1', externalId })
  await shop.clock.advance(15_100)
  const found = await shop.now()
  assert.deepEqual([found.state, found.sessionId], ['started', 'ses_1'])
  assert.equal((await shop.sales.holds({ merchant: 'm1', order: null }, ['d1'])).size, 1)
})

for (const [what, arrange] of [
  ['is not connected', (upstream: ScriptedUpstream) => void (upstream.deviceStatus = 'DISCONNECTED')],
  [
    'does not say which session it has',
    (upstream: ScriptedUpstream) => void (upstream.live = () => undefined),
  ],
] as const)
  test(`D-39 keeps the fence if the device ${what}`, async (context) => {
    const shop = await lostSend(context, { deviceSession: true })
    shop.upstream.live = () => null
    arrange(shop.upstream)
    assert.equal(await shop.freeAfterSeconds(), 370)
  })

test('D-39 another session frees the device of ours, a single idle read does not', async (context) => {
  const shop = await lostSend(context, { deviceSession: true })
  shop.upstream.live = () => ({ sessionId: 'ses_9', externalId: 'somebody-else' })
  await shop.clock.advance(74_000)
  assert.equal((await shop.sales.holds({ merchant: 'm1', order: null }, ['d1'])).size, 1)
  const took = await shop.freeAfterSeconds()
  assert.ok(took >= 80 && took <= 82, `${took} s`)
  const { id } = await shop.now()
  const resolved = await shop.sales.resolve(
    { merchant: 'm1', sale: id, person: 'ann', origin: 'https://shop.test' },
    { outcome: 'unpaid' },
  )
  assert.equal(resolved.ok && resolved.sale.state, 'closed_unpaid')
})

test('D-39 reads no device for a sale in doubt unless configured', async (context) => {
  const shop = await lostSend(context, {})
  const before = shop.upstream.deviceReads
  await shop.clock.advance(120_000)
  assert.equal(shop.upstream.deviceReads, before)
})
