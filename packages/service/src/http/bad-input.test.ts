/** Bad input on every route: the error of §7 with the status of D-20, never a 5xx, no partial writes. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { ServiceErrorBody, upstream } from '@tapboard/contract'
import { initiateBody, withStack, type Answer, type Stack } from '../testing.ts'

const ID = 'abcdefghijklmnopqrstuvwxyz'
const routes = Object.entries(upstream.UPSTREAM_ROUTES).map(([name, route]) => ({
  name,
  method: route.method,
  path: route.path.replace('{xDeviceId}', `dev_${ID}`).replace('{xSessionId}', `ses_${ID}`),
  withBody: 'request' in route,
}))

function assertRefused(answer: Answer, status: number, code: string, why: string): void {
  assert.equal(answer.status, status, why)
  const body = ServiceErrorBody.parse(answer.body)
  assert.equal(body.error.code, code, why)
  assert.equal(body.xErrorCode, code)
  assert.equal(body.xError, body.error.message)
  assert.match(body.error.message, /\.$/, why)
  assert.match(body.xRefnum, /^call_[a-z2-7]{16}$/)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

const nothingWritten = async (stack: Stack): Promise<void> => {
  const { body } = await stack.call('GET', '/v1/Device')
  assert.deepEqual(body['xDevices'], [])
}

for (const { name, method, path, withBody } of routes) {
  void test(
    `${name}: rejects a missing, wrong or revoked key with UNAUTHORIZED (§5.1, D-19, D-20)`,
    withStack(async (stack) => {
      const { accounts } = stack.service
      const [first] = await accounts.listKeys()
      const spare = await accounts.createKey(first?.accountId ?? '')
      assert.equal(await accounts.revokeKey(spare?.id ?? ''), true)
      const keys = ['', 'Bearer', `tb_live_${ID}`, 'x'.repeat(5_000), spare?.key ?? '', `Basic ${stack.key}`]
      for (const key of keys) {
        const body = withBody ? {} : undefined
        const answer = await stack.call(method, path, body, { Authorization: key })
        assertRefused(answer, 401, 'UNAUTHORIZED', key.slice(0, 20))
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      }
    }),
  )
  if (!withBody) continue
  void test(
    `${name}: rejects a body that is not a JSON object, too large, ambiguous or a bomb with INVALID_REQUEST (D-20)`,
    withStack(async (stack) => {
      const { deviceId } = await stack.register()
      const at = path.replace(`dev_${ID}`, deviceId)
      const bodies = [
        '',
        ' ',
        '{',
        '[]',
        'null',
        '1',
        '"x"',
        '{"a":1,"a":2}',
        '{"__proto__":1}',
        'NaN',
        '{a:1}',
        '\ufeff',
        '['.repeat(30_000),
        `{"a":${'['.repeat(13)}${']'.repeat(13)}}`,
      ]
      for (const body of bodies)
        assertRefused(await stack.call(method, at, body), 400, 'INVALID_REQUEST', body.slice(0, 20))
      const sized = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`
      for (const bytes of [65_537, 1_000_000])
        assertRefused(await stack.call(method, at, sized(bytes)), 413, 'INVALID_REQUEST', `${bytes} bytes`)
      assertRefused(await stack.call(method, at, sized(65_536)), 400, 'INVALID_REQUEST', '64 KiB')
      const before = (await stack.call('GET', '/v1/Device')).body['xDevices']
      assert.equal((before as unknown[]).length, 1, 'nothing was written')
    }),
  )
}

void test(
  'a wrong method answers with the allowed methods, a wrong path with the documentation (D-20)',
  withStack(async (stack) => {
    const cases: readonly [string, string, string][] = [
      ['PATCH', '/v1/Device', 'POST, GET, HEAD'],
      ['POST', `/v1/Device/dev_${ID}`, 'GET, PUT, DELETE, HEAD'],
      ['GET', '/v1/Session/initiate', 'POST'],
      ['GET', '/v1/Session/cancel', 'POST'],
      ['PUT', `/v1/Session/ses_${ID}`, 'GET, HEAD'],
      ['GET', '/payments', 'POST'],
      ['DELETE', '/reportjson', 'POST'],
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['OPTIONS', '/v1/Session/initiate', 'POST'],
    ]
    for (const [method, path, allow] of cases) {
      const answer = await stack.call(method, path)
      assertRefused(answer, 405, 'INVALID_REQUEST', `${method} ${path}`)
      const allowed = (answer.headers.get('allow') ?? '').split(', ').toSorted()
      assert.deepEqual(allowed, allow.split(', ').toSorted())
    }
    for (const path of [
      '/',
      '/v1',
      '/v2/Device',
      '/v1/Device/',
      '/v1/Device/a/b',
      '/v1/%',
      '/payments/x',
      '/..%2f',
    ])
      assertRefused(await stack.call('GET', path), 404, 'INVALID_REQUEST', path)
  }),
)

void test(
  'a missing object and a foreign object give the same 404 (D-19)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    const sessionId = String(body['sessionId'])
    const Authorization = await stack.newKey('Other shop')
    const ids = [deviceId, `dev_${ID}`, 'x', '%00', 'dev_%27--', 'ä'.repeat(100)]
    for (const id of ids) {
      const headers = { Authorization }
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const sent = method === 'PUT' ? { deviceFriendlyName: 'Mine' } : undefined
        const answer = await stack.call(method, `/v1/Device/${id}`, sent, headers)
        assertRefused(answer, 404, 'DEVICE_NOT_FOUND', `${method} ${id}`)
      }
      for (const path of ['/v1/Session/initiate', '/payments']) {
        const answer = await stack.call('POST', path, initiateBody(id, 'order-1'), headers)
        assertRefused(answer, 404, 'DEVICE_NOT_FOUND', id)
      }
    }
    for (const id of [sessionId, `ses_${ID}`, 'x', '%00', deviceId]) {
      const read = await stack.call('GET', `/v1/Session/${id}`, undefined, { Authorization })
      assertRefused(read, 404, 'Session_not_found', id)
      const cancelled = await stack.call('POST', '/v1/Session/cancel', { sessionId: id }, { Authorization })
      assertRefused(cancelled, 404, 'Session_not_found', id)
    }
    const found = await stack.call('GET', '/v1/Session?xExternalRequestID=order-1', undefined, {
      Authorization,
    })
    assertRefused(found, 404, 'Session_not_found', 'foreign external ID')
    assert.equal((await stack.read(sessionId)).body['status'], 'INITIATING', 'unchanged')
  }),
)

const device = { deviceSerialNumber: 'SN-1', deviceMake: 'A920', deviceFriendlyName: 'Front' }
const wrongDevice: readonly [string, readonly unknown[]][] = [
  [
    'deviceSerialNumber',
    [undefined, null, '', 'a/b', ' a', '..', 'x'.repeat(33), 1, true, {}, [], 'a\u0000'],
  ],
  ['deviceMake', [undefined, null, '', 'A99', 1, {}, ['A920']]],
  ['deviceFriendlyName', [undefined, null, '', ' ', 'x'.repeat(65), 'a\u0000b', 'a\nb', 7, {}]],
]
for (const [name, values] of wrongDevice)
  void test(
    `createDevice: rejects an invalid ${name} with INVALID_REQUEST, names it, and registers nothing (D-03)`,
    withStack(async (stack) => {
      for (const value of values) {
        const answer = await stack.call('POST', '/v1/Device', { ...device, [name]: value })
        assertRefused(answer, 400, 'INVALID_REQUEST', JSON.stringify(value))
        assert.match(String(answer.body['xError']), new RegExp(`^${name} `))
      }
      await nothingWritten(stack)
      const twice = await stack.call('POST', '/v1/Device', { ...device, xDeviceMake: 'A35' })
      assertRefused(twice, 400, 'INVALID_REQUEST', 'given twice')
      const more = await stack.call('POST', '/v1/Device', { ...device, unknown: { a: 1 } })
      assert.equal(more.status, 201, 'unknown members are let pass')
      const path = `/v1/Device/${String(more.body['deviceId'])}`
      const rename = await stack.call('PUT', path, { deviceFriendlyName: 7 })
      assertRefused(rename, 400, 'INVALID_REQUEST', 'rename')
    }),
  )

void test(
  'a rejected session stores nothing: its external ID works afterwards',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    for (const more of [
      { xAmount: '1e2' },
      { xCommand: 'cc:void' },
      { xSoftwareName: '' },
      { xCustom01: [] },
    ])
      assertRefused(
        await stack.initiate(deviceId, 'order-1', more),
        400,
        'INVALID_REQUEST',
        JSON.stringify(more),
      )
    const literal = JSON.stringify(initiateBody(deviceId, 'order-1')).replace(':42,', ':4.2e1,')
    assertRefused(
      await stack.call('POST', '/v1/Session/initiate', literal),
      400,
      'INVALID_REQUEST',
      'exponent',
    )
    assert.equal((await stack.initiate(deviceId, 'order-1')).status, 200)
  }),
)

void test(
  'cancel and look-up name the missing member (D-16)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    const { sessionId } = body
    const wrong = [
      {},
      { xSessionId: 1 },
      { sessionId, xSessionId: 'x' },
      { sessionId, xDeviceId: 'dev_x' },
      { sessionId, xDeviceId: 1 },
    ]
    for (const sent of wrong)
      assertRefused(
        await stack.call('POST', '/v1/Session/cancel', sent),
        400,
        'INVALID_REQUEST',
        JSON.stringify(sent),
      )
    for (const query of [
      '',
      '?x=1',
      '?xExternalRequestID=',
      '?xExternalRequestID=a%00',
      `?xExternalRequestID=${'x'.repeat(65)}`,
    ])
      assertRefused(await stack.call('GET', `/v1/Session${query}`), 400, 'INVALID_REQUEST', query)
  }),
)

void test(
  'accepts a key bare or after Bearer; ignores a body on GET and an invalid preference (D-19, D-02)',
  withStack(async (stack) => {
    for (const Authorization of [stack.key, `Bearer ${stack.key}`, `bearer  ${stack.key} `])
      assert.equal((await stack.call('GET', '/v1/Device', undefined, { Authorization })).status, 200)
    const sent = request(`${stack.url}/v1/Device`, {
      headers: { Authorization: stack.key, 'Content-Length': '9' },
    })
    sent.end('{"not json')
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }]
    answer.resume()
    assert.equal(answer.statusCode, 200)
    const { deviceId } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    for (const Prefer of ['wait', 'wait=', 'wait=-1', 'wait=x', 'wait=1e9', ',;,', 'wait="'])
      assert.equal(
        (await stack.call('GET', `/v1/Session/${String(body['sessionId'])}`, undefined, { Prefer })).status,
        200,
      )
  }),
)

void test(
  'rejects an endless body at 64 KiB and closes the connection (D-20)',
  withStack(async (stack) => {
    const { hostname, port } = new URL(stack.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/Device HTTP/1.1\r\nHost: x\r\nAuthorization: ${stack.key}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    for (let count = 0; count < 6; count += 1) socket.write(chunk)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1.1 413 /)
    socket.destroy()
  }),
)

void test(
  'any input to initiate gives a session or an error of §7, never a 5xx',
  withStack(async (stack) => {
    const { deviceId } = await stack.register()
    const valid = initiateBody(deviceId, 'order-1')
    const member = fc.constantFrom(...Object.keys(valid), 'xPayload', 'xCustom01', 'deviceId', '__proto__')
    const body = fc.dictionary(member, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })))
    await fc.assert(
      fc.asyncProperty(body, async (changes) => {
        const answer = await stack.call('POST', '/v1/Session/initiate', { ...valid, ...changes })
        assert.ok([400, 404, 409].includes(answer.status), String(answer.status))
        ServiceErrorBody.parse(answer.body)
      }),
      propertyRuns(20261121, 300),
    )
  }),
)
