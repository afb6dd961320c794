// A BFF process whose merchants change while people pay: added, with a rotated key, removed with an unknown result, refused, and fifty
// reloads under load; and one that is restarted without a merchant. Nothing is lost and nothing is charged twice.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { web } from '@tapboard/contract'
import { LONG } from '../kit/limits.ts'
import { createDatabase } from '../kit/postgres.ts'
import { openClient, startOf, visit, type Visit } from '../kit/shopper.ts'
import { until } from '../kit/until.ts'
import { hostSecretOf, linesOf, openTill, type Till } from './support/live-till.ts'

/** Reloads with another list each, while people pay. */
const RELOADS = 50
/** Terminals at which people pay during the reloads. */
const LANES = 6

const pay = (till: Till, id: string, device: string, order: string): Promise<Visit> =>
  visit(till.shop(id, device), order, () => 0.5)

async function walk(context: TestContext, ledgerUrl?: string): Promise<void> {
  const till = await openTill(context, ledgerUrl)
  const { old, rotated, other } = till.keys
  const slow = await till.device(old, 'FRONT-SLOW')
  const left = await till.device(old, 'LEFT-OK')
  const quick = await till.device(other, 'BACK-OK')

  // The key of a sale in progress is revoked and replaced, and another merchant is added.
  const rotating = pay(till, 'first', slow, 'order-1')
  await till.becomes('order-1', 'started')
  await till.revokeOld()
  const both = [
    { id: 'first', apiKey: rotated },
    { id: 'second', apiKey: other },
  ]
  await till.reload(both, 'merchant-changed')
  assert.equal((await pay(till, 'second', quick, 'order-2')).shown, 'approved')
  assert.equal((await rotating).shown, 'approved')

  // The merchant of a sale with an unknown result is removed, by a change of the file alone.
  till.line.block(true)
  const unknown = pay(till, 'first', left, 'order-3')
  await till.becomes('order-3', 'sending', 'in_doubt')
  till.write([{ id: 'second', apiKey: other }])
  await until('the merchant is removed', () => linesOf(till.bff, 'merchant-removed') === 1, 30_000)
  const refused = await fetch(`${till.bff.url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hostSecretOf('first')}`, 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(refused.status, 401)
  assert.equal(await till.metric('merchants_removed'), 1)
  till.line.block(false)
  assert.equal((await unknown).shown, 'approved')

  // A file that is no JSON.
  assert.equal(await till.metric('config_last_reload_successful'), 1)
  till.write('[{')
  await until('the file is refused', () => linesOf(till.bff, 'merchants-refused') === 1, 30_000)
  assert.equal(await till.metric('config_last_reload_successful'), 0)
  assert.equal((await pay(till, 'second', quick, 'order-4')).shown, 'approved')
  assert.deepEqual(await till.contradictions(), [])
  for (const key of Object.values(till.keys)) assert.ok(!till.bff.output().includes(key))
}

test('D-213 merchants are added, rotated and removed while they sell (embedded file)', (context) =>
  walk(context))

// The embedded file shows the same in `npm test`: no statement of a change depends on the engine except one, which has a test on both.
if (LONG)
  test('D-213 merchants are added, rotated and removed while they sell (PostgreSQL)', async (context) => {
    const database = await createDatabase(process.env['DATABASE_URL'] ?? '')
    context.after(() => database.drop())
    await walk(context, database.url)
  })

test('D-213 fifty reloads lose no request and charge nobody twice', async (context) => {
  const till = await openTill(context)
  const { old, other } = till.keys
  const devices = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => till.device(old, `LANE-${lane}-OK`)),
  )
  const over = new AbortController()
  const visits: Visit[] = []
  const lanes = devices.map(async (device, lane) => {
    for (let number = 1; !over.signal.aborted; number += 1)
      visits.push(await pay(till, 'first', device, `lane-${lane}-${number}`))
  })
  for (let round = 1; round <= RELOADS; round += 1) {
    // The reloads are spread over the visits.
    await until('people pay', () => visits.length >= Math.floor(round / 3))
    const list = [{ id: 'first', apiKey: old, name: `First ${round}` }]
    await till.reload(
      round % 2 === 0 ? list : [...list, { id: 'second', apiKey: other }],
      'merchant-changed',
      round,
    )
  }
  over.abort()
  await Promise.all(lanes)
  for (const { shown, repeats } of visits) assert.deepEqual([shown, repeats], ['approved', 0])
  assert.equal(linesOf(till.bff, 'merchants-refused'), 0)
  assert.deepEqual(await till.contradictions(), [])
})

test('D-213 a restart without a merchant whose sale is open says what cannot be followed, and goes on when it is back', async (context) => {
  const till = await openTill(context)
  const { old, other } = till.keys
  const [first, second] = [
    { id: 'first', apiKey: old },
    { id: 'second', apiKey: other },
  ]
  const device = await till.device(old, 'LEFT-OK')
  till.line.block(true)
  const client = openClient(till.shop('first', device), 'order-1')
  const never = new AbortController().signal
  assert.ok((await client.call(web.startSale, startOf('order-1', device, never))).ok)
  await till.becomes('order-1', 'in_doubt')

  await till.reload([second], 'merchant-removed')
  const output = await till.restart()
  // Before the restart: at the removal, and at the end with the number of sales that lose their key.
  assert.equal(output.split('"code":"merchant-removed"').length - 1, 2)
  assert.match(output, /"code":"merchant-removed","merchant":"first","sales":1,"others":0/)

  // After it: at the start with the number, and for the sale; a second restart says the same.
  await until('the start names the merchant', () => linesOf(till.bff, 'merchant-missing') === 2, 30_000)
  assert.match(till.bff.output(), /"code":"merchant-missing","merchant":"first","sales":1,"others":0/)
  assert.match(till.bff.output(), /"code":"merchant-missing","merchant":"first","saleId":"sale_/)
  assert.equal(await till.metric('merchants_missing'), 1)
  till.line.block(false)
  await till.becomes('order-1', 'in_doubt')

  await till.reload([first, second], 'merchant-added')
  await till.becomes('order-1', 'approved')
  await until('no merchant is missing', async () => (await till.metric('merchants_missing')) === 0)
  assert.deepEqual(await till.contradictions(), [])
})
