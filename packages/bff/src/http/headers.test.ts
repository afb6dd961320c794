// Headers of every route (P30), request IDs, methods and paths, and the answers to internal faults (P29).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { web, withoutSecrets } from '@tapboard/contract'
import { StoreError, type Store } from '@tapboard/store'
import { signWebhook } from '@tapboard/server'
import { deskSale, insertSales } from '../sale/desk/rows.testing.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { APPLIED, submitBody } from '../testing/apply.ts'
import { goodAnswer } from '../testing/boarding.ts'
import { createBench, PUBLIC_URL, SECRETS, type Bench } from '../testing/bench.ts'
import { assertNoSecret, expectAnswer, expectProblem } from '../testing/expect.ts'
import {
  applyGrant,
  deskGrant,
  mintRequest,
  openPage,
  resolveGrant,
  saleGrant,
  setupGrant,
  START,
  type Page,
} from '../testing/page.ts'
import { someSale } from '../testing/script.ts'
import { faultOf } from '../upstream/transport/fault.ts'

const bench = await createBench()
after(() => bench.close())
const page = await openPage(bench)
const setup = await openPage(bench, setupGrant)
const person = await openPage(bench, resolveGrant())
const applicant = await openPage(bench, applyGrant())
const desk = await openPage(bench, deskGrant())
await insertSales(bench.store as unknown as Store<LedgerTables>, [deskSale(1)])
const KEY = { 'idempotency-key': 'key-0123456789abcdef' }
const plain = (path: string, init: RequestInit = {}) => bench.core.fetch(new Request(PUBLIC_URL + path, init))

