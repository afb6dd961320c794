// The boarding client on real sockets: both spellings, both places of the token, and the result of each valid answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSubmission } from '@tapboard/contract'
import { answer, json } from '../transport/hostile.testing.ts'
import {
  ASK,
  bodyOf,
  openBoardingClient,
  GOOD_END,
  HONEST,
  SOME_VALUES,
  type Question,
} from './boarding-client.testing.ts'

const QUESTIONS = Object.keys(HONEST) as Question[]
const error = (code: string, messages: unknown, status = '400 Bad Request', name = 'ErrorMessages') =>
  answer(
    status,
    JSON.stringify({ Status: 'Error', Refnum: 'ref_e', Error: { ErrorCode: code, [name]: messages } }),
  )

for (const nameCase of ['pascal', 'camel'] as const)
  void test(`the key is in the body and nowhere else, names are spelled ${nameCase} (§5.2, D-21)`, async (context) => {
    const { client, server } = await openBoardingClient(context, { nameCase })
    for (const question of QUESTIONS) {
      server.behave = json(HONEST[question])
      assert.equal((await ASK[question](client)).kind, GOOD_END[question])
    }
    const key = nameCase === 'pascal' ? 'ApiKey' : 'apiKey'
    for (const request of server.requests) {
      assert.equal(bodyOf(request)[key], 'tb_board_key')
      assert.ok(!(request.split('\r\n\r\n')[0] ?? '').includes('tb_board_key'))
      const wrong = Object.keys(bodyOf(request)).filter(
        (name) => /^[A-Z]/.test(name) !== (nameCase === 'pascal'),
      )
      assert.deepEqual(wrong, [])
    }
    assert.deepEqual(
      server.requests.map((request) => /^POST \/base(\S+) HTTP\/1\.1\r\n/.exec(request)?.[1]),
      ['/GetTiers', '/Agreement', '/Agreement', '/SubmitGoApp', '/GetApplication'],
    )
  })

void test('spells an acceptance as configured, except its evidence', async (context) => {
  const { client, server } = await openBoardingClient(context)
  server.behave = json(HONEST.accept)
  assert.deepEqual(await ASK.accept(client), { kind: 'accepted', token: 'trm_token' })
  const { ApiKey, ...body } = bodyOf(server.requests[0])
  assert.equal(ApiKey, 'tb_board_key')
  assert.deepEqual(body, {
    TierName: 'Retail',
    Locale: 'en',
    Acceptance: {
      CorporateName: 'Ann & Sons LLC',
      SignerName: 'Ann Lee',
      Documents: [{ Id: 'terms', Version: '2026-11', Sha256: 'f'.repeat(64) }],
      Consents: ['terms'],
      Evidence: { userAgent: 'Browser/1.0', clientAddress: '203.0.113.7' },
    },
  })
})

for (const nameCase of ['pascal', 'camel'] as const)
  for (const tokenPlace of ['top', 'signature'] as const)
    void test(`a submission spelled ${nameCase} with its token at ${tokenPlace} round-trips (D-25)`, async (context) => {
      const { client, server } = await openBoardingClient(context, { nameCase, tokenPlace, phone: 'e164' })
      server.behave = json(HONEST.submit)
      assert.deepEqual(await ASK.submit(client), { kind: 'accepted', appId: 'app_1', reference: 'ref_4' })
      const body = bodyOf(server.requests[0])
      const read = readSubmission(body)
      assert.deepEqual(read.parts, { agentName: 'Bo', agentEmail: 'bo@partner.example', token: 'trm_1' })
      assert.deepEqual(
        [read.values.taxId, read.values.businessPhone, read.values.signers[0]?.ssn],
        [SOME_VALUES.taxId, '+17325550123', SOME_VALUES.signers[0]?.ssn],
      )
      assert.equal(JSON.stringify(body['signature']), tokenPlace === 'top' ? undefined : '{"token":"trm_1"}')
    })

void test('reads tiers as names or objects, each once, and skips invalid ones (D-22)', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const fees = [{ Label: 'Card', Value: '2.6 %' }, { Label: 'Card' }, 'free', null]
  server.behave = json({
    status: 'success',
    refnum: 'r',
    tiers: [
      'Plain',
      { name: 'Camel', label: ' Two\u202e words ', isSandbox: 'yes', includes: ['A', 7, ''] },
      { Name: 'Whole', Label: 'L'.repeat(500), Fees: fees },
      'Plain',
      '',
      ' ',
      'line\nbreak',
      'x'.repeat(101),
      7,
      null,
      [],
      { Name: 7 },
    ],
  })
  const read = await client.getTiers()
  assert.ok(read.kind === 'found')
  const none = { isSandbox: null, label: null, summary: null, fees: [], includes: [] }
  assert.deepEqual(read.value, [
    { ...none, name: 'Plain' },
    { ...none, name: 'Camel', label: 'Two words', includes: ['A'] },
    { ...none, name: 'Whole', label: 'L'.repeat(60), fees: [{ label: 'Card', value: '2.6 %' }] },
  ])
  server.behave = json({ Status: 'Success', Refnum: 'r', Tiers: [] })
  assert.deepEqual(await client.getTiers(), { kind: 'found', value: [] })
})

