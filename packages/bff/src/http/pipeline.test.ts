// The pipeline alone, with handlers of the test: what it passes to a handler, its log line, its span and its headers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { web } from '@tapboard/contract'
import type { Span, SpanStart, Tracing } from '@tapboard/server'
import { StoreError } from '@tapboard/store'
import type { LogFields } from '../ports.ts'
import { refuse } from '../refusal.ts'
import type { Call, Handlers } from './call.ts'
import { createCallers, ORIGIN, PREFIX, PUBLIC_ORIGIN, SECRET } from './callers.testing.ts'
import { Pipeline } from './pipeline.ts'

const callers = await createCallers()
after(() => callers.close())
const { clock, jkt, keys, merchants, nonces, depsOf, proofOf, random, sale, tokenOf, usedProofs } = callers

type Handle = (call: Call<never>) => Promise<unknown>
const OK: Handle = async () => ({ ok: true, status: 200, body: { done: true } })

interface Setting {
  readonly dpop?: boolean
  readonly handle?: Handle
}

/** A pipeline whose handlers all do the same, and what it logged and traced. */
function begin({ dpop = true, handle = OK }: Setting = {}) {
  const lines: { readonly level: string; readonly fields: LogFields; readonly message: string }[] = []
  const calls: Call<never>[] = []
  const spans: { readonly start: SpanStart; readonly set: object[]; name: string; failed: string | null }[] =
    []
  const keep = (level: string) => (fields: LogFields, message: string) =>
    void lines.push({ level, fields, message })
  const tracing: Tracing = {
    run: (start, work) => {
      const kept: (typeof spans)[number] = { start, set: [], name: start.name, failed: null }
      spans.push(kept)
      const span: Span = {
        identity: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 },
        rename: (name) => void (kept.name = name),
        set: (attributes) => void kept.set.push(attributes),
        fail: (type) => void (kept.failed = type),
      }
      return work(span)
    },
    active: () => null,
    detach: (work) => work(),
  }
  const auth = depsOf({ dpop })
  const answer: Handle = (call) => {
    calls.push(call)
    return handle(call)
  }
  const handlers = Object.fromEntries(Object.keys(web.WEB_ROUTES).map((name) => [name, answer]))
  const pipeline = new Pipeline({
    config: { prefix: PREFIX, publicOrigin: PUBLIC_ORIGIN, merchants, dpop, proxies: 0 },
    isAddress: () => true,
    handlers: handlers as unknown as Handlers,
    auth,
    nonces,
    usedProofs,
    clock,
    random,
    log: { info: keep('info'), warn: keep('warn'), error: keep('error') },
    tracing,
  })
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    return pipeline.fetch(new Request(`${PUBLIC_ORIGIN}${PREFIX}${path}`, init), { address: '192.0.2.7' })
  }
  return { lines, calls, spans, entered: auth.entered, send, line: () => lines.at(-1)?.fields ?? {} }
}

const START = '{"order":"A-1","attempt":1,"amountMinor":4200,"currency":"USD","deviceId":"dev_1"}'

/** Headers of a request with a token and a proof. */
async function headersOf(
  token: string,
  method: string,
  path: string,
  body?: string,
): Promise<Record<string, string>> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    origin: ORIGIN,
    authorization: `DPoP ${token}`,
    dpop: await proofOf(token, method, path, body),
    ...json,
  }
}

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { type: string }).type.split(':').at(-1)

test('passes request, grant and page to the handler, and no body to a route without one', async () => {
  const { send, calls, line } = begin()
  const response = await send(
    'GET',
    '/v1/sales/sale_1',
    await headersOf(await tokenOf(sale), 'GET', '/v1/sales/sale_1'),
  )
  assert.equal(response.status, 200)
  const [call] = calls
  assert.deepEqual(call?.params, { id: 'sale_1' })
  assert.equal(call?.body, null)
  assert.deepEqual(call?.page, {
    merchant: 'shop',
    key: jkt,
    kid: keys.current().kid,
    untilMs: clock.now() + 905_000,
  })
  assert.equal(call?.clientAddress, '192.0.2.7')
  const { requestId, durationMs, ...fields } = line()
  assert.deepEqual(fields, { method: 'GET', route: 'getSale', status: 200, merchant: 'shop' })
  assert.equal(durationMs, 0)
  assert.equal(requestId, response.headers.get('x-request-id'))
})

