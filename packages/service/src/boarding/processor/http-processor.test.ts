// The HTTP processor over real sockets: its requests, and unusable answers.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { createOutbound } from '../../http/outbound.ts'
import { systemClock } from '@tapboard/server'
import { llcValues } from '../../testing/application.ts'
import { answerJson, receiver } from '../../testing/receiver.ts'
import { isAddressFault, readSignedAddress } from '../../http/signed-address.ts'
import { createHttpProcessor, PROCESSOR } from './http-processor.ts'
import type { ForwardedApplication } from './processor.ts'

const SECRET = 'secret-of-the-processor-1'
const ID = 'app_aaaaaaaaaaaaaaaaaaaaaaaaaa'
const never = new AbortController().signal

const application: ForwardedApplication = {
  appId: ID,
  reference: 'call_1',
  tierName: 'Standard',
  sandbox: false,
  coBrandId: 'harbor',
  corporateName: 'Harbor Cycle Repair LLC',
  agentId: 'agent-7',
  agentName: 'Grace',
  agentEmail: null,
  submittedAtMs: Date.UTC(2026, 10, 21, 12),
  values: async () => llcValues(),
}

async function processorAt(context: TestContext, answer: (response: ServerResponse) => void) {
  const server = await receiver(answer)
  const outbound = createOutbound(systemClock, { publicOnly: false })
  context.after(() => {
    outbound.close()
    server.close()
  })
  const processor = createHttpProcessor(
    { url: `${server.url}/applications/`, secret: SECRET },
    outbound,
    systemClock,
  )
  return { server, processor }
}

void test('D-26 posts an application whole, signed, under its AppId', async (context) => {
  const { server, processor } = await processorAt(context, (response) =>
    answerJson(response, { AppId: ID, Reference: 'p-1' }, 202),
  )
  for (let time = 0; time < 2; time += 1)
    assert.deepEqual(await processor.submit(application, never), {
      type: 'taken',
      processorReference: 'p-1',
      status: null,
      askInMs: 30_000,
    })
  const [asked, again] = server.requests
  assert.ok(asked !== undefined)
  assert.equal(again?.body, asked.body, 'the same bytes every time')
  assert.deepEqual(
    [asked.method, asked.path, asked.headers['idempotency-key']],
    ['POST', '/applications', ID],
  )
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(asked.headers['x-tapboard-signature'])) ?? []
  assert.equal(v1, createHmac('sha256', SECRET).update(`${t}.${asked.body}`).digest('hex'))
  const body = JSON.parse(asked.body) as Record<string, unknown>
  assert.deepEqual(
    [
      body['AppId'],
      body['AgentId'],
      body['AgentName'],
      body['CoBrandId'],
      body['Sandbox'],
      body['SubmittedAt'],
      body['TaxId'],
    ],
    [ID, 'agent-7', 'Grace', 'harbor', false, '2026-11-21T12:00:00.000Z', '581234509'],
  )
  assert.equal((body['SignerInformationList'] as { ssn: string }[])[1]?.ssn, '900701234')
  assert.equal('ApiKey' in body || 'Token' in body || 'AgentEmail' in body, false)
})

void test('D-59 polls the status by AppId, signed', async (context) => {
  const { server, processor } = await processorAt(context, (response) =>
    answerJson(response, { AppId: ID, ApplicationStatus: 'declined' }),
  )
  const taken = {
    appId: ID,
    corporateName: '',
    processorReference: null,
    status: 'in_review',
    takenForMs: 0,
  } as const
  const answer = await processor.read(taken, never)
  assert.deepEqual(answer, { type: 'taken', processorReference: null, status: 'declined', askInMs: null })
  const [asked] = server.requests
  assert.deepEqual([asked?.method, asked?.path, asked?.body], ['GET', `/applications/${ID}`, ''])
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(asked?.headers['x-tapboard-signature'])) ?? []
  assert.equal(v1, createHmac('sha256', SECRET).update(`${t}.${ID}`).digest('hex'))
})

void test('a processor without a status endpoint is polled less often and is not at fault', async (context) => {
  const { processor } = await processorAt(context, (response) => response.writeHead(404).end())
  const taken = {
    ...application,
    processorReference: null,
    status: 'received',
    takenForMs: 90_000_000,
  } as const
  assert.deepEqual(await processor.read(taken, never), {
    type: 'taken',
    processorReference: null,
    status: null,
    askInMs: 3_600_000,
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }
const hostile: readonly [string, (response: ServerResponse) => void, string][] = [
  [
    '200 with a page of HTML',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>ok'),
    'processor-not-json',
  ],
  [
    'a redirect to a page that says yes',
    (response) => response.writeHead(302, { location: '/yes' }).end(),
    'processor-302',
  ],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '500' })
      response.write(`{"AppId":"${ID}"}`, () => response.destroy())
    },
    'processor-answer-cut',
  ],
  [
    'an answer of a megabyte',
    (response) => response.writeHead(200, JSON_TYPE).end(`{"AppId":"${ID}","x":"${'x'.repeat(1_000_000)}"}`),
    'processor-answer-cut',
  ],
  [
    'an answer about another application',
    (response) => answerJson(response, { AppId: 'app_b' }),
    'processor-other-application',
  ],
  ['a closed door', (response) => response.destroy(), 'processor-broken'],
]

for (const [what, answer, code] of hostile)
  void test(`an answer with ${what} has no status of the application`, async (context) => {
    const { server, processor } = await processorAt(context, answer)
    assert.deepEqual(await processor.submit(application, never), { type: 'unknown', code })
    assert.equal(server.requests.length, 1)
  })

for (const [url, wanted] of [
  ['https://processor.example/in/', 'https://processor.example/in'],
  ['http://127.0.0.1:9/in', 'http://127.0.0.1:9/in'],
  ['http://localhost:9', 'http://localhost:9'],
  ['http://[::1]:9/', 'http://[::1]:9'],
  ['http://processor.example/in', null],
  ['http://localhost.example/in', null],
  ['https://user:pw@processor.example/', null],
  ['https://processor.example/?key=1', null],
  ['https://processor.example/#a', null],
  ['ftp://processor.example/', null],
  ['processor.example', null],
] as const)
  void test(`${url} is ${wanted === null ? 'rejected' : 'accepted'} for regulated values`, () => {
    const read = readSignedAddress({ url, secret: SECRET }, PROCESSOR)
    assert.equal(isAddressFault(read) ? null : read.url, wanted)
  })

void test('rejects a secret that is too short', () => {
  const outbound = createOutbound(systemClock, { publicOnly: false })
  const make = () =>
    createHttpProcessor({ url: 'https://processor.example/', secret: 'short' }, outbound, systemClock)
  assert.throws(make, RangeError)
})