void test('accepts an answer that always writes all members', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const nothing = { ErrorCode: '', ErrorMessages: [], ErrorMessage: null }
  server.behave = json({ ...HONEST.submit, Error: nothing, AppId: 4711 })
  assert.deepEqual(await ASK.submit(client), { kind: 'accepted', appId: '4711', reference: 'ref_4' })
  server.behave = json({ ...HONEST.tiers, Error: {} })
  assert.equal((await ASK.tiers(client)).kind, 'found')
  const Error = { ErrorCode: 'ValidationError', ErrorMessages: ['No.'] }
  for (const AppId of [null, '', 0]) {
    server.behave = json({ Status: 'Error', Refnum: 'r', Error, AppId, Tiers: null })
    assert.equal((await ASK.submit(client)).kind, 'refused')
  }
  server.behave = json({ ...HONEST.submit, Error: { ErrorCode: 'Odd', ErrorMessages: [] } })
  assert.deepEqual(await ASK.submit(client), { kind: 'unknown' })
})

void test('falls back to GetTierNames (D-21)', async (context) => {
  const { client, server } = await openBoardingClient(context)
  server.behave = (socket, request) =>
    socket.end(
      request.startsWith('POST /base/GetTierNames ')
        ? json(HONEST.tiers)
        : answer('404 Not Found', '<html>', { 'content-type': 'text/html' }),
    )
  assert.equal((await client.getTiers()).kind, 'found')
  assert.equal(server.requests.length, 2)
  server.behave = (socket, request) =>
    socket.end(
      request.startsWith('POST /base/GetTierNames ')
        ? json(HONEST.tiers)
        : error('NotFound', ['No such operation.'], '404 Not Found'),
    )
  assert.equal((await client.getTiers()).kind, 'found')
})

for (const [what, code, messages, name] of [
  ['a list', 'ValidationError', ['DBAName: Enter a value.', 'BusinessPhone: No.'], 'ErrorMessages'],
  ['one text', 'ValidationError', 'DBAName: Enter a value.', 'ErrorMessage'],
  ['a list under the other name', 'InvalidTier', ['Gone.'], 'ErrorMessage'],
  ['nothing', 'DuplicateApplication', undefined, 'ErrorMessages'],
  ['a number for its code', 4004, ['No.'], 'ErrorMessages'],
] as const)
  void test(`a refusal with ${what} is a refusal, under 400 and under 200 (D-23)`, async (context) => {
    const { client, server } = await openBoardingClient(context)
    for (const status of ['400 Bad Request', '200 OK']) {
      server.behave = error(code as string, messages, status, name)
      assert.deepEqual(await ASK.submit(client), {
        kind: 'refused',
        code: String(code),
        messages: messages === undefined ? [] : [messages].flat(),
        reference: 'ref_e',
      })
    }
  })

void test('distinguishes a key without permission from a refused application', async (context) => {
  const { client, server } = await openBoardingClient(context)
  for (const behave of [
    error('AccessDenied', ['No.'], '403 Forbidden'),
    error('AccessDenied', ['No.'], '200 OK'),
    answer('401 Unauthorized', ''),
    answer('403 Forbidden', '<html>', { 'content-type': 'text/html' }),
  ]) {
    server.behave = behave
    assert.deepEqual(await client.getTiers(), { kind: 'fault', fault: 'unauthorized', retryAfterMs: null })
    assert.deepEqual(await ASK.find(client), { kind: 'fault', refused: true, retryAfterMs: null })
  }
})

void test('finds an application by AppId or token, or reports it missing', async (context) => {
  const { client, server } = await openBoardingClient(context)
  server.behave = json(HONEST.find)
  const found = {
    kind: 'found',
    appId: 'app_1',
    status: 'in_review',
    updatedAtMs: Date.UTC(2026, 10, 20, 12),
  }
  assert.deepEqual(await client.find({ appId: 'app_1' }), found)
  assert.deepEqual(await client.find({ token: 'trm_1' }), found)
  assert.deepEqual(
    server.requests.map(bodyOf).map(({ AppId, Token }) => [AppId, Token]),
    [
      ['app_1', undefined],
      [undefined, 'trm_1'],
    ],
  )
  server.behave = error('NotFound', ['There is none.'], '404 Not Found')
  assert.deepEqual(await client.find({ token: 'trm_1' }), { kind: 'missing' })
})

