// A service with OpenTelemetry: the trace of a caller goes through the session to the payment processor; a dashboard, a refusal, and
// nothing without the option.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@opentelemetry/api'
import type { Logger } from '@tapboard/server'
import { collectSpans } from '@tapboard/server/testing'
import { answerJson, receiver } from '../testing/receiver.ts'
import { initiateBody, Stack, type StackOptions } from '../testing/stack.ts'
import { createService } from './service.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const HEADER = `00-${TRACE}-b7ad6b7169203331-01`
const SECRET = 'canary-secret-of-the-authorizer'

const { ended, byName } = collectSpans()

/** Pays for one session with a payment processor over HTTP; returns the header that the processor got. */
async function pay(options: StackOptions): Promise<{ readonly header: unknown; readonly sessionId: string }> {
  const processor = await receiver((response, { body }) =>
    answerJson(response, {
      SessionId: (JSON.parse(body) as { readonly SessionId: string }).SessionId,
      Status: 'approved',
      ResponseCode: '00',
      ApprovalCode: 'A1',
      Message: 'Approved',
    }),
  )
  const stack = await Stack.start({ ...options, authorizer: { url: `${processor.url}/pay`, secret: SECRET } })
  try {
    const { deviceId, terminal } = await stack.device()
    const body = initiateBody(deviceId, 'order-of-jane@example.com')
    const started = await stack.call('POST', '/v1/Session/initiate', body, { traceparent: HEADER })
    const sessionId = String(started.body['sessionId'])
    await terminal.pay()
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    await stack.until(sessionId, 'COMPLETED')
    return { header: processor.requests[0]?.headers['traceparent'], sessionId }
  } finally {
    await stack.stop()
    processor.close()
  }
}

test('D-188 the trace of a caller goes through the session to the payment processor', async () => {
  const lines: object[] = []
  const write = (fields: object): void => void lines.push(fields)
  const log: Logger<object> = { info: write, warn: write, error: write }
  const { header, sessionId } = await pay({ openTelemetry: api, log })
  const [initiate, authorize, post] = [
    byName('POST /v1/Session/initiate'),
    byName('authorize session'),
    byName('POST'),
  ]
  for (const span of [initiate, authorize, post]) assert.equal(span.spanContext().traceId, TRACE)
  assert.equal(post.parentSpanContext?.spanId, authorize.spanContext().spanId)
  assert.equal(header, `00-${TRACE}-${post.spanContext().spanId}-01`)
  assert.deepEqual(authorize.attributes, { 'tapboard.session.id': sessionId })
  // The messages of the terminal join the trace that began the session; a heartbeat has no span.
  const card = byName('terminal card_presented')
  assert.equal(card.spanContext().traceId, TRACE)
  assert.equal(card.parentSpanContext?.spanId, initiate.spanContext().spanId)
  // The message schedules the authorization; a loop that finds it first knows the request only.
  const above = [card, initiate].map((span) => span.spanContext().spanId)
  assert.ok(above.includes(authorize.parentSpanContext?.spanId ?? ''))
  const { 'tapboard.device.id': device, ...session } = card.attributes
  assert.match(String(device), /^dev_\w+$/)
  assert.deepEqual(session, { 'tapboard.session.id': sessionId })
  const read = ended.find(
    ({ name, parentSpanContext: parent }) =>
      name === 'select' && parent?.spanId === card.spanContext().spanId,
  )
  assert.equal(read?.attributes['db.operation.name'], 'select')
  const { 'tapboard.reference': reference, 'tapboard.account.id': account, ...others } = initiate.attributes
  assert.match(`${String(reference)} ${String(account)}`, /^call_\w+ acc_\w+$/)
  assert.equal(others['http.route'], '/v1/Session/initiate')
  const line = lines.find((fields) => 'reference' in fields && fields.reference === reference)
  assert.equal((line as { readonly trace_id?: string }).trace_id, TRACE)
  const exported = JSON.stringify(ended.map(({ name, attributes }) => [name, attributes]))
  for (const word of ['canary', 'jane', '4242', 'Visa', 'SN-1', 'Front counter'])
    assert.ok(!exported.includes(word), word)
})

test('D-188 a stranger and another terminal do not join the trace of a session that they name', async (context) => {
  const stack = await Stack.start({ openTelemetry: api })
  context.after(() => stack.stop())
  const { deviceId } = await stack.device()
  const other = await stack.device('SN-2')
  const body = initiateBody(deviceId, 'order-7')
  const started = await stack.call('POST', '/v1/Session/initiate', body, { traceparent: HEADER })
  const message = { type: 'cancelled', sessionId: String(started.body['sessionId']) }
  other.terminal.send(message)
  other.terminal.send({ type: 'heartbeat' })
  await other.terminal.receive('heartbeat_seen')
  const stranger = await stack.line()
  stranger.send(message)
  await stranger.closed()
  const seen = ended.filter(({ name }) => name === 'terminal cancelled')
  assert.deepEqual(
    seen.map(({ parentSpanContext }) => parentSpanContext),
    [undefined, undefined],
  )
  assert.ok(seen.every((span) => span.spanContext().traceId !== TRACE))
})

test('D-188 without the option there is no span, and the payment processor gets no header', async () => {
  assert.equal((await pay({})).header, undefined)
  assert.deepEqual(ended, [])
})

test('D-187 routes of the boarding API and of the dashboard have their templates, refusals their codes', async (context) => {
  const service = await createService({ store: 'file::memory:', openTelemetry: api })
  context.after(() => service.close())
  const ask = (method: string, path: string): Promise<Response> =>
    service.fetch(new Request(`http://localhost:4010${path}`, { method, headers: { traceparent: HEADER } }))
  await ask('GET', '/v1/Session/canary')
  await ask('POST', '/boarding/GetTiers')
  await ask('GET', '/dashboard/api/session')
  await ask('GET', '/health/ready')
  await ask('GET', '/canary?a=canary')
  const seen = ended.map(({ name, attributes }) => [name, attributes['tapboard.problem']])
  assert.ok(!JSON.stringify(seen).includes('canary'))
  assert.deepEqual(seen.slice(0, 2), [
    ['GET /v1/Session/{xSessionId}', 'UNAUTHORIZED'],
    ['POST /boarding/GetTiers', 'ValidationError'],
  ])
  assert.deepEqual(seen.slice(2), [
    ['GET /dashboard/api/session', 'signed-out'],
    ['GET', 'INVALID_REQUEST'],
  ])
})

test('another value than the module of the API is rejected at the start', async () => {
  const wrong = { trace: api.trace } as unknown as typeof api
  await assert.rejects(createService({ store: 'file::memory:', openTelemetry: wrong }), RangeError)
})
