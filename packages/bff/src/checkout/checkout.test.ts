// The first request of a page, with and without an upstream; device reads are shared and at most 2 s old (P82).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Checkout } from '@tapboard/contract'
import type { Bench } from '../testing/bench.ts'
import { createBench } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import { openPage, saleGrant, setupGrant, type Page } from '../testing/page.ts'
import { someSale } from '../testing/script.ts'

const AWAY = {
  ok: false,
  code: 'upstream-unavailable',
  detail: 'Try again in a moment.',
  retryAfterSeconds: 3,
} as const

const checkout = async (page: Page): Promise<Checkout> => {
  const response = await page.send('GET', '/v1/checkout')
  assert.equal(response.status, 200)
  return (await expectAnswer('getCheckout', response)) as Checkout
}
const narrow = (bench: Bench, devices: string[]): Promise<Page> =>
  openPage(bench, (jkt) => ({ ...saleGrant(jkt), devices }) as never)

void test('one answer has merchant, amount, terminals, sale and features', async () => {
  const bench = await createBench()
  const answer = await checkout(await openPage(bench))
  assert.deepEqual(answer.merchant, { id: 'shop', name: 'Shop' })
  assert.deepEqual([answer.order, answer.amountMinor, answer.currency], ['A-100', 4_200, 'USD'])
  assert.deepEqual(answer.features, { cancel: true, details: true })
  assert.deepEqual([answer.environment, answer.nextAttempt, answer.nowMs], ['sandbox', 1, bench.clock.now()])
  assert.deepEqual(answer.devices[0], {
    id: 'dev_front',
    name: 'Front counter',
    make: 'A920',
    serialEnding: '1234',
    status: 'CONNECTED',
    ageMs: 0,
    hold: null,
  })
  assert.doesNotMatch(JSON.stringify(answer), /SN-00/)
  await bench.close()
})

void test('checkout, terminal and list report a terminal held by another order', async () => {
  const bench = await createBench()
  bench.sales.held = new Map([['dev_back', { freeInMs: 61_000 }]])
  const page = await openPage(bench)
  const setup = await openPage(bench, setupGrant)
  const holdsOf = (devices: Checkout['devices']) => devices.map(({ id, hold }) => [id, hold])
  const held = [
    ['dev_front', null],
    ['dev_back', { freeInMs: 61_000 }],
  ]
  assert.deepEqual(holdsOf((await checkout(page)).devices), held)
  const list = await expectAnswer('listDevices', await setup.send('GET', '/v1/devices'))
  assert.deepEqual(holdsOf((list as Checkout).devices), held)
  const one = await expectAnswer('getDevice', await page.send('GET', '/v1/devices/dev_back'))
  assert.deepEqual(holdsOf([one as Checkout['devices'][number]]), held.slice(1))
  await bench.close()
})

void test('the next attempt is the open one, or a further one after an unpaid end', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  for (const [state, attempt, next] of [
    ['started', 2, 2],
    ['in_doubt', 2, 2],
    ['approved', 2, 2],
    ['declined', 2, 3],
    ['abandoned', 5, 6],
  ] as const) {
    bench.sales.sale = (access) => someSale(access, { state, attempt })
    const answer = await checkout(page)
    assert.deepEqual([answer.nextAttempt, answer.sale?.state], [next, state])
  }
  await bench.close()
})

void test('P82 a hundred concurrent pages cause one read, and the next one after 2 s', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  const requests = await Promise.all(Array.from({ length: 100 }, () => page.request('GET', '/v1/checkout')))
  const answers = await Promise.all(requests.map((request) => bench.core.fetch(request)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.deepEqual(bench.devices.asked, ['list shop'])
  await bench.clock.advance(1_900)
  assert.equal((await checkout(page)).devices[0]?.ageMs, 1_900)
  assert.equal(bench.devices.asked.length, 1)
  await bench.clock.advance(200)
  assert.equal((await checkout(page)).devices[0]?.ageMs, 0)
  assert.equal(bench.devices.asked.length, 2)
  await bench.close()
})

void test('a terminal that cannot be read is UNKNOWN and keeps its name', async () => {
  const bench = await createBench()
  const page = await narrow(bench, ['dev_front', 'dev_never'])
  await checkout(page)
  bench.devices.trouble = AWAY
  await bench.clock.advance(60_000)
  const { devices } = await checkout(page)
  assert.deepEqual(
    devices.map(({ name, status, ageMs }) => [name, status, ageMs]),
    [
      ['Front counter', 'UNKNOWN', 60_000],
      ['dev_never', 'UNKNOWN', 0],
    ],
  )
  await bench.close()
})

void test('without a list, reads each terminal of the token and omits removed ones', async () => {
  const bench = await createBench()
  bench.devices.listTrouble = { ok: false, code: 'upstream-refused', detail: 'There is no list.' }
  const { devices } = await checkout(await narrow(bench, ['dev_back', 'dev_gone', 'dev_front']))
  assert.deepEqual(
    devices.map(({ id, status }) => [id, status]),
    [
      ['dev_back', 'DISCONNECTED'],
      ['dev_front', 'CONNECTED'],
    ],
  )
  await expectProblem(await (await openPage(bench)).send('GET', '/v1/checkout'), 'upstream-refused')
  await bench.close()
})

void test('shows an open sale while the upstream is unavailable; otherwise answers with Retry-After', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  bench.devices.trouble = AWAY
  const response = await page.send('GET', '/v1/checkout')
  assert.equal(response.headers.get('retry-after'), '3')
  await expectProblem(response, 'upstream-unavailable')
  bench.sales.sale = (access) => someSale(access, { state: 'in_doubt', reason: 'no_session' })
  const answer = await checkout(page)
  assert.deepEqual([answer.sale?.state, answer.devices], ['in_doubt', []])
  await bench.close()
})

void test('lists a registered terminal at once, shows its pairing code once and refuses a duplicate', async () => {
  const bench = await createBench()
  const setup = await openPage(bench, setupGrant)
  await setup.send('GET', '/v1/devices')
  const body = { serial: 'SN-009999', make: 'a920 pro', name: 'Bar' }
  const made = await setup.send('POST', '/v1/devices', { body })
  assert.equal(made.status, 201)
  const registered = (await expectAnswer('registerDevice', made)) as {
    pairingCode: string
    device: { id: string }
  }
  assert.equal(registered.pairingCode, '123456')
  const list = (await expectAnswer('listDevices', await setup.send('GET', '/v1/devices'))) as {
    devices: { id: string }[]
  }
  assert.ok(list.devices.some(({ id }) => id === registered.device.id))
  await expectProblem(await setup.send('POST', '/v1/devices', { body }), 'device-exists')
  const one = await setup.send('GET', `/v1/devices/${registered.device.id}`)
  assert.deepEqual(((await expectAnswer('getDevice', one)) as { status: string }).status, 'DISCONNECTED')
  await bench.close()
})
