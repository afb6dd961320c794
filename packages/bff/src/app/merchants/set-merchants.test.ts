// Merchants that change while the BFF runs: added, with another key, removed with an open sale, and refused lists.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { createBff } from '../assembly.ts'
import type { Bff } from '../bff.ts'
import { isConfigError } from '../config.ts'
import type { Merchant } from '../options.ts'
import type { Log } from '../../ports.ts'
import { benchOptions, OTHER_ORIGIN, SECRETS, type Bench } from '../../testing/bench.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import {
  DEVICE,
  mintRequest,
  openOtherPage,
  openPage,
  saleGrant,
  START,
  type Page,
} from '../../testing/page.ts'

/** The keys that the upstream accepts. */
const keys = new Set<string>()
/** The key of each request, oldest first. */
const seen: { readonly path: string; readonly key: string }[] = []
/** Whether cards are approved; until then sessions are in progress. */
let isApproving = true
let starts = 0
const webhooks: string[] = []

const session = (id: string) => ({
  sessionId: id,
  deviceId: 'dev_front',
  transactionType: 'cc:sale',
  amount: 42,
  ...(isApproving
    ? {
        status: 'COMPLETED',
        responseCode: '00',
        xRefNum: `ref_${id}`,
        transactionResult: {
          xRefNum: `ref_${id}`,
          transactionType: 'cc:sale',
          amount: 42,
          status: 'approved',
          approvalCode: 'A1',
          Date: '2026-11-20T12:00:00Z',
        },
      }
    : { status: 'IN_PROGRESS' }),
})

