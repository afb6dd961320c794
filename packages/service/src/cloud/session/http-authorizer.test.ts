/** The HTTP payment processor: its request, and the interpretation of every answer. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '@tapboard/server'
import { createOutbound } from '../../http/outbound.ts'
import type { Outbound, OutboundResult } from '../../http/outbound-port.ts'
import { answerJson, receiver } from '../../testing/receiver.ts'
import { createHttpAuthorizer, judgeAuthorization, judgeReversal } from './http-authorizer.ts'

const SECRET = 'secret-of-the-authorizer-1'
const ID = 'ses_aaaaaaaaaaaaaaaaaaaaaaaaaa'
const REQUEST = {
  sessionId: ID,
  accountId: 'acc_1',
  deviceId: 'dev_1',
  externalId: 'order-1',
  command: 'cc:sale',
  amountMinor: 4_200,
  currency: 'USD',
  card: { brand: 'Visa', lastFour: '4242', entry: 'tap' },
} as const
const approved = {
  SessionId: ID,
  Status: 'approved',
  ResponseCode: '00',
  ApprovalCode: 'A1',
  Message: 'Approved',
}

void test('D-124 posts a charge signed under its session ID, the same bytes every time', async (context) => {
  const server = await receiver((response) => answerJson(response, approved))
  const outbound = createOutbound(systemClock, { publicOnly: false })
  context.after(() => {
    outbound.close()
    server.close()
  })
  const authorizer = createHttpAuthorizer(
    { url: `${server.url}/authorizations/`, secret: SECRET },
    outbound,
    systemClock,
  )
  const never = new AbortController().signal
  for (let time = 0; time < 2; time += 1)
    assert.deepEqual(await authorizer.authorize(REQUEST, never), {
      type: 'decided',
      status: 'approved',
      responseCode: '00',
      approvalCode: 'A1',
      message: 'Approved',
    })
  const [asked, again] = server.requests
  assert.equal(again?.body, asked?.body)
  assert.deepEqual(
    [asked?.method, asked?.path, asked?.headers['idempotency-key']],
    ['POST', '/authorizations', ID],
  )
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(asked?.headers['x-tapboard-signature'])) ?? []
  assert.equal(
    v1,
    createHmac('sha256', SECRET)
      .update(`${t}.${asked?.body ?? ''}`)
      .digest('hex'),
  )
  assert.deepEqual(JSON.parse(asked?.body ?? ''), {
    SessionId: ID,
    Command: 'cc:sale',
    Amount: '42.00',
    Currency: 'USD',
    Card: { Brand: 'Visa', LastFour: '4242', Entry: 'tap' },
    ExternalRequestId: 'order-1',
    AccountId: 'acc_1',
    DeviceId: 'dev_1',
  })
  assert.throws(
    () => createHttpAuthorizer({ url: 'http://processor.example/', secret: SECRET }, outbound, systemClock),
    RangeError,
  )
})

const answered = (body: unknown, more: object = {}): OutboundResult => ({
  ok: true,
  status: 200,
  contentType: 'application/json',
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  whole: true,
  ...more,
})
const typeOf = (answer: OutboundResult): string => {
  const judged = judgeAuthorization(ID, answer)
  return judged.type === 'decided' ? judged.status : judged.type
}

void test('D-124 asks for JSON of at most 64 KiB within 15 s', async () => {
  const requests: Parameters<Outbound['send']>[0][] = []
  const outbound: Outbound = {
    send: async (request) => {
      requests.push(request)
      return { ok: false, code: 'timeout' }
    },
    close: () => {},
  }
  const address = { url: 'https://processor.example/', secret: SECRET }
  await createHttpAuthorizer(address, outbound, systemClock).authorize(REQUEST, new AbortController().signal)
  const { headers, timeoutMs, maxBytes } = requests[0] ?? {}
  assert.deepEqual([timeoutMs, maxBytes], [15_000, 65_536])
  assert.deepEqual(
    [headers?.['accept'], headers?.['content-type'], headers?.['user-agent']],
    ['application/json', 'application/json', 'Tapboard'],
  )
  assert.throws(() => createHttpAuthorizer({ ...address, secret: '' }, outbound, systemClock), {
    name: 'RangeError',
    message: /TAPBOARD_SERVICE_AUTHORIZER_SECRET must have at least 24 characters/,
  })
})

void test('D-124 accepts a decision about this session that does not contradict itself', () => {
  const declined = { SessionId: ID, Status: 'declined', ResponseCode: '51', Message: 'Insufficient funds' }
  assert.equal(typeOf(answered(approved)), 'approved')
  assert.equal(
    typeOf(answered({ sessionid: ID, status: 'approved', responsecode: '00', approvalcode: 'A' })),
    'approved',
  )
  assert.equal(typeOf(answered(declined)), 'declined')
  assert.equal(typeOf(answered({ SessionId: ID, Status: 'error' })), 'error')
})

const odd: readonly [string, OutboundResult][] = [
  ['another session', answered({ ...approved, SessionId: 'ses_b' })],
  ['no session', answered({ ...approved, SessionId: undefined })],
  ['approved with a decline code', answered({ ...approved, ResponseCode: '51' })],
  ['approved without an approval code', answered({ ...approved, ApprovalCode: undefined })],
  ['declined with 00', answered({ ...approved, Status: 'declined', ApprovalCode: undefined })],
  ['declined with an approval code', answered({ ...approved, Status: 'declined', ResponseCode: '51' })],
  ['an unknown status', answered({ ...approved, Status: 'pending' })],
  ['a code that is a number', answered({ ...approved, ResponseCode: 0 })],
  ['a message with a line break', answered({ ...approved, Message: 'a\nb' })],
  ['HTML', answered('<p>ok', { contentType: 'text/html' })],
  ['half a body', answered('{"SessionId":', {})],
  ['a list', answered([approved])],
  ['an incomplete body', answered(approved, { whole: false })],
  ...[202, 204, 302, 408, 409, 425, 429, 500, 502, 503, 504].map((status): [string, OutboundResult] => [
    `status ${status}`,
    answered(approved, { status }),
  ]),
  ['a timeout', { ok: false, code: 'timeout' }],
  ['a broken connection', { ok: false, code: 'broken' }],
  ['the end of this process', { ok: false, code: 'stopped' }],
]
for (const [what, answer] of odd)
  void test(`D-124 ${what} decides nothing: the card may be charged`, () =>
    assert.equal(typeOf(answer), 'unknown'))

void test('D-124 a rejected request charged nothing, and one without a connection sent nothing', () => {
  for (const status of [400, 401, 403, 404, 405, 413, 415, 422])
    assert.equal(typeOf(answered(approved, { status })), 'refused', String(status))
  assert.equal(typeOf({ ok: false, code: 'unreachable' }), 'unsent')
})

void test('D-129 posts the charge to the path of its reversal, under a key of its own', async (context) => {
  const server = await receiver((response) => answerJson(response, { SessionId: ID, Status: 'reversed' }))
  const outbound = createOutbound(systemClock, { publicOnly: false })
  context.after(() => {
    outbound.close()
    server.close()
  })
  const address = { url: `${server.url}/authorizations`, secret: SECRET }
  const authorizer = createHttpAuthorizer(address, outbound, systemClock)
  assert.deepEqual(await authorizer.reverse(REQUEST, new AbortController().signal), { type: 'reversed' })
  const [asked] = server.requests
  assert.deepEqual(
    [asked?.method, asked?.path, asked?.headers['idempotency-key']],
    ['POST', `/authorizations/${ID}/reversal`, `${ID}-reversal`],
  )
  const body = JSON.parse(asked?.body ?? '') as Record<string, unknown>
  assert.deepEqual([body['SessionId'], body['Amount']], [ID, '42.00'])
  assert.match(String(asked?.headers['x-tapboard-signature']), /^t=\d+,v1=[\da-f]{64}$/)
})

const reversed = { SessionId: ID, Status: 'reversed' }
const unconfirmed: readonly [string, OutboundResult][] = [
  ['another session', answered({ ...reversed, SessionId: 'ses_b' })],
  ['a decision', answered(approved)],
  ['no status', answered({ SessionId: ID })],
  ['HTML', answered('<p>reversed', { contentType: 'text/html' })],
  ['an incomplete body', answered(reversed, { whole: false })],
  ...[202, 204, 302, 400, 401, 404, 409, 422, 429, 500, 503].map((status): [string, OutboundResult] => [
    `status ${status}`,
    answered(reversed, { status }),
  ]),
  ['a timeout', { ok: false, code: 'timeout' }],
  ['no connection', { ok: false, code: 'unreachable' }],
]
for (const [what, answer] of unconfirmed)
  void test(`D-129 ${what} does not confirm a reversal`, () =>
    assert.equal(judgeReversal(ID, answer).type, 'unknown'))

void test('D-129 only a clear answer about this session confirms a reversal', () => {
  for (const status of [200, 201])
    assert.deepEqual(judgeReversal(ID, answered(reversed, { status })), { type: 'reversed' })
})

void test('the log has a code of its own for each answer that decides nothing', () => {
  const codeOf = (answer: OutboundResult): string => {
    const judged = judgeAuthorization(ID, answer)
    return 'code' in judged ? judged.code : judged.type
  }
  for (const [code, answer] of [
    ['status', answered({ ...approved, Status: 'pending' })],
    ['response-code', answered({ ...approved, ResponseCode: '123456789' })],
    ['approval-code', answered({ ...approved, ApprovalCode: 'a b' })],
    ['message', answered({ ...approved, Message: 'm'.repeat(201) })],
    ['contradiction', answered({ ...approved, ResponseCode: '51' })],
    ['500', answered(approved, { status: 500 })],
    ['answer-cut', answered(approved, { whole: false })],
    ['not-json', answered(approved, { contentType: 'text/html' })],
    ['not-json', answered(approved, { contentType: 'x-application/json' })],
    ['not-json', answered('{"SessionId":')],
    ['not-json', answered([approved])],
    ['other-session', answered({ ...approved, SessionId: 'ses_b' })],
    ['timeout', { ok: false, code: 'timeout' }],
    ['unreachable', { ok: false, code: 'unreachable' }],
    ['422', answered(approved, { status: 422 })],
  ] as const)
    assert.equal(codeOf(answer), `authorizer-${code}`)
  assert.deepEqual(judgeReversal(ID, answered({ SessionId: ID })), {
    type: 'unknown',
    code: 'authorizer-status',
  })
})