test('a refusal of a handler is logged with merchant, key, source, code and help', async () => {
  const { send, line, lines } = begin({ handle: async () => refuse('device-busy', 'Wait.') })
  const response = await send(
    'GET',
    '/v1/checkout',
    await headersOf(await tokenOf(sale), 'GET', '/v1/checkout'),
  )
  assert.equal(await codeOf(response), 'device-busy')
  const { requestId: _, durationMs: __, help, ...fields } = line()
  assert.deepEqual(fields, {
    method: 'GET',
    route: 'getCheckout',
    status: response.status,
    code: 'device-busy',
    merchant: 'shop',
    source: '192.0.2.7',
    keyId: keys.current().kid,
  })
  assert.match(help ?? '', /#device-busy$/)
  assert.deepEqual(
    lines.map(({ level, message }) => [level, message]),
    [['info', 'request']],
  )
})

test('a fault is logged as an error with the name of its class, never with its message', async () => {
  class Odd extends Error {
    override name = 'odd name'
  }
  class Long extends Error {
    override name = 'x'.repeat(41)
  }
  for (const [fault, reason] of [
    [new TypeError('secret'), 'TypeError'],
    [new Odd('secret'), 'unknown'],
    [new Long('secret'), 'unknown'],
    ['secret', 'string'],
  ] as const) {
    const { send, lines } = begin({ handle: () => Promise.reject(fault as Error) })
    const response = await send('GET', '/health/live')
    assert.equal(response.status, 500)
    assert.deepEqual(
      lines.map(({ level, message, fields }) => [level, message, fields.reason]),
      [['error', 'request failed', reason]],
    )
    assert.ok(!JSON.stringify(lines).includes('secret'))
  }
})

test('a handler that answers 503 without a fault is no error of the program', async () => {
  const { send, lines } = begin({ handle: async () => refuse('store-unavailable', 'Wait.') })
  assert.equal((await send('GET', '/health/ready')).status, 503)
  assert.deepEqual(
    [lines[0]?.level, lines[0]?.message, lines[0]?.fields.reason],
    ['info', 'request', undefined],
  )
})

test('a store that is away is 503 and the name of its fault', async () => {
  const { send, line } = begin({ handle: () => Promise.reject(new StoreError('store-unavailable', 'x')) })
  const response = await send(
    'GET',
    '/v1/checkout',
    await headersOf(await tokenOf(sale), 'GET', '/v1/checkout'),
  )
  assert.equal(await codeOf(response), 'store-unavailable')
  assert.equal(line().merchant, 'shop')
})

test('a listed page gets a nonce with every answer but a preflight, and only where requests need proofs', async () => {
  const { send, line } = begin()
  const refused = await send('GET', '/v1/checkout', { origin: ORIGIN })
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate') ?? '', /^DPoP /)
  assert.ok(nonces.accepts(refused.headers.get('dpop-nonce') ?? '', clock.now()))
  const preflight = await send('OPTIONS', '/v1/checkout', { origin: ORIGIN })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('dpop-nonce'), null)
  assert.equal(line().route, 'preflight')
  assert.equal((await send('GET', '/health/live')).headers.get('dpop-nonce'), null)
  const bearer = begin({ dpop: false })
  const unbound = await bearer.send('GET', '/v1/checkout', { origin: ORIGIN })
  assert.equal(unbound.headers.get('dpop-nonce'), null)
  assert.match(unbound.headers.get('www-authenticate') ?? '', /^Bearer/)
})

