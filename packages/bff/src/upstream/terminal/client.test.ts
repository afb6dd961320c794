// The client against an upstream on a real socket with scripted answers: P54, never a wrong final state.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { outcomeOf, type Outcome } from '@tapboard/contract'
import type { UpstreamClient } from './client.ts'
import { OUTBOUND } from '../../app/runtime/node.ts'
import { createUpstream } from './create-upstream.ts'
import { answer, hostile, json, type Behaviour, type Hostile } from '../transport/hostile.testing.ts'

async function connected(
  context: TestContext,
  dialect: 'spec' | 'x' = 'spec',
): Promise<[UpstreamClient, Hostile]> {
  const server = await hostile(context)
  const upstream = createUpstream(
    { baseUrl: server.url, apiKey: 'tb_test_key', dialect },
    { outbound: OUTBOUND },
  )
  context.after(() => upstream.close())
  return [upstream.client, server]
}

const expected = {
  sessionId: 's1',
  externalId: 'tb-1',
  deviceId: 'd1',
  amountMinor: 4200,
  currency: 'USD',
} as const

/** The result of one session read: a fault, missing, or the classified outcome. */
async function readAs(client: UpstreamClient): Promise<string> {
  const reading = await client.readSession('s1', { signal: AbortSignal.timeout(5_000) })
  if (reading.kind === 'fault') return `fault ${reading.fault}`
  if (reading.kind !== 'found') return reading.kind
  const outcome: Outcome = outcomeOf(reading.body, expected)
  return outcome.kind
}

const paid = {
  sessionId: 's1',
  deviceId: 'd1',
  amount: 42,
  status: 'COMPLETED',
  responseCode: '00',
  transactionResult: { status: 'approved', amount: 42, xRefNum: 'R1', approvalCode: 'A1' },
}
const paidText = JSON.stringify(paid)
const result = paid.transactionResult

test('accepts valid answers in both dialects', async (context) => {
  const [client, server] = await connected(context)
  server.behave = json(paid)
  assert.equal(await readAs(client), 'approved')
  server.behave = json({
    xSessionId: 's1',
    xDeviceId: 'd1',
    xAmount: '42.00',
    xSessionStatus: 'COMPLETED',
    xResponseCode: '00',
    xGatewayStatus: 'Approved',
    xGatewayRefnum: 'R1',
    xAuthCode: 'A1',
  })
  assert.equal(await readAs(client), 'approved')
  assert.match(server.requests[0] ?? '', /^GET \/base\/v1\/Session\/s1 HTTP\/1\.1\r\n/)
  assert.match(server.requests[0] ?? '', /authorization: tb_test_key\r\n/)
  assert.match(server.requests[0] ?? '', /accept-encoding: identity\r\n/)
})

test('P50 a device named by a dot segment is missing, and the upstream is not asked', async (context) => {
  const [client, server] = await connected(context)
  for (const deviceId of ['.', '..']) assert.deepEqual(await client.readDevice(deviceId), { kind: 'missing' })
  assert.deepEqual(server.requests, [])
})

const withText = (text: string): Buffer => answer('200 OK', text)
const unending: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
  const chunk = Buffer.from(`8000\r\n${' '.repeat(0x8000)}\r\n`)
  const more = (): void => {
    while (socket.writable && socket.write(chunk));
    if (socket.writable) socket.once('drain', more)
  }
  more()
}