for (const [what, members] of [
  ['another application', { AppId: 'app_2' }],
  ['no application', { AppId: '' }],
  ['an unknown status', { ApplicationStatus: 'Approved!' }],
  ['a status that is a list', { ApplicationStatus: ['approved'] }],
  ['no time', { UpdatedAt: undefined }],
  ['an invalid time', { UpdatedAt: '2026-13-45T99:00:00Z' }],
  ['a status beside an error', { Error: { ErrorCode: 'x', ErrorMessages: [] } }],
  ['two statuses', { applicationStatus: 'approved' }],
  ['success that is another word', { Status: 'OK' }],
] as const)
  void test(`P54 a look-up with ${what} is a fault`, async (context) => {
    const { client, server } = await openBoardingClient(context)
    server.behave = json({ ...HONEST.find, ...members })
    assert.deepEqual(await ASK.find(client), { kind: 'fault', refused: false, retryAfterMs: null })
  })

for (const [what, behave] of [
  ['no number', json({ ...HONEST.submit, AppId: undefined })],
  ['a number with a space', json({ ...HONEST.submit, AppId: 'app 1' })],
  ['a number of 129 characters', json({ ...HONEST.submit, AppId: 'x'.repeat(129) })],
  ['a number that is a list', json({ ...HONEST.submit, AppId: ['app_1'] })],
  ['two numbers', json({ ...HONEST.submit, appId: 'app_2' })],
  ['success under 500', answer('500 Oops', JSON.stringify(HONEST.submit))],
  ['success under 302', answer('302 Found', JSON.stringify(HONEST.submit), { location: '/base/elsewhere' })],
  ['success beside an error', json({ ...HONEST.submit, Error: { ErrorCode: 'ValidationError' } })],
  ['no status', json({ AppId: 'app_1' })],
  [
    'an error beside a number',
    json({ ...HONEST.submit, Status: 'Error', Error: { ErrorCode: 'ValidationError' } }),
  ],
  ['an error without a code', json({ Status: 'Error', Error: { ErrorMessages: ['No.'] } })],
  ['InternalError under 400', error('InternalError', ['Oops.'])],
  ['InternalError under 500', error('InternalError', ['Oops.'], '500 Oops')],
  ['ValidationError under 500', error('ValidationError', ['No.'], '500 Oops')],
  ['ValidationError under 408', error('ValidationError', ['No.'], '408 Request Timeout')],
  ['HTML 400', answer('400 Bad Request', '<html>', { 'content-type': 'text/html' })],
  ['503', answer('503 Away', '')],
] as const)
  void test(`P48 a submission answered with ${what} may have been received, and is sent once`, async (context) => {
    const { client, server } = await openBoardingClient(context)
    server.behave = behave
    assert.deepEqual(await ASK.submit(client), { kind: 'unknown' })
    assert.equal(server.requests.length, 1)
  })

void test('P48 a truncated answer leaves one submission with an unknown result', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const whole = json(HONEST.submit)
  for (let cut = 0; cut < whole.length; cut += 1) {
    server.behave = whole.subarray(0, cut)
    assert.deepEqual(await ASK.submit(client), { kind: 'unknown' }, `cut at ${cut}`)
    assert.equal(server.requests.length, cut + 1)
  }
})

void test('P48 a silent upstream is unknown; an unreachable or busy one received nothing', async (context) => {
  const { client, server } = await openBoardingClient(context)
  server.behave = () => {}
  assert.deepEqual(await ASK.submit(client), { kind: 'unknown' })
  assert.equal(server.requests.length, 1)
  server.behave = answer('429 Slow down', '')
  assert.deepEqual(await ASK.submit(client), { kind: 'not_sent' })
})

// P20 asserts: 0 occurrences in what an upstream echoes.
void test('P20 drops an answer that contains the API key', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const key = 'tb_board_key'
  server.behave = json({ ...HONEST.tiers, Tiers: [{ Name: 'Retail', Label: `Key \u0074b_board_key` }] })
  assert.equal((await ASK.tiers(client)).kind, 'fault')
  server.behave = json({ ...HONEST.find, TierName: key })
  assert.equal((await ASK.find(client)).kind, 'fault')
  server.behave = error('ValidationError', [`DBAName: not for ${key}`])
  assert.deepEqual(await ASK.submit(client), {
    kind: 'refused',
    code: 'ValidationError',
    messages: [],
    reference: null,
  })
  server.behave = json({ ...HONEST.submit, AppId: key })
  assert.deepEqual(await ASK.submit(client), { kind: 'unknown' })
})

void test('rejects an acceptance without a valid token', async (context) => {
  const { client, server } = await openBoardingClient(context)
  for (const Token of [undefined, '', ' ', 'a b', 7, ['t'], 'x'.repeat(4_097), 'a\u0000b']) {
    server.behave = json({ ...HONEST.accept, Token })
    assert.deepEqual(await ASK.accept(client), { kind: 'fault', refused: false, retryAfterMs: null })
  }
  server.behave = error('ValidationError', ['Documents: changed'])
  assert.equal((await ASK.accept(client)).kind, 'refused')
})