function answer(path: string, key: string): [number, object] {
  if (path === '/hook') return [200, {}]
  seen.push({ path, key })
  if (!keys.has(key)) return [401, { error: { code: 'UNAUTHORIZED', message: 'wrong key' } }]
  if (path === '/v1/Device')
    return [200, { xDevices: [DEVICE], xResult: 'S', xStatus: 'Success', xRefnum: 'c1' }]
  if (path === '/v1/Device/dev_front') return [200, DEVICE]
  if (path === '/v1/Session/initiate') {
    starts += 1
    return [200, { sessionId: `ses_${starts}`, deviceId: 'dev_front', status: 'IN_PROGRESS', amount: 42 }]
  }
  return [200, session(path.slice('/v1/Session/'.length))]
}
const upstream = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const path = request.url ?? ''
    if (path === '/hook')
      webhooks.push((JSON.parse(Buffer.concat(parts).toString()) as { type: string }).type)
    const [status, body] = answer(path, request.headers.authorization ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
after(() => {
  upstream.closeAllConnections()
  upstream.close()
})

const [SHOP, OTHER] = benchOptions().merchants as [Merchant, Merchant]

async function open(context: TestContext, merchants: readonly Merchant[]) {
  keys.clear()
  for (const { apiKey } of merchants) keys.add(apiKey)
  seen.length = 0
  webhooks.length = 0
  isApproving = true
  const lines: (string | undefined)[] = []
  const say: Log['info'] = ({ code }) => void lines.push(code)
  const bff = await createBff({
    ...benchOptions({ merchants }),
    upstream: { terminalUrl: upstreamUrl, environment: 'sandbox' },
    log: { info: say, warn: say, error: say },
  })
  context.after(() => bff.close())
  await bff.start()
  const bench = {
    core: { fetch: bff.fetch, mintToken: bff.mintToken },
    clock: { now: () => Date.now() },
  } as unknown as Bench
  return { bff, bench, lines }
}

const start = (page: Page, key = 'key-0123456789abcdef'): Promise<Response> =>
  page.send('POST', '/v1/sales', { body: START, headers: { 'idempotency-key': key } })

const started = async (page: Page): Promise<Sale> =>
  (await expectAnswer('startSale', await start(page))) as Sale

const read = async (page: Page, { id }: Pick<Sale, 'id'>): Promise<Sale> =>
  (await expectAnswer('getSale', await page.send('GET', `/v1/sales/${id}`))) as Sale

async function becomes(page: Page, sale: Sale, state: Sale['state']): Promise<void> {
  for (let left = 400; (await read(page, sale)).state !== state; left -= 1) {
    assert.ok(left > 0, `still ${(await read(page, sale)).state}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function gauge(bff: Bff, name: string): Promise<number> {
  return Number(new RegExp(`^tapboard_${name} (\\S+)$`, 'm').exec(await bff.metrics())?.[1])
}

void test('D-213 an added merchant gets tokens and sells at once', async (context) => {
  const { bff, bench, lines } = await open(context, [SHOP])
  await assert.rejects(openOtherPage(bench), { code: 'forbidden' })
  keys.add(OTHER.apiKey)
  assert.deepEqual(bff.setMerchants([SHOP, OTHER]), { added: ['other'], changed: [], removed: [] })
  const minted = await bff.fetch(
    mintRequest(saleGrant('A'.repeat(43), { origin: OTHER_ORIGIN }), SECRETS.otherHostSecret),
  )
  assert.equal(minted.status, 201)
  const page = await openOtherPage(bench)
  const sale = await started(page)
  await becomes(page, sale, 'approved')
  assert.ok(seen.filter(({ key }) => key === OTHER.apiKey).length > 1)
  assert.deepEqual([await gauge(bff, 'merchants_configured'), lines.includes('merchant-added')], [2, true])
})

void test('D-213 a sale in progress goes on with the new key', async (context) => {
  const { bff, bench } = await open(context, [SHOP, OTHER])
  const page = await openPage(bench)
  isApproving = false
  const sale = await started(page)
  await becomes(page, sale, 'started')
  keys.delete(SHOP.apiKey)
  keys.add('rotated-key')
  assert.deepEqual(bff.setMerchants([{ ...SHOP, apiKey: 'rotated-key' }, OTHER]).changed, ['shop'])
  isApproving = true
  await becomes(page, sale, 'approved')
  const initiates = seen.filter(({ path }) => path === '/v1/Session/initiate')
  assert.deepEqual(
    initiates.map(({ key }) => key),
    [SHOP.apiKey],
  )
  assert.equal(seen.at(-1)?.key, 'rotated-key')
})

void test('D-213 changed origins and host secrets apply to the next request', async (context) => {
  const { bff, bench } = await open(context, [SHOP, OTHER])
  const page = await openPage(bench)
  assert.equal((await page.send('GET', '/v1/checkout')).status, 200)
  bff.setMerchants([
    { ...SHOP, origins: ['https://new.example'], hostSecret: 'the-new-secret-of-the-host-01' },
    OTHER,
  ])
  await expectProblem(await page.send('GET', '/v1/checkout'), 'origin-not-allowed')
  const grant = saleGrant(page.key.jkt, { order: 'A-101', origin: 'https://new.example' })
  await expectProblem(await bff.fetch(mintRequest(grant)), 'host-unauthorized')
  assert.equal((await bff.fetch(mintRequest(grant, 'the-new-secret-of-the-host-01'))).status, 201)
})

void test('D-213 a removed merchant starts nothing, and its open sale and its webhook are finished', async (context) => {
  const webhook = { url: `${upstreamUrl}/hook`, secret: 'canary-webhook-secret-of-shop' }
  const { bff, bench, lines } = await open(context, [{ ...SHOP, webhook }, OTHER])
  const page = await openPage(bench)
  const next = await openPage(bench, (jkt) => saleGrant(jkt, { order: 'A-101' }))
  isApproving = false
  const sale = await started(page)
  await becomes(page, sale, 'started')
  assert.deepEqual(bff.setMerchants([OTHER]).removed, ['shop'])
  assert.deepEqual([await gauge(bff, 'merchants_configured'), await gauge(bff, 'merchants_removed')], [1, 1])
  const body = { ...START, order: 'A-101' }
  const headers = { 'idempotency-key': 'key-of-the-other-order' }
  const { detail } = await expectProblem(await next.send('POST', '/v1/sales', { body, headers }), 'forbidden')
  assert.match(detail, /^This merchant was removed from the configuration and takes no new sales;/)
  const retried = (await expectAnswer('startSale', await start(page))) as Sale
  assert.equal(retried.id, sale.id)
  await expectProblem(await bff.fetch(mintRequest(saleGrant(page.key.jkt))), 'host-unauthorized')
  await assert.rejects(bff.mintToken('shop', saleGrant(page.key.jkt)), { code: 'forbidden' })
  isApproving = true
  await becomes(page, sale, 'approved')
  for (let left = 400; webhooks.length === 0 && left > 0; left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 25))
  assert.deepEqual(webhooks, ['sale.approved'])
  assert.ok(lines.includes('merchant-removed'))
  assert.equal(seen.filter(({ path }) => path === '/v1/Session/initiate').length, 1)
})

void test('D-213 a refused list changes nothing and is seen in the metrics', async (context) => {
  const { bff, bench, lines } = await open(context, [SHOP, OTHER])
  assert.equal(await gauge(bff, 'config_last_reload_successful'), 1)
  const before = lines.length
  for (const [wrong, option] of [
    [[{ ...SHOP, apiKey: '' }, OTHER], 'merchants.0.apiKey'],
    [[SHOP, { ...OTHER, id: 'shop' }], 'merchants.1.id'],
    [null, 'merchants'],
  ] as const) {
    assert.throws(
      () => bff.setMerchants(wrong as never),
      (error) => isConfigError(error) && error.problems[0]?.option === option,
    )
    assert.equal(await gauge(bff, 'config_last_reload_successful'), 0)
  }
  assert.throws(() =>
    bff.setMerchants(() => {
      throw new Error('unreadable')
    }),
  )
  assert.equal(await gauge(bff, 'config_last_reload_successful'), 0)
  const page = await openPage(bench)
  await becomes(page, await started(page), 'approved')
  assert.ok(!lines.slice(before).some((code) => code?.startsWith('merchant-')))
  assert.deepEqual(bff.setMerchants([SHOP, OTHER]), { added: [], changed: [], removed: [] })
  assert.equal(await gauge(bff, 'config_last_reload_successful'), 1)
})

void test('D-213 refuses sign-up where no boarding API is configured, as a start does', async (context) => {
  const { bff } = await open(context, [SHOP, OTHER])
  const boarding = { apiKey: SECRETS.boardingKey }
  assert.throws(() => bff.setMerchants([{ ...SHOP, boarding }, OTHER]), isConfigError)
  assert.equal(await gauge(bff, 'merchants_configured'), 2)
})
