// The whole BFF with its real ledger and a minimal upstream over sockets: a sale from token to approval, also after a
// restart, without a secret in any answer or log line (P20, INV-14).
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import type { Checkout, MintedToken, OrderState, Sale } from '@tapboard/contract'
import { judgeWebhook, systemClock } from '@tapboard/server'
import { createBff } from './assembly.ts'
import type { Bff } from './bff.ts'
import { isMintError, type MintError } from './core.ts'
import type { BffOptions } from './options.ts'
import { verifyWebhook } from '../durable/outbox/signature.ts'
import type { Clock, Log } from '../ports.ts'
import { benchOptions, PUBLIC_URL, SECRETS, type Bench } from '../testing/bench.ts'
import { assertNoSecret, expectAnswer, expectProblem } from '../testing/expect.ts'
import { createPageKey, DEVICE, openPage, saleGrant, START } from '../testing/page.ts'

const folder = await mkdtemp(join(tmpdir(), 'tapboard-bff-'))
const lines: string[] = []
const say = (fields: object, message: string): void => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { info: say, warn: say, error: say }

/** An upstream with the specified features only: one device, sessions that are approved at once. */
const keysSeen = new Set<string>()
/** The order number of each start; `undefined` without one. */
const invoicesSeen: unknown[] = []
async function answerUpstream(request: IncomingMessage): Promise<[number, object]> {
  keysSeen.add(request.headers.authorization ?? '')
  const chunks: Uint8Array[] = []
  for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk)
  const path = request.url ?? ''
  if (path === '/v1/Device')
    return [200, { xDevices: [DEVICE], xResult: 'S', xStatus: 'Success', xRefnum: 'c1' }]
  if (path === '/v1/Device/dev_front') return [200, DEVICE]
  if (path === '/v1/Session/initiate') {
    invoicesSeen.push((JSON.parse(Buffer.concat(chunks).toString()) as { xInvoice?: unknown }).xInvoice)
    return [200, { sessionId: 'ses_1', deviceId: 'dev_front', status: 'IN_PROGRESS', amount: 42 }]
  }
  if (path === '/v1/Session/ses_1') {
    const result = {
      xRefNum: 'ref_1',
      transactionType: 'cc:sale',
      amount: 42,
      status: 'approved',
      approvalCode: 'A1',
      Date: '2026-11-20T12:00:00Z',
    }
    return [
      200,
      {
        sessionId: 'ses_1',
        deviceId: 'dev_front',
        transactionType: 'cc:sale',
        amount: 42,
        status: 'COMPLETED',
        responseCode: '00',
        xRefNum: 'ref_1',
        transactionResult: result,
      },
    ]
  }
  const error = { code: 'INVALID_REQUEST', message: `unknown: ${SECRETS.apiKey}` }
  return [
    404,
    { error, xResult: 'E', xStatus: 'Error', xErrorCode: error.code, xError: error.message, xRefnum: 'c2' },
  ]
}
const upstream: Server = createServer((request, response) => {
  void answerUpstream(request).then(([status, body]) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
})
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
const terminalUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
after(async () => {
  upstream.closeAllConnections()
  await new Promise((resolve) => upstream.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const options = (file: string): BffOptions => ({
  ...benchOptions(),
  store: `file:${join(folder, file)}`,
  upstream: { terminalUrl, environment: 'sandbox' },
  log,
})

/** The members of a bench that {@link openPage} uses. */
const benchOf = (bff: Bff): Bench =>
  ({
    core: { fetch: bff.fetch, mintToken: bff.mintToken },
    clock: { now: () => Date.now() },
  }) as unknown as Bench

void test('a sale goes from token to approval, survives a restart and exposes no key (P20)', async () => {
  const first = await createBff(options('sale.db'))
  await first.start()
  const page = await openPage(benchOf(first))
  const checkout = (await expectAnswer('getCheckout', await page.send('GET', '/v1/checkout'))) as Checkout
  assert.deepEqual(
    checkout.devices.map(({ name, status, serialEnding }) => [name, status, serialEnding]),
    [['Front counter', 'CONNECTED', '1234']],
  )
  assert.deepEqual([checkout.sale, checkout.nextAttempt, checkout.amountMinor], [null, 1, 4_200])

  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  const started = await page.send('POST', '/v1/sales', { body: START, headers })
  assert.equal(started.status, 201)
  const { id } = (await expectAnswer('startSale', started)) as Sale
  const stream = await page.send('GET', `/v1/sales/${id}/events`)
  const seen: string[] = []
  const parser = createParser({
    onEvent: ({ event = '', data }) => void seen.push(event === 'sale' ? JSON.parse(data).type : event),
  })
  const text = await stream.text()
  assertNoSecret(text)
  parser.feed(text)
  assert.deepEqual(seen.slice(-2), ['approved', 'end'])
  const order = async (path: string, secret: string = SECRETS.hostSecret): Promise<Response> =>
    first.fetch(
      new Request(`${PUBLIC_URL}/v1/orders/${path}`, { headers: { authorization: `Bearer ${secret}` } }),
    )
  const state = (await expectAnswer('getOrder', await order('A-100'))) as OrderState
  assert.deepEqual([state.order, state.paid, state.sale.id], ['A-100', true, id])
  assert.deepEqual(invoicesSeen, [undefined], 'D-204 the order number is not sent by default')
  await expectProblem(await order('A-100', SECRETS.otherHostSecret), 'sale-not-found')
  await expectProblem(await order('A-100', 'guess'), 'host-unauthorized')
  for (const unknown of ['A-101', '%', '%00', '%ff', 'x'.repeat(200), '%F0%9F%9A%B2'])
    await expectProblem(await order(unknown), 'sale-not-found')
  const metrics = await first.metrics()
  assertNoSecret(metrics)
  for (const named of ['A-100', id, 'dev_front', 'shop']) assert.ok(!metrics.includes(named), named)
  for (const line of [
    'tapboard_sale_events_total{kind="sale",state="approved"} 1',
    'tapboard_sales_open{kind="sale",state="started"} 0',
    'tapboard_sales_oldest_doubt_seconds 0',
    'tapboard_outbox_waiting 0',
    'tapboard_outbox_oldest_seconds 0',
    'tapboard_outbox_dead 0',
    'tapboard_store_up 1',
    'tapboard_streams_open 0',
    'tapboard_http_request_duration_seconds_count{route="startSale",status="201"} 1',
    'tapboard_http_refusals_total{code="host-unauthorized"} 1',
    'tapboard_upstream_request_duration_seconds_count{operation="initiate",outcome="2xx"} 1',
    'tapboard_store_duration_seconds_count{operation="insert",outcome="ok"} 1',
    'tapboard_poll_budget_reads_per_second 20',
    'tapboard_draining 0',
  ])
    assert.ok(metrics.includes(`${line}\n`), line)
  await first.close()
  await first.close()
  assert.match(await first.metrics(), /tapboard_draining 1\n/)

  const second = await createBff(options('sale.db'))
  await second.start()
  const again = await openPage(benchOf(second), saleGrant, page.key)
  const later = (await expectAnswer('getCheckout', await again.send('GET', '/v1/checkout'))) as Checkout
  assert.deepEqual([later.sale?.id, later.sale?.state, later.sale?.reference], [id, 'approved', 'ref_1'])
  assert.equal((await second.fetch(await page.request('GET', '/v1/checkout'))).status, 200)
  await second.close()

  assert.deepEqual([...keysSeen], [SECRETS.apiKey])
  assertNoSecret(lines.join('\n'))
  assert.ok(lines.some((line) => line.includes('"route":"startSale"')))
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file), 'latin1')
    for (const secret of Object.values(SECRETS)) assert.ok(!bytes.includes(secret))
  }
})

void test('without a page, webhook and callback of the host are retried until they accept a paid sale', async () => {
  const told: string[] = []
  const webhookSecret = 'canary-webhook-secret-of-shop'
  const headsSecret = 'canary-secret-of-the-heads-of-it'
  const heads: string[] = []
  const host = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/heads') {
        const body = Buffer.concat(parts)
        assert.equal(judgeWebhook({ body, headers: request.headers, secret: headsSecret }), null)
        heads.push(...(JSON.parse(body.toString()) as { heads: readonly string[] }).heads)
        return response.writeHead(204).end()
      }
      const read = verifyWebhook({
        body: Buffer.concat(parts),
        headers: request.headers,
        secret: webhookSecret,
      })
      told.push(read.ok ? `webhook ${read.event.type} ${read.event.id}` : read.code)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/hook`
  const { merchants, ...rest } = options('told.db')
  let taken = (): void => {}
  const done = new Promise<void>((resolve) => (taken = resolve))
  let calls = 0
  const configured: BffOptions = {
    ...rest,
    upstream: { ...rest.upstream, invoice: true },
    headsWebhook: { url: url.replace('/hook', '/heads'), secret: headsSecret },
    merchants: merchants.map((one) =>
      one.id === 'shop' ? { ...one, webhook: { url, secret: webhookSecret } } : one,
    ),
    onSettled({ id, type }) {
      calls += 1
      told.push(`hook ${type} ${id}`)
      if (calls === 1) throw new Error('the host is not ready')
      taken()
    },
  }
  const first = await createBff(configured)
  await first.start()
  const page = await openPage(benchOf(first))
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  const started = await page.send('POST', '/v1/sales', { body: START, headers })
  const { id } = (await expectAnswer('startSale', started)) as Sale
  await done
  assert.equal(invoicesSeen.at(-1), 'A-100', 'D-204 the option sends the order number')
  await first.close()
  host.closeAllConnections()
  await new Promise((closed) => host.close(closed))
  assert.deepEqual(told.toSorted(), [
    `hook sale.approved ${id}.4`,
    `hook sale.approved ${id}.4`,
    `webhook sale.approved ${id}.4`,
  ])
  assert.deepEqual(
    heads.map((line) => line.split(' ').slice(0, 2)),
    [1, 2, 3, 4].map((number) => [id, String(number)]),
  )
  assert.ok(![webhookSecret, headsSecret].some((secret) => lines.join('\n').includes(secret)))
})

void test('a host mints tokens in process, and an invalid grant throws its reason', async () => {
  const bff = await createBff(options('mint.db'))
  const { jkt } = await createPageKey()
  const minted: MintedToken = await bff.mintToken('shop', saleGrant(jkt))
  assert.equal(minted.expiresInSeconds, 900)
  for (const [merchant, grant, code, message] of [
    ['nobody', saleGrant(jkt), 'forbidden', /Name a merchant/],
    ['shop', { ...saleGrant(jkt), amount: 'x' }, 'invalid-amount', /amount must be a plain decimal/],
    ['shop', { ...saleGrant(jkt), order: 7 }, 'invalid-request', /order must be a string/],
    ['shop', { ...saleGrant(jkt), origin: 'https://evil.example' }, 'origin-not-allowed', /origins, exactly/],
    ['other', saleGrant(jkt), 'origin-not-allowed', /origins, exactly/],
  ] as const) {
    await assert.rejects(bff.mintToken(merchant, grant as never), (error: MintError) => {
      assert.ok(isMintError(error))
      assert.equal(error.code, code)
      assert.match(error.message, message)
      return true
    })
  }
  await bff.close()
})

void test('accepts a token without a proof if DPoP is off, from its own origin only', async () => {
  const bff = await createBff({ ...options('bearer.db'), dpop: false })
  const grant = { ...saleGrant('A'.repeat(43)), jkt: undefined } as never
  const { token } = await bff.mintToken('shop', grant)
  const send = (origin: string) =>
    bff.fetch(
      new Request(`${PUBLIC_URL}/v1/checkout`, { headers: { origin, authorization: `Bearer ${token}` } }),
    )
  assert.equal((await send('https://shop.example')).status, 200)
  assert.equal((await send('https://other.example')).status, 403)
  const bare = new Request(`${PUBLIC_URL}/v1/checkout`, { headers: { origin: 'https://shop.example' } })
  const { detail } = await expectProblem(await bff.fetch(bare), 'token-missing')
  assert.match(detail, /^Send the token as Authorization: Bearer …/)
  await bff.close()
})

void test('an unavailable store stops the start with one sentence', async () => {
  const nowhere = createBff({ ...options('x'), store: 'mysql://root:canary-secret@db' })
  await assert.rejects(nowhere, (error: Error) => {
    assert.match(error.message, /A store URL is file:/)
    assert.doesNotMatch(error.message, /canary/)
    return true
  })
})

/** Begins a drain; the timers of 3 s that it sets run at `notice`. */
function drainBy(clock: { after: Clock['after'] }, bff: Bff) {
  const timers: (() => void)[] = []
  const { after: real } = clock
  clock.after = (ms, run) => (ms === 3_000 ? (timers.push(run), () => {}) : real(ms, run))
  const drained = bff.drain()
  clock.after = real
  return { drained, timers, notice: () => timers.forEach((run) => run()) }
}

void test('P85 behind a proxy, a process that leaves is not ready for 3 s and starts sales, then it refuses them', async () => {
  const clock = { ...systemClock }
  const bff = await createBff({ ...options('leaves.db'), proxies: 1, clock })
  await bff.start()
  const page = await openPage(benchOf(bff))
  const ready = (): Promise<Response> => bff.fetch(new Request(`${PUBLIC_URL}/health/ready`))
  const start = (key: string): Promise<Response> =>
    page.send('POST', '/v1/sales', { body: START, headers: { 'idempotency-key': key } })
  assert.equal((await ready()).status, 200)
  const { drained, notice } = drainBy(clock, bff)
  await expectProblem(await ready(), 'draining')
  assert.equal((await start('key-0123456789abcdef')).status, 201)
  notice()
  await drained
  await expectProblem(await start('key-0123456789abcdeg'), 'draining')
  await bff.close()
})

void test('without a proxy a process drains at once, and one that never started, too', async () => {
  for (const [file, proxies, starts] of [
    ['direct.db', 0, true],
    ['unstarted.db', 1, false],
  ] as const) {
    const clock = { ...systemClock }
    const bff = await createBff({ ...options(file), proxies, clock })
    if (starts) await bff.start()
    const { drained, timers } = drainBy(clock, bff)
    await drained
    assert.deepEqual(timers, [], file)
    await bff.close()
  }
})
