// The sender on real sockets: one connection, one request, and the exact observation for any interruption.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { classifySend } from './classify.ts'
import { answer, hostile, json, type Hostile } from '../transport/hostile.testing.ts'
import { OUTBOUND } from '../../app/runtime/node.ts'
import { InitiateSender, writeInitiate, type Sender, type StartRequest } from './initiate.ts'

const order = {
  externalId: 'tb-1',
  order: 'A-1001',
  deviceId: 'd1',
  amountMinor: 4200,
  currency: 'USD',
  creditOf: null,
} as const
const software = { name: 'Tapboard', version: '1.0.0' }
const limits = { connectMs: 20_000, answerMs: 20_000, lateMs: 20_000 }
/** For answers that come too late; every other test may take its time on a busy machine. */
const hasty = { ...limits, answerMs: 60 }
const go = (): boolean => true

async function sending(
  context: TestContext,
  dialect: 'spec' | 'x' = 'spec',
  within = limits,
  start: StartRequest = 'session',
): Promise<[Sender, Hostile]> {
  const server = await hostile(context)
  const sender = new InitiateSender(
    { baseUrl: server.url, apiKey: 'tb_test_key', start, dialect, software, limits: within },
    { outbound: OUTBOUND },
  )
  context.after(() => sender.close())
  return [sender, server]
}

const bodyOf = (request: string | undefined): unknown => JSON.parse(request?.split('\r\n\r\n')[1] ?? '')

for (const [start, path] of [
  ['session', '/v1/Session/initiate'],
  ['payments', '/payments'],
] as const)
  test(`D-17 ${path}: the body is flat in the specification dialect and wrapped in the other`, async (context) => {
    const [flat, first] = await sending(context, 'spec', limits, start)
    first.behave = json({ sessionId: 's1' })
    const report = await flat.send(order, go)
    assert.equal(classifySend(report.exchange, 'tb-1').kind, 'accepted')
    assert.ok(first.requests[0]?.startsWith(`POST /base${path} HTTP/1.1\r\n`))
    assert.match(first.requests[0] ?? '', /authorization: tb_test_key\r\n/i)
    assert.deepEqual(bodyOf(first.requests[0]), {
      xCommand: 'cc:sale',
      xAmount: 42,
      xExternalRequestID: 'tb-1',
      xSoftwareName: 'Tapboard',
      xSoftwareVersion: '1.0.0',
      xDeviceID: 'd1',
    })
    const [wrapped, second] = await sending(context, 'x', limits, start)
    second.behave = json({ xSessionId: 's1' })
    await wrapped.send(order, go)
    assert.ok(second.requests[0]?.startsWith(`POST /base${path} HTTP/1.1\r\n`))
    assert.deepEqual(bodyOf(second.requests[0]), {
      xPayload: {
        xCommand: 'cc:sale',
        xAmount: '42.00',
        xExternalRequestId: 'tb-1',
        xSoftwareName: 'Tapboard',
        xSoftwareVersion: '1.0.0',
      },
      xDeviceId: 'd1',
    })
  })

test('a refund is a credit that names its sale, in both dialects', async (context) => {
  const credit = { ...order, creditOf: '900001' }
  const [flat, first] = await sending(context, 'spec')
  first.behave = json({ sessionId: 's1' })
  await flat.send(credit, go)
  const spec = bodyOf(first.requests[0]) as Readonly<Record<string, unknown>>
  assert.deepEqual([spec['xCommand'], spec['xAmount'], spec['xRefNum']], ['cc:credit', 42, '900001'])
  const [wrapped, second] = await sending(context, 'x')
  second.behave = json({ xSessionId: 's1' })
  await wrapped.send(credit, go)
  const { xPayload } = bodyOf(second.requests[0]) as { xPayload: Readonly<Record<string, unknown>> }
  assert.deepEqual(
    [xPayload['xCommand'], xPayload['xAmount'], xPayload['xRefNum']],
    ['cc:credit', '42.00', '900001'],
  )
})

test('D-204 with the option `invoice` a start has the order ID as xInvoice, in both dialects', async () => {
  const flat = JSON.parse(writeInitiate(order, 'spec', software, true) ?? '') as object
  assert.deepEqual(Object.entries(flat).at(2), ['xInvoice', 'A-1001'])
  const wrapped = JSON.parse(writeInitiate({ ...order, creditOf: '900001' }, 'x', software, true) ?? '') as {
    xPayload: Readonly<Record<string, unknown>>
  }
  assert.deepEqual([wrapped.xPayload['xInvoice'], wrapped.xPayload['xRefNum']], ['A-1001', '900001'])
})

test('D-17 a refund starts with the initiate of a session, also where sales start with a payment', async (context) => {
  const [sender, server] = await sending(context, 'spec', limits, 'payments')
  server.behave = json({ sessionId: 's1' })
  await sender.send({ ...order, creditOf: '900001' }, go)
  assert.ok(server.requests[0]?.startsWith('POST /base/v1/Session/initiate HTTP/1.1\r\n'))
})

test('writes no byte after a negative last check or without a connection', async (context) => {
  const [sender, server] = await sending(context)
  assert.equal((await sender.send(order, () => false)).exchange.kind, 'no_byte')
  const failing = (): Promise<boolean> => Promise.reject(new Error('stop'))
  assert.equal((await sender.send(order, failing)).exchange.kind, 'no_byte')
  assert.equal(server.requests.length, 0)
  const unreachable = new InitiateSender(
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', start: 'session', dialect: 'x', software },
    { outbound: OUTBOUND },
  )
  assert.equal((await unreachable.send(order, go)).exchange.kind, 'no_byte')
})