test('OPTIONS of an unknown path is not found', async () => {
  const { send, line } = begin()
  assert.equal((await send('OPTIONS', '/v1/unknown', { origin: ORIGIN })).status, 404)
  assert.equal(line().route, 'unknown')
})

test('P22 a proof of a change is used once and with its own body; a proof of a read needs no row', async () => {
  const { send, calls } = begin({ handle: OK })
  const token = await tokenOf(sale)
  const headers = {
    ...(await headersOf(token, 'POST', '/v1/sales', START)),
    'idempotency-key': 'k'.repeat(16),
  }
  const other = START.replace('4200', '4300')
  assert.equal(await codeOf(await send('POST', '/v1/sales', headers, other)), 'dpop-invalid')
  assert.equal(calls.length, 0)
  const fresh = { ...(await headersOf(token, 'POST', '/v1/sales', START)), 'idempotency-key': 'k'.repeat(16) }
  assert.equal((await send('POST', '/v1/sales', fresh, START)).status, 200)
  // Another process has its own memory, and the same rows.
  assert.equal(await codeOf(await begin().send('POST', '/v1/sales', fresh, START)), 'dpop-invalid')
  const read = await headersOf(token, 'GET', '/v1/checkout')
  for (const each of [begin(), begin()])
    assert.equal((await each.send('GET', '/v1/checkout', read)).status, 200)
  const head = await headersOf(token, 'HEAD', '/v1/checkout')
  for (const each of [begin(), begin()])
    assert.equal((await each.send('HEAD', '/v1/checkout', head)).status, 200)
})

test('INV-17 a signed request waits in a queue of its own, a host in that of its merchant', async () => {
  const signed = begin()
  const json = { 'content-type': 'application/json' }
  await signed.send('POST', '/v1/boarding/events/shop', json, '{}')
  assert.deepEqual(signed.entered, [' signed'])
  assert.ok((signed.calls[0]?.body as unknown) instanceof Uint8Array)
  const host = begin()
  await host.send('GET', '/v1/orders/A-1', { authorization: `Bearer ${SECRET}` })
  assert.deepEqual(host.entered, ['shop'])
  assert.equal(host.line().merchant, 'shop')
  const anonymous = begin()
  await anonymous.send('GET', '/health/live')
  assert.deepEqual(anonymous.entered, [])
})

test('a span has the route, the request ID, and the merchant and sale of the request', async () => {
  const { send, spans } = begin({ handle: async () => refuse('device-busy', 'Wait.') })
  const path = '/v1/sales/sale_1/events'
  const response = await send('GET', path, await headersOf(await tokenOf(sale), 'GET', path))
  const [span] = spans
  assert.equal(span?.name, 'GET /v1/sales/{id}/events')
  assert.deepEqual(Object.assign({}, ...(span?.set ?? [])), {
    'http.route': '/v1/sales/{id}/events',
    'http.response.status_code': response.status,
    'tapboard.request.id': response.headers.get('x-request-id'),
    'tapboard.problem': 'device-busy',
    'tapboard.merchant.id': 'shop',
    'tapboard.sale.id': 'sale_1',
  })
})

test('a span of an unknown path or a preflight has no route, and one of a terminal has no sale', async () => {
  const { send, spans } = begin()
  await send('GET', '/v1/unknown')
  await send('OPTIONS', '/v1/checkout', { origin: ORIGIN })
  await send('GET', '/v1/devices/dev_1', await headersOf(await tokenOf(sale), 'GET', '/v1/devices/dev_1'))
  const attributes = spans.map(({ set }) => Object.assign({}, ...set) as Record<string, unknown>)
  assert.deepEqual(
    attributes.map((each) => [each['http.route'], each['tapboard.sale.id'], each['tapboard.problem']]),
    [
      [undefined, undefined, 'not-found'],
      [undefined, undefined, undefined],
      ['/v1/devices/{id}', undefined, undefined],
    ],
  )
  assert.equal(attributes[2]?.['tapboard.merchant.id'], 'shop')
})