/** A valid draft of an application. */
const DRAFT = { step: 'tax', values: withoutSecrets(APPLIED), follows: 0 } as const
/** A call of the host's server. */
const asHost = (method: string, path: string, body?: unknown): Promise<Response> =>
  plain(path, {
    method,
    headers: { authorization: `Bearer ${SECRETS.hostSecret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const submit = async (target: Page): Promise<Response> =>
  target.send('POST', '/v1/application/submit', { body: await submitBody(target), headers: KEY })

/** One valid call of every route. */
const CALLS: Readonly<Record<web.WebRouteName, () => Promise<Response>>> = {
  mintToken: () => bench.core.fetch(mintRequest(saleGrant(page.key.jkt))),
  getKeys: () => plain('/.well-known/jwks.json'),
  getCheckout: () => page.send('GET', '/v1/checkout'),
  listDevices: () => setup.send('GET', '/v1/devices'),
  registerDevice: () =>
    setup.send('POST', '/v1/devices', { body: { serial: 'SN-9', make: 'A77', name: 'Bar' } }),
  getDevice: () => page.send('GET', '/v1/devices/dev_front'),
  startSale: () => page.send('POST', '/v1/sales', { body: START, headers: KEY }),
  getSale: () => page.send('GET', '/v1/sales/sale_1'),
  watchSale: () => page.send('GET', '/v1/sales/sale_1/events'),
  watchOrder: () => page.send('GET', '/v1/checkout/events'),
  cancelSale: () => page.send('POST', '/v1/sales/sale_1/cancel'),
  checkSale: () => page.send('POST', '/v1/sales/sale_1/check'),
  resolveSale: () => person.send('POST', '/v1/sales/sale_1/resolve', { body: { outcome: 'unpaid' } }),
  getDetails: () => page.send('GET', '/v1/sales/sale_1/details'),
  getOrder: () => plain('/v1/orders/A-100', { headers: { authorization: `Bearer ${SECRETS.hostSecret}` } }),
  withdrawOrder: () => asHost('DELETE', '/v1/orders/nothing-granted/grants'),
  listSales: () => asHost('GET', '/v1/sales?state=in_doubt,review'),
  getDesk: () => desk.send('GET', '/v1/desk?day=2026-11-20'),
  listDeskSales: () => desk.send('GET', '/v1/desk/sales?search=R-1'),
  watchDesk: () => desk.send('GET', '/v1/desk/events'),
  getDeskSale: () => desk.send('GET', `/v1/desk/sales/${deskSale(1).id}`),
  getApplication: () => applicant.send('GET', '/v1/application'),
  getIsolatedField: () => plain(`/v1/application/field?origin=https://shop.example`),
  saveDraft: () => applicant.send('PUT', '/v1/application/draft', { body: DRAFT }),
  discardDraft: () => applicant.send('DELETE', '/v1/application/draft'),
  getTerms: () => applicant.send('GET', '/v1/application/terms?tier=Retail'),
  submitApplication: () => submit(applicant),
  getApplicationStatus: () => applicant.send('GET', '/v1/application/status'),
  readApplication: () => asHost('GET', '/v1/applications/applicant-1'),
  async resolveApplication() {
    bench.boarding.answer = (asked) => (asked.path === '/SubmitGoApp' ? faultOf('broken') : goodAnswer(asked))
    assert.equal((await submit(await openPage(bench, applyGrant({ applicant: 'doubted' })))).status, 202)
    const body = { result: 'submitted', appId: 'app_901', person: 'ann' }
    return asHost('POST', '/v1/applications/doubted/resolve', body)
  },
  receiveBoardingEvent() {
    const nowMs = bench.clock.now()
    const body = JSON.stringify({
      eventId: 'evt_1',
      type: 'application.status',
      createdAt: new Date(nowMs).toISOString(),
      appId: 'app_900',
      applicationStatus: 'approved',
      tierName: 'Retail',
    })
    const signed = signWebhook(SECRETS.boardingWebhook, { id: 'evt_1', body }, nowMs)
    const headers = { 'content-type': 'application/json', ...signed }
    return plain('/v1/boarding/events/shop', { method: 'POST', headers, body })
  },
  getOpenApi: () => plain('/v1/openapi.json'),
  getErrors: () => plain('/v1/errors'),
  getLiveness: () => plain('/health/live'),
  getReadiness: () => plain('/health/ready'),
}
const PUBLIC = new Set(['getKeys', 'getOpenApi', 'getErrors'])

for (const [name, call] of Object.entries(CALLS) as [web.WebRouteName, () => Promise<Response>][]) {
  // P30 asserts: the headers of ${#CALLS} routes.
  void test(`P30 ${name} answers by its row and forbids caching, sniffing and framing`, async () => {
    bench.sales.sale = name === 'startSale' ? null : (access) => someSale(access)
    const response = await call()
    assert.ok(response.ok, String(response.status))
    await expectAnswer(name, response)
    const isPage = name === 'getIsolatedField'
    const header = (name: string): string | null => response.headers.get(name)
    assert.match(header('cache-control') ?? '', PUBLIC.has(name) ? /^public, max-age=60$/ : /^no-store/)
    assert.equal(header('x-content-type-options'), 'nosniff')
    const policy = header('content-security-policy') ?? ''
    // The page of an isolated field is made for frames of listed origins.
    if (isPage) assert.match(policy, /^default-src 'none'; .*; sandbox allow-scripts; frame-ancestors https:/)
    else
      assert.equal(policy, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    assert.equal(header('referrer-policy'), 'no-referrer')
    assert.equal(header('cross-origin-resource-policy'), 'cross-origin')
    assert.match(header('strict-transport-security') ?? '', /^max-age=63072000/)
    assert.match(header('x-request-id') ?? '', /^[A-Za-z0-9_-]{8,64}$/)
    assert.match(header('vary') ?? '', /Origin/)
    assert.equal(header('server'), null)
    assert.equal(header('x-powered-by'), null)
    const streams = name.startsWith('watch')
    const type = streams
      ? 'text/event-stream; charset=utf-8'
      : isPage || name === 'getErrors'
        ? 'text/html; charset=utf-8'
        : 'application/json'
    if (response.status !== 204) assert.equal(header('content-type'), type)
    if (streams) await response.body?.cancel()
  })
}

void test('log line and metric have the duration of the answer', async () => {
  const slow = await createBench()
  const page = await openPage(slow)
  slow.lines.length = 0
  slow.sales.sale = (access) => {
    slow.clock.jump(1_250)
    return someSale(access)
  }
  await page.send('GET', '/v1/sales/sale_1')
  const line = slow.lines.find(({ message }) => message === 'request')
  assert.equal((line?.fields as { durationMs?: number } | undefined)?.durationMs, 1_250)
  await slow.close()
})

void test('INV-17 limits a body by its own row', async () => {
  const padded = (bytes: number): object => ({
    ...DRAFT,
    values: { ...DRAFT.values, productSold: 'x'.repeat(bytes) },
  })
  const send = (bytes: number): Promise<Response> =>
    applicant.send('PUT', '/v1/application/draft', { body: padded(bytes) })
  assert.notEqual((await send(100_000)).status, 413)
  assert.equal((await send(270_000)).status, 413)
})

void test('P30 omits HSTS if the public URL is not https', async () => {
  const local = await createBench({ publicUrl: 'http://localhost:4300' })
  const response = await local.core.fetch(new Request('http://localhost:4300/health/live'))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('strict-transport-security'), null)
  await local.close()
})

void test('keeps a valid request ID and creates one otherwise', async () => {
  for (const [given, kept] of [
    ['proxy-0123456789', true],
    ['short', false],
    ['<script>alert(1)</script>', false],
    ['x'.repeat(65), false],
  ] as const) {
    const response = await plain('/health/live', { headers: { 'x-request-id': given } })
    const id = response.headers.get('x-request-id')
    assert.equal(id === given, kept)
    assert.ok(bench.lines.some(({ fields }) => fields.requestId === id && fields.route === 'getLiveness'))
  }
})

void test('the OpenAPI document names the webhooks of the host', async () => {
  const document = (await (await plain('/v1/openapi.json')).json()) as { readonly webhooks: object }
  assert.deepEqual(Object.keys(document.webhooks), ['hostEvent', 'applicationEvent'])
})

void test('HEAD has the headers of GET without the body and opens no stream (RFC 9110 §9.3.2)', async () => {
  for (const path of ['/health/live', '/.well-known/jwks.json', '/v1/openapi.json']) {
    const [get, head] = [await plain(path), await plain(path, { method: 'HEAD' })]
    const of = ({ headers }: Response): unknown =>
      [...headers].filter(([name]) => !['x-request-id', 'dpop-nonce'].includes(name))
    assert.equal(head.status, get.status)
    assert.deepEqual(of(head), of(get))
    assert.equal(await head.text(), '')
  }
  for (const path of ['/v1/checkout', '/v1/checkout/events', '/v1/sales/sale_1', '/v1/sales/sale_1/events']) {
    const head = await page.send('HEAD', path)
    assert.equal(head.status, 200, path)
    assert.equal(head.body, null)
  }
  assert.equal(bench.core.streamCount, 0)
  const refused = await plain('/v1/checkout', { method: 'HEAD' })
  assert.deepEqual([refused.status, refused.body], [403, null])
  const wrong = await plain('/v1/tokens', { method: 'HEAD' })
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST, OPTIONS'])
  const allowed = await plain('/v1/checkout', { method: 'DELETE' })
  assert.equal(allowed.headers.get('allow'), 'GET, HEAD, OPTIONS')
  // A proof for GET is not valid for HEAD (RFC 9449 §4.3).
  const stolen = await page.send('HEAD', '/v1/checkout', { overrides: { claims: { htm: 'GET' } } })
  assert.equal(stolen.status, 401)
})

void test('405 lists the allowed methods, an unknown path is 404', async () => {
  const rows = Object.values(web.WEB_ROUTES)
  for (const path of new Set(rows.map((row) => row.path))) {
    const has = rows.filter((row) => row.path === path).map((row): string => row.method)
    for (const method of ['DELETE', 'PUT', 'PATCH'].filter((one) => !has.includes(one))) {
      const response = await plain(path.replace(/\{\w+\}/, 'x1'), { method })
      assert.match(response.headers.get('allow') ?? '', /GET|POST|PUT|DELETE/)
      await expectProblem(response, 'method-not-allowed')
    }
  }
  for (const path of [
    '/',
    '/v1',
    '/v1/sale',
    '/v1/sales/',
    '/v1/sales/%00',
    '/v1/sales/a%2Fb',
    '/v1/sales/..%2f',
    `/v1/sales/${'x'.repeat(65)}`,
    '/V1/CHECKOUT',
    '/__proto__',
    '/constructor',
    '/v1/checkout/x',
  ]) {
    await expectProblem(await plain(path), 'not-found')
  }
})

/** Every internal fault, with the problem that the page gets. */
const secretFault = Object.assign(new Error('SqliteError at /src/ledger.ts: canary-api-key-shop'), {
  name: 'Odd name! with spaces',
})
const faults: readonly [string, (bench: Bench) => void, 'internal-error' | 'store-unavailable'][] = [
  ['a bug', (target) => void (target.sales.trouble = secretFault), 'internal-error'],
  [
    'an unavailable store',
    (target) =>
      void (target.sales.trouble = new StoreError('store-unavailable', 'canary-secret no connection')),
    'store-unavailable',
  ],
]
for (const [what, arrange, code] of faults) {
  // P29 asserts: problem+json and 0 words about the inside at every route tried.
  void test(`P29 ${what} exposes no internals in the answer or the log (P42)`, async () => {
    const target = await createBench()
    const own = await openPage(target)
    const signed = await openPage(target, resolveGrant())
    arrange(target)
    for (const send of [
      () => own.send('GET', '/v1/checkout'),
      () => own.send('GET', '/v1/sales/sale_1'),
      () => own.send('GET', '/v1/sales/sale_1/events'),
      () => own.send('POST', '/v1/sales', { body: START, headers: KEY }),
      () => own.send('POST', '/v1/sales/sale_1/cancel'),
      () => own.send('POST', '/v1/sales/sale_1/check'),
      () => signed.send('POST', '/v1/sales/sale_1/resolve', { body: { outcome: 'unpaid' } }),
      () => own.send('GET', '/v1/sales/sale_1/details'),
    ]) {
      await expectProblem(await send(), code)
    }
    assertNoSecret(JSON.stringify(target.lines))
    assert.ok(target.lines.some(({ level, fields }) => level === 'error' && fields.code === code))
    await target.close()
  })
}

void test('maps a refusal of the upstream to a registered problem with our text', async () => {
  const target = await createBench()
  const own = await openPage(target)
  for (const code of ['upstream-unavailable', 'upstream-refused'] as const) {
    target.devices.trouble = { ok: false, code, detail: 'Try again in a moment.' }
    await target.clock.advance(5_000)
    await expectProblem(await own.send('GET', '/v1/checkout'), code)
    await expectProblem(await own.send('GET', '/v1/devices/dev_front'), code)
  }
  await target.close()
})
