/** OpenAPI document, health endpoints, and the headers of every answer. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { boarding, readServiceErrorCode, upstream } from '@tapboard/contract'
import { openStore, StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { Log, LogFields } from '../ports.ts'
import type { Tables } from '../schema/schema.ts'
import { createService } from './service.ts'
import { withStack } from '../testing.ts'

void test(
  'the OpenAPI document lists every route of the contract',
  withStack(async (stack) => {
    const { body } = await stack.call('GET', '/OpenAPI.json')
    assert.equal(body['openapi'], '3.1.0')
    assert.deepEqual(body['servers'], [{ url: '/' }])
    const paths = new Set([
      ...Object.values(upstream.UPSTREAM_ROUTES).map(({ path }) => path),
      ...Object.values(boarding.BOARDING_ROUTES).map(({ path }) => `/boarding${path}`),
    ])
    const text = JSON.stringify(body)
    const { schemas } = body['components'] as { schemas: object }
    const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
    assert.deepEqual(new Set(named), new Set(Object.keys(schemas)), 'every reference leads to a schema')
    assert.deepEqual(new Set(Object.keys(body['paths'] as object)), paths)
  }),
)

void test(
  'the OpenAPI document is made once and contains nothing of the Host header',
  withStack(async (stack) => {
    const made = mock.method(JSON, 'stringify')
    const read = async (host: string): Promise<string> =>
      (await stack.service.fetch(new Request(`http://${host}/openapi.json`))).text()
    const [first, second] = [await read('canary.example'), await read('api.example')]
    const documents = made.mock.calls.filter(
      ({ arguments: [value] }) => typeof value === 'object' && value !== null && 'openapi' in value,
    )
    made.mock.restore()
    assert.equal(second, first)
    assert.doesNotMatch(first, /canary/)
    assert.equal(documents.length, 1)
  }),
)

void test(
  'serves Swagger UI itself, under a policy without external resources',
  withStack(async (stack) => {
    const page = await fetch(`${stack.url}/docs`)
    const html = await page.text()
    assert.equal(html.includes('http'), false)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.equal(policy.includes('unsafe'), false)
    const used = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => path !== 'data:,')
    assert.equal(used.length, 3)
    for (const path of used) {
      const asset = await fetch(stack.url + path)
      assert.equal(asset.status, 200)
      assert.match(asset.headers.get('content-type') ?? '', /^text\/(css|javascript)/)
      await asset.body?.cancel()
    }
  }),
)

void test(
  'every answer forbids caching, framing and sniffing; none allows other origins',
  withStack(async (stack) => {
    for (const path of ['/v1/Device', '/nowhere', '/health/live', '/docs', '/openapi.json']) {
      const { headers, body } = await fetch(stack.url + path, { headers: { Origin: 'https://evil.example' } })
      await body?.cancel()
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      const policy = headers.get('content-security-policy') ?? ''
      // `default-src` sets neither of the first two.
      for (const directive of ['base-uri', 'form-action', 'frame-ancestors'])
        assert.match(policy, new RegExp(`; ${directive} 'none'`), path)
      assert.equal(headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains', path)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
    }
  }),
)

void test('a closing service is live and not ready; an unavailable store is a 503 with a code outside of §7 (D-29)', async () => {
  const service = await createService({ store: 'file::memory:' })
  const { accounts } = service
  const account = await accounts.createAccount('Shop')
  const key = await accounts.createKey(account?.id ?? '')
  const get = (path: string): Promise<Response> =>
    service.fetch(new Request(`http://service${path}`, { headers: { Authorization: key?.key ?? '' } }))
  assert.equal((await get('/health/ready')).status, 200)
  await service.close()
  assert.equal((await get('/health/live')).status, 200)
  assert.equal((await get('/health/ready')).status, 503)
  const answer = await get('/v1/Device')
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '2')
  assert.equal(((await answer.json()) as Record<string, unknown>)['xErrorCode'], 'UNAVAILABLE')
})

void test('D-29 a fault of the service is a 500 with a code that is none of §7, and a later request is answered', async () => {
  const real = await openStore<Tables>('file::memory:')
  let broken = false
  const now: typeof real.now = () => (broken ? Promise.reject(new TypeError('broken')) : real.now())
  const service = await createService({ store: { ...real, now } })
  const account = await service.accounts.createAccount('Shop')
  const made = await service.accounts.createKey(account?.id ?? '')
  const device = { deviceSerialNumber: 'SN-1', deviceMake: 'A35', deviceFriendlyName: 'Front' }
  const register = () =>
    service.fetch(
      new Request('http://service/v1/Device', {
        method: 'POST',
        headers: { Authorization: made?.key ?? '' },
        body: JSON.stringify(device),
      }),
    )
  broken = true
  const answer = await register()
  const body = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [500, null])
  const { code, message } = body['error'] as { code: string; message: string }
  assert.deepEqual([code, body['xErrorCode']], ['INTERNAL_ERROR', 'INTERNAL_ERROR'])
  assert.deepEqual([body['xResult'], body['xStatus'], body['xError']], ['E', 'Error', message])
  assert.match(String(body['xRefnum']), /^call_[a-z2-7]{16}$/)
  assert.equal(readServiceErrorCode(body), null)
  broken = false
  assert.equal((await register()).status, 201)
  await service.close()
  await real.close()
})

void test('D-98 a service that cannot follow sessions is live and not ready until it can', async () => {
  const clock = new ManualClock()
  const real = await openStore<Tables>('file::memory:', { testClock: () => clock.now() })
  let away = false
  const claimDue: typeof real.claimDue = (...asked) =>
    away ? Promise.reject(new StoreError('store-unavailable', 'away')) : real.claimDue(...asked)
  const service = await createService({ store: { ...real, claimDue }, clock })
  await service.start()
  const status = async (path: string): Promise<number> =>
    (await service.fetch(new Request(`http://service${path}`))).status
  assert.equal(await status('/health/ready'), 200)
  away = true
  await clock.advance(2_000)
  assert.equal(await status('/health/ready'), 200)
  await clock.advance(2_000)
  assert.equal(await status('/health/ready'), 503)
  assert.equal(await status('/health/live'), 200)
  away = false
  await clock.advance(1_000)
  assert.equal(await status('/health/ready'), 200)
  await service.close()
  await real.close()
})

void test('the log contains routes, codes and IDs, never a key, a pairing code or a body', async () => {
  const lines: string[] = []
  const write = (fields: LogFields, message: string): void =>
    void lines.push(JSON.stringify({ ...fields, message }))
  const log: Log = { info: write, warn: write, error: write }
  await withStack(
    async (stack) => {
      const { pairingCode } = await stack.register()
      const { terminalKey } = await stack.connect({ pairingCode })
      await stack.call('POST', '/v1/Device', '{"secret-body":')
      await stack.call('GET', '/v1/Session/ses_x?key=in-the-query')
      const all = lines.join('\n')
      assert.match(all, /"route":"createDevice","status":201/)
      for (const secret of [
        stack.key,
        pairingCode,
        terminalKey,
        'secret-body',
        'in-the-query',
        'Front counter',
      ])
        assert.equal(all.includes(secret), false, secret)
    },
    { log },
  )()
})