const mutations: readonly [string, Behaviour, string][] = [
  ['HTML 200', answer('200 OK', '<html>approved</html>', { 'content-type': 'text/html' }), 'fault garbled'],
  ['JSON called HTML', answer('200 OK', paidText, { 'content-type': 'text/html' }), 'fault garbled'],
  ['no content type', answer('200 OK', paidText, { 'content-type': '' }), 'fault garbled'],
  ['truncated body', answer('200 OK', paidText.slice(0, -9), { 'content-length': '400' }), 'fault garbled'],
  ['truncated JSON', withText(paidText.slice(0, -2)), 'fault garbled'],
  ['empty', withText(''), 'fault garbled'],
  ['null', withText('null'), 'fault garbled'],
  ['a list', withText(`[${paidText}]`), 'fault garbled'],
  ['a string', withText('"approved"'), 'fault garbled'],
  ['not UTF-8', answer('200 OK', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'fault garbled'],
  ['100 MB', unending, 'fault garbled'],
  ['64 KiB and one', withText(JSON.stringify({ ...paid, pad: 'x'.repeat(65_536) })), 'fault garbled'],
  ['gzip', answer('200 OK', gzipSync(paidText), { 'content-encoding': 'gzip' }), 'fault garbled'],
  [
    'gzip bomb',
    answer('200 OK', gzipSync(Buffer.alloc(40_000_000)), { 'content-encoding': 'gzip' }),
    'fault garbled',
  ],
  ['plain text called gzip', answer('200 OK', paidText, { 'content-encoding': 'gzip' }), 'fault garbled'],
  ['redirect', answer('302 Found', paidText, { location: '/base/v1/Session/s1' }), 'fault garbled'],
  ['permanent redirect', answer('308 Moved', paidText, { location: 'http://127.0.0.1:1/' }), 'fault garbled'],
  ['500 with an approval', answer('500 Oops', paidText), 'fault garbled'],
  ['402 with an approval', answer('402 No', paidText), 'fault garbled'],
  ['404 with an approval', answer('404 No', paidText), 'fault garbled'],
  ['404 HTML', answer('404 No', '<html>', { 'content-type': 'text/html' }), 'fault garbled'],
  ['401 HTML', answer('401 No', '<html>', { 'content-type': 'text/html' }), 'fault unauthorized'],
  ['429', answer('429 Slow', '', { 'retry-after': '3' }), 'fault busy'],
  ['503', answer('503 Away', '<html>'), 'fault busy'],
  ['no HTTP at all', 'approved\r\n\r\n', 'fault broken'],
  ['closed at once', (socket) => socket.destroy(), 'fault broken'],
  ['a header of 40 KiB', answer('200 OK', paidText, { 'x-pad': 'x'.repeat(40_000) }), 'fault broken'],
  ['two lengths', answer('200 OK', paidText, { 'Content-Length ': '5' }), 'fault broken'],
  ['a key twice', withText(paidText.replace('{', '{"sessionId":"s1",')), 'fault garbled'],
  ['__proto__', withText(paidText.replace('{', '{"__proto__":{"status":"x"},')), 'fault garbled'],
  ['13 levels deep', withText(`${'{"a":'.repeat(13)}1${'}'.repeat(13)}`), 'fault garbled'],
  ['200 with an error body', json({ ...paid, xErrorCode: 'UNAUTHORIZED' }), 'fault garbled'],
  ['Session_not_found', answer('404 No', '{"error":{"code":"Session_not_found","message":""}}'), 'missing'],
  ['another session', json({ ...paid, sessionId: 's2' }), 'contradiction'],
  ['another device', json({ ...paid, deviceId: 'd2' }), 'contradiction'],
  ['two sessions', json({ ...paid, xSessionId: 's2' }), 'contradiction'],
  ['no session', json({ ...paid, sessionId: undefined }), 'unknown'],
  ['amount 1e2', withText(paidText.replace('"amount":42,', '"amount":4.2e1,')), 'contradiction'],
  ['amount in cents', json({ ...paid, amount: 4200 }), 'contradiction'],
  ['unknown status', json({ ...paid, status: 'SETTLED' }), 'unknown'],
  ['unknown outcome', json({ ...paid, transactionResult: { ...result, status: 'partially' } }), 'unknown'],
  ['approved with code 05', json({ ...paid, responseCode: '05' }), 'contradiction'],
  [
    'approved without a reference',
    json({ ...paid, transactionResult: { ...result, xRefNum: '' } }),
    'contradiction',
  ],
  [
    'only the call reference',
    json({ ...paid, xRefnum: 'C1', transactionResult: { status: 'approved' } }),
    'contradiction',
  ],
  ['status "constructor"', json({ ...paid, status: 'constructor' }), 'unknown'],
  ['declined and approved', json({ ...paid, xGatewayStatus: 'Declined' }), 'contradiction'],
]

for (const [title, behave, wanted] of mutations)
  test(`P54 rejects the answer "${title}"`, async (context) => {
    const [client, server] = await connected(context)
    server.behave = behave
    assert.equal(await readAs(client), wanted)
    assert.equal(server.requests.length, 1)
  })

test('reports an unreachable upstream', async (context) => {
  const upstream = createUpstream(
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', dialect: 'spec' },
    { outbound: OUTBOUND },
  )
  context.after(() => upstream.close())
  const reading = await upstream.client.readDevice('d1')
  assert.deepEqual(reading, { kind: 'fault', fault: 'unreachable', retryAfterMs: null })
})

test('a held read sends its ETag and ends with its sale', async (context) => {
  const [client, server] = await connected(context)
  const asked = new Promise<void>((resolve) => (server.behave = () => resolve()))
  const stop = new AbortController()
  const reading = client.readSession('s1', { waitSeconds: 20, etag: '"4"', signal: stop.signal })
  await asked
  assert.match(server.requests[0] ?? '', /prefer: wait=20\r\n/)
  assert.match(server.requests[0] ?? '', /if-none-match: "4"\r\n/)
  stop.abort()
  const ended = await reading
  assert.ok(ended.kind === 'fault' && ended.fault === 'aborted')
})

test('accepts a look-up only with our own reference', async (context) => {
  const [client, server] = await connected(context)
  server.behave = json({ sessionId: 's1', xExternalRequestID: 'tb-1' })
  assert.deepEqual(await client.findSession('tb-1'), { kind: 'found', value: 's1' })
  assert.match(server.requests[0] ?? '', /^GET \/base\/v1\/Session\?xExternalRequestID=tb-1 /)
  server.behave = json({ sessionId: 's1', xExternalRequestID: 'tb-2' })
  assert.equal((await client.findSession('tb-1')).kind, 'fault')
  server.behave = json({ sessionId: 's1' })
  assert.equal((await client.findSession('tb-1')).kind, 'fault')
  server.behave = answer('404 No', '{"xErrorCode":"Session_not_found"}')
  assert.equal((await client.findSession('tb-1')).kind, 'missing')
})

test('reads a device in both dialects and rejects another device', async (context) => {
  const [client, server] = await connected(context)
  const device = { deviceId: 'd1', deviceSerialNumber: 'SN1', deviceMake: 'A80', deviceFriendlyName: 'Till' }
  server.behave = json({ ...device, status: 'CONNECTED' })
  const wanted = { id: 'd1', serial: 'SN1', make: 'A80', name: 'Till', status: 'CONNECTED' }
  assert.deepEqual(await client.readDevice('d1'), { kind: 'found', value: wanted })
  server.behave = json({ ...device, deviceId: 'd2', status: 'CONNECTED' })
  assert.equal((await client.readDevice('d1')).kind, 'fault')
  server.behave = json({ ...device, status: 'ONLINE' })
  assert.equal((await client.readDevice('d1')).kind, 'fault')
  server.behave = answer('404 No', '{"error":{"code":"DEVICE_NOT_FOUND"}}')
  assert.equal((await client.readDevice('d1')).kind, 'missing')
  server.behave = json({ xDevices: [{ ...device, status: 'DISCONNECTED' }] })
  const list = await client.listDevices()
  assert.ok(list.kind === 'found' && list.value[0]?.status === 'DISCONNECTED')
})

test('registers a terminal in the configured dialect and names an existing one', async (context) => {
  const [client, server] = await connected(context, 'x')
  const made = {
    xDeviceId: 'd1',
    xDeviceSerialNumber: 'SN1',
    xDeviceMake: 'A80',
    xDeviceStatus: 'DISCONNECTED',
  }
  server.behave = answer('201 Created', JSON.stringify({ ...made, xPairingCode: '123456' }))
  const created = await client.createDevice({ serial: 'SN1', make: 'A80', name: 'Till' })
  assert.ok(created.kind === 'created' && created.pairingCode === '123456')
  assert.match(
    server.requests[0] ?? '',
    /\{"xDeviceSerialNumber":"SN1","xDeviceMake":"A80","xDeviceFriendlyName":"Till"\}/,
  )
  server.behave = answer('409 No', '{"error":{"code":"INVALID_REQUEST"},"deviceId":"d9"}')
  assert.deepEqual(await client.createDevice({ serial: 'SN1', make: 'A80', name: 'Till' }), {
    kind: 'exists',
    deviceId: 'd9',
  })
})

test('sends the key only to the configured address and follows no redirect', async (context) => {
  const [client, server] = await connected(context)
  const elsewhere = await hostile(context)
  server.behave = answer('307 Go', '', { location: `${elsewhere.url}/v1/Device/d1` })
  await client.readDevice('d1')
  assert.equal(elsewhere.requests.length, 0)
})

test('D-18 asks another address for reports only, with the same key', async (context) => {
  const [server, reporting] = [await hostile(context), await hostile(context)]
  const { client, close } = createUpstream(
    { baseUrl: server.url, reportingUrl: reporting.url, apiKey: 'tb_test_key', dialect: 'spec' },
    { outbound: OUTBOUND },
  )
  context.after(close)
  reporting.behave = json({ xReportData: [{ xRefNum: 'R1' }] })
  server.behave = json(paid)
  const rows = await client.report('R1')
  assert.deepEqual(rows, { kind: 'found', value: [{ xRefNum: 'R1' }] })
  assert.equal(await readAs(client), 'approved')
  assert.deepEqual([server.requests.length, reporting.requests.length], [1, 1])
  assert.match(
    reporting.requests[0] ?? '',
    /^POST \/base\/reportjson HTTP[^]*authorization: tb_test_key\r\n/i,
  )
  reporting.behave = answer('503 Busy', '')
  assert.equal((await client.report('R1')).kind, 'fault')
  assert.equal(await readAs(client), 'approved', 'a reporting API that is down stops no sale')
})
