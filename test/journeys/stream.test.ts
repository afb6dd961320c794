// The stream of a sale in a real browser when it is cut, stalls, or is buffered by a proxy (P62, P63), and a start that a proxy
// sends twice (P1).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFaultLine, type FaultLine, type Plan } from '../kit/line/fault-line.ts'
import { CARD } from './support/clerk.ts'
import { openProcesses } from './support/processes.ts'
import { useTill } from './support/till.ts'

const EVENTS = /^GET \/v1\/sales\/\w+\/events$/

const till = useTill(
  {
    terminal: 'Front counter',
    expects: [
      /Failed to load resource: net::ERR_/,
      // A request that a proxy, or the browser after a reset, delivers twice has a proof that was used before (RFC 9449 §11.1). The
      // element retries with a new one.
      /Failed to load resource: the server responded with a status of 401/,
    ],
  },
  async () => openProcesses({ front: (front = await openFaultLine()) }),
)
let front: FaultLine
after(() => front.close())

/** One sale of 42.00 whose requests meet a fault plan; the clerk sees each of its states once. */
async function sell(plan: Plan): Promise<void> {
  const clerk = await till.tab()
  const planned = front.plan(plan)
  await clerk.charge('$42.00', 'Front counter')
  await planned.met
  await clerk.sees(CARD)
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  planned.drop()
  assert.deepEqual(await clerk.settled(), ['approved'])
  assert.equal(till.shop.books.sales(till.order).length, 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
  assert.equal(await clerk.fact('Reference'), till.shop.books.sale(till.order).reference)
  await clerk.page.close()
}

for (const [where, down] of [
  ['before its first byte', { type: 'cut', at: 0 }],
  ['in its head', { type: 'reset', at: 60 }],
  ['in its first frame', { type: 'half_close', at: 900 }],
  ['in its second frame', { type: 'cut', at: 1_900 }],
  ['later on', { type: 'reset', at: 2_700 }],
] as const)
  test(`P62 a stream interrupted ${where} loses no event in a browser`, () => sell({ request: EVENTS, down }))

test('P62 reconnects a stream that is interrupted four times in a row', () =>
  sell({ request: EVENTS, down: { type: 'cut', at: 1_000 }, times: 4 }))

test('P63 polls the sale behind a buffering proxy and shows its end', () =>
  sell({ request: EVENTS, down: { type: 'hold' }, times: Infinity }))

test('P1 a start duplicated by a proxy makes one sale, with either answer', async () => {
  for (const twice of ['first', 'second'] as const) {
    till.order = await till.shop.newOrder()
    await sell({ request: /^POST \/v1\/sales$/, twice })
  }
})
