// Outbound requests by `fetch`: answers are classified as over a socket, and a failure without an answer is never "not
// sent".
import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import type { OutboxRow } from '../../durable/outbox/outbox-row.ts'
import { verifyWebhook } from '../../durable/outbox/signature.ts'
import { ManualClock } from '@tapboard/store/testing'
import type { Fetch } from '@tapboard/server'
import { fetchOutbound } from './fetch-outbound.ts'
import { isAddress, OUTBOUND, openMetrics } from './web.ts'

const BASE = 'https://pay.example/api/'
const LIMITS = { connectMs: 3_000, answerMs: 10_000, lateMs: 50_000 }
const SHOT = { path: '/v1/Session/initiate', headers: { authorization: 'key' }, body: '{}' }
const signal = new AbortController().signal

/** A `fetch` with this answer that records its requests. */
function answering(answer: Response | Error): { fetch: Fetch; asked: { url: string; init: RequestInit }[] } {
  const asked: { url: string; init: RequestInit }[] = []
  return {
    asked,
    async fetch(url, init) {
      asked.push({ url, init })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

/** A `fetch` whose answer the test releases. */
function held(): { fetch: Fetch; answer: (response: Response) => void } {
  let answer: (response: Response) => void = () => {}
  const coming = new Promise<Response>((resolve) => (answer = resolve))
  return { fetch: () => coming, answer: (response) => answer(response) }
}

test('requests below the base URL, follows no redirect and reads the whole answer', async () => {
  const { fetch, asked } = answering(
    Response.json({ a: 1 }, { headers: { 'retry-after': '3', etag: '"7"' } }),
  )
  const transport = fetchOutbound(fetch).transport(BASE)
  const answer = await transport.request({ method: 'GET', path: '/v1/Device', headers: {}, timeoutMs: 5_000 })
  assert.ok('status' in answer)
  assert.deepEqual([answer.status, answer.complete, answer.headers.retryAfter], [200, true, '3'])
  assert.equal(new TextDecoder().decode(answer.body), '{"a":1}')
  assert.equal(asked[0]?.url, 'https://pay.example/api/v1/Device')
  assert.equal(asked[0].init.redirect, 'manual')
  await transport.close()
})

test('an oversized answer is incomplete, and a missing answer is a fault', async () => {
  const long = fetchOutbound(answering(new Response('x'.repeat(70_000))).fetch).transport(BASE)
  const answer = await long.request({ method: 'GET', path: '/', headers: {}, timeoutMs: 5_000 })
  assert.ok('status' in answer && !answer.complete)
  const none = fetchOutbound(answering(new TypeError('failed')).fetch).transport(BASE)
  assert.deepEqual(await none.request({ method: 'GET', path: '/', headers: {}, timeoutMs: 5_000 }), {
    kind: 'fault',
    fault: 'broken',
    retryAfterMs: null,
  })
})

test('D-80 INV-4 a send without an answer is in doubt after any fault, an aborted one is not', async () => {
  const failing = fetchOutbound(answering(new TypeError('failed')).fetch).oneShot(BASE, LIMITS, {})
  const report = await failing.send(SHOT, () => true)
  assert.deepEqual(report, { exchange: { kind: 'broken', cause: 'reset' }, late: null })
  const { fetch, asked } = answering(Response.json({}))
  const stopped = await fetchOutbound(fetch)
    .oneShot(BASE, LIMITS, {})
    .send(SHOT, () => false)
  assert.equal(stopped.exchange.kind, 'no_byte')
  assert.equal(asked.length, 0)
})

test('receives a late answer until the connection is closed', async () => {
  const clock = new ManualClock()
  const line = held()
  const sending = fetchOutbound(line.fetch)
    .oneShot(BASE, LIMITS, { clock })
    .send(SHOT, () => true)
  await clock.advance(LIMITS.answerMs)
  const { exchange, late } = await sending
  assert.deepEqual(exchange, { kind: 'broken', cause: 'time-out' })
  line.answer(Response.json({ xSessionId: 's' }))
  assert.equal((await late)?.kind, 'answer')
})

test('signs a webhook as over sockets and accepts only 2xx', async () => {
  const secret = 'a secret of twenty-four letters'
  const row = { eventId: 'sale_1.2', body: '{}' } as unknown as OutboxRow
  const clock = new ManualClock()
  for (const [status, told] of [
    [204, { ok: true }],
    [500, { ok: false, code: 'webhook-500' }],
  ] as const) {
    const { fetch, asked } = answering(new Response(null, { status }))
    const teller = fetchOutbound(fetch).webhooks(clock).to({ url: 'https://host.example/hook', secret })
    assert.deepEqual(await teller(row, signal), told)
    const headers = new Headers(asked[0]?.init.headers)
    const verified = verifyWebhook({ body: '{}', headers, secret, nowMs: clock.now() })
    assert.equal(verified.ok ? '' : verified.code, 'event-unknown', 'signed by us')
  }
})

test('distinguishes IP addresses from names as Node does', () => {
  const good = ['127.0.0.1', '0.0.0.0', '::1', '2001:db8::7', '::ffff:1.2.3.4']
  for (const text of [...good, '1.2.3', '256.1.1.1', '01.2.3.4', ':::', 'a', '', '1:2', '::1]', '1.2.3.4:80'])
    assert.equal(isAddress(text), isIP(text) !== 0, text)
})

test('without Node there are no metrics, and outbound requests use fetch', async () => {
  const { meters, read } = openMetrics(new ManualClock(), {} as Parameters<typeof openMetrics>[1], null)
  meters.deliveryAttempted('webhook', 'delivered')
  assert.equal(await read(), '')
  await OUTBOUND.transport(BASE).close()
})
