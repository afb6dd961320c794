// D-93: the host gets one event per doubt, also after resends of the attempt.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { LedgerTables } from './tables.ts'
import { accessTo, accepted, ScriptedUpstream } from '../testing.ts'
import { saleRequest, salesOn } from '../sales.testing.ts'

const LOST = { exchange: { kind: 'broken', cause: 'reset' }, late: null } as const

interface Shop {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly store: Store<LedgerTables>
  /** The host's events in order. */
  hostEvents(): Promise<string[]>
}

async function shop(context: TestContext): Promise<Shop> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream({ repeat: 'replays' })
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const sales = salesOn(store, upstream, 3, {
    clock,
    announcing: { targets: () => ['webhook'], written() {} },
  })
  await sales.begin()
  context.after(async () => {
    await clock.ended(sales.drain())
    await store.close()
  })
  const request = saleRequest('o1')
  upstream.onSend = () => LOST
  assert.ok((await sales.start(accessTo('o1'), request, 'key-of-the-order-o1')).ok)
  return {
    clock,
    upstream,
    store,
    async hostEvents() {
      const rows = await store.db.selectFrom('sale_outbox').select('type').orderBy('id').execute()
      return rows.map(({ type }) => type)
    },
  }
}

test('D-93 reports two sends without an answer to the host as one doubt', async (context) => {
  const { clock, upstream, hostEvents } = await shop(context)
  await clock.until(() => upstream.sent.length === 2)
  await clock.advance(30_000)
  assert.deepEqual(await hostEvents(), ['sale.in_doubt'])
})

test('D-93 reports another doubt after the terminal had the sale again', async (context) => {
  const { clock, upstream, hostEvents } = await shop(context)
  upstream.onSend = (order, number) =>
    number < 2 ? LOST : { exchange: accepted(`ses_${order.externalId}`), late: null }
  upstream.onRead = () => ({ kind: 'missing' })
  await clock.until(async () => (await hostEvents()).length === 2, 120_000)
  await clock.advance(60_000)
  assert.deepEqual([upstream.sent.length, await hostEvents()], [2, ['sale.in_doubt', 'sale.in_doubt']])
})