test('never sends an amount that the wire format cannot express', async (context) => {
  const [sender, server] = await sending(context)
  const report = await sender.send({ ...order, amountMinor: 1_001, currency: 'BHD' }, go)
  assert.equal(report.exchange.kind, 'no_byte')
  assert.equal(server.requests.length, 0)
})

for (const start of ['session', 'payments'] as const)
  test(`P2 a truncated answer leaves one request with an unknown result (${start})`, async (context) => {
    const [sender, server] = await sending(context, 'spec', limits, start)
    const whole = json({ sessionId: 's1', status: 'INITIATING' })
    for (let cut = 0; cut < whole.length; cut += 1) {
      server.behave = whole.subarray(0, cut)
      const report = await sender.send(order, go)
      assert.equal(classifySend(report.exchange, 'tb-1').kind, 'unknown', `cut at ${cut}`)
      assert.equal(server.requests.length, cut + 1)
    }
    server.behave = whole
    assert.equal(classifySend((await sender.send(order, go)).exchange, 'tb-1').kind, 'accepted')
  })

for (const start of ['session', 'payments'] as const)
  test(`a reset, a redirect and an endless body are unknown (${start})`, async (context) => {
    const [sender, server] = await sending(context, 'spec', limits, start)
    const behaviours = [
      (socket: { resetAndDestroy(): unknown }): void => void socket.resetAndDestroy(),
      answer('307 Go', '{"sessionId":"s1"}', { location: '/elsewhere' }),
      answer('200 OK', JSON.stringify({ sessionId: 's1', pad: 'x'.repeat(70_000) })),
      answer('200 OK', '{"sessionId":"s1"}', { 'content-encoding': 'gzip' }),
    ]
    for (const behave of behaviours) {
      server.behave = behave
      assert.equal(classifySend((await sender.send(order, go)).exchange, 'tb-1').kind, 'unknown')
    }
    assert.equal(server.requests.length, behaviours.length)
  })

test('receives a late answer on the open connection', async (context) => {
  const [sender, server] = await sending(context, 'spec', hasty)
  const asked = new Promise<Socket>((resolve) => (server.behave = resolve))
  const report = await sender.send(order, go)
  assert.equal(classifySend(report.exchange, 'tb-1').kind, 'unknown')
  assert.ok(report.late)
  ;(await asked).end(json({ sessionId: 's1' }))
  const late = await report.late
  assert.ok(late)
  assert.deepEqual(classifySend(late, 'tb-1'), { kind: 'accepted', sessionId: 's1' })
})

test('D-39 a connection without an answer is reset, so that nothing of the request arrives later', async (context) => {
  const [sender, server] = await sending(context, 'spec', hasty)
  const asked = new Promise<Socket>((resolve) => (server.behave = resolve))
  const report = await sender.send(order, go)
  const socket = await asked
  const seen = new Promise<Error>((resolve) => void socket.once('error', resolve))
  assert.ok(report.late)
  sender.close()
  assert.equal(await report.late, null)
  assert.match((await seen).message, /ECONNRESET/)
})

test('a connection that breaks while waiting for a late answer ends the wait', async (context) => {
  const [sender, server] = await sending(context, 'spec', hasty)
  const asked = new Promise<Socket>((resolve) => (server.behave = resolve))
  const report = await sender.send(order, go)
  ;(await asked).destroy()
  assert.equal(await report.late, null)
})

test('accepts a body that ends by closing the connection', async (context) => {
  const [sender, server] = await sending(context)
  server.behave =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"sessionId":"s1"}'
  assert.equal(classifySend((await sender.send(order, go)).exchange, 'tb-1').kind, 'accepted')
})

test('writes no byte after a TLS failure', async (context) => {
  const [, server] = await sending(context)
  server.behave = 'HTTP/1.1 400 Bad Request\r\n\r\n'
  const baseUrl = server.url.replace('http:', 'https:')
  const secure = new InitiateSender(
    {
      baseUrl,
      apiKey: 'tb_test_key',
      start: 'session',
      dialect: 'spec',
      software,
      limits: { ...limits, connectMs: 500 },
    },
    { outbound: OUTBOUND },
  )
  assert.equal((await secure.send(order, go)).exchange.kind, 'no_byte')
  assert.ok(server.requests.every((request) => !request.includes('tb_test_key')))
})

test('D-17 an answer of /payments is accepted by its session alone, whatever it says about the result', async (context) => {
  const [sender, server] = await sending(context, 'spec', limits, 'payments')
  const classOf = async (): Promise<string> =>
    classifySend((await sender.send(order, go)).exchange, 'tb-1').kind
  const ended = { status: 'COMPLETED', responseCode: '00', xRefNum: 'R1' }
  for (const [status, body, expected] of [
    ['200 OK', { sessionId: 's1', ...ended }, 'accepted'],
    ['202 Accepted', { sessionId: 's1', status: 'IN_PROGRESS' }, 'accepted'],
    ['200 OK', ended, 'unknown'],
    ['200 OK', { sessionId: 's1', xExternalRequestID: 'tb-2' }, 'unknown'],
    ['402 Payment Required', { status: 'declined' }, 'unknown'],
    ['409 Conflict', { error: { code: 'INVALID_REQUEST' }, sessionId: 's1' }, 'unknown'],
    ['409 Conflict', { error: { code: 'TRANSACTION_FAILED' } }, 'rejected'],
    ['401 Unauthorized', { error: { code: 'UNAUTHORIZED' } }, 'rejected'],
    ['404 Not Found', {}, 'unknown'],
    ['500 Oops', {}, 'unknown'],
  ] as const) {
    server.behave = answer(status, JSON.stringify(body))
    assert.equal(await classOf(), expected, `${status} ${JSON.stringify(body)}`)
  }
})
