// D-141: the log line of a refusal names its source, merchant and key; wrong host secrets are slowed per network.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUESSES_MAX } from '@tapboard/server'
import { createBench, SECRETS, type Bench } from '../testing/bench.ts'
import { expectProblem } from '../testing/expect.ts'
import { mintRequest, openPage, saleGrant } from '../testing/page.ts'

const lastLine = (bench: Bench) => bench.lines.at(-1)?.fields ?? {}

void test('D-141 a refused request is one log line with source, merchant, key, request ID and reason', async () => {
  const bench = await createBench({ proxies: 1 })
  const page = await openPage(bench)
  const { kid } = bench.keys.current()
  const send = async (headers: Record<string, string>, proxied = '192.0.2.7') => {
    const before = bench.lines.length
    const request = await page.request('GET', '/v1/checkout', {
      headers: { 'x-forwarded-for': proxied, ...headers },
    })
    const response = await bench.core.fetch(request, { address: '10.0.0.1' })
    assert.equal(bench.lines.length, before + 1)
    return response
  }
  await expectProblem(await send({ origin: 'https://evil.example' }), 'origin-not-allowed')
  assert.deepEqual([lastLine(bench).source, lastLine(bench).merchant], ['192.0.2.7', undefined])
  await expectProblem(await send({ origin: 'http://localhost:5173' }), 'origin-not-allowed')
  const { source, merchant, keyId, requestId, code, route } = lastLine(bench)
  assert.deepEqual(
    [source, merchant, keyId, code, route],
    ['192.0.2.7', 'shop', kid, 'origin-not-allowed', 'getCheckout'],
  )
  assert.match(requestId ?? '', /^[\w-]{8,64}$/)
  await expectProblem(await send({ dpop: 'x.y.z' }, '203.0.113.9, 198.51.100.4'), 'dpop-invalid')
  assert.deepEqual(
    [lastLine(bench).source, lastLine(bench).merchant, lastLine(bench).keyId],
    ['198.51.100.4', 'shop', kid],
  )
  await bench.clock.advance(16 * 60_000)
  await expectProblem(await send({}), 'token-expired')
  assert.equal(lastLine(bench).keyId, kid)
  await bench.close()
})

void test('D-141 the log line of an answered request holds no address', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  const response = await bench.core.fetch(await page.request('GET', '/v1/checkout'), { address: '192.0.2.7' })
  assert.equal(response.status, 200)
  assert.equal('source' in lastLine(bench), false)
  await bench.close()
})

void test('D-141 wrong host secrets are slowed per network; a right one from elsewhere is not', async () => {
  const bench = await createBench()
  const { key } = await openPage(bench)
  const mint = (secret: string, address: string) =>
    bench.core.fetch(mintRequest(saleGrant(key.jkt), secret), { address })
  for (let count = 0; count < GUESSES_MAX; count += 1)
    await expectProblem(await mint(`wrong-host-secret-number-${count}`, '192.0.2.7'), 'host-unauthorized')
  const slowed = await mint(SECRETS.hostSecret, '192.0.2.7')
  await expectProblem(slowed, 'rate-limited')
  assert.equal(slowed.headers.get('retry-after'), '60')
  assert.deepEqual([lastLine(bench).source, lastLine(bench).code], ['192.0.2.7', 'rate-limited'])
  assert.equal((await mint(SECRETS.hostSecret, '192.0.2.8')).status, 201)
  await bench.clock.advance(60_000)
  assert.equal((await mint(SECRETS.hostSecret, '192.0.2.7')).status, 201)
  for (let count = 0; count <= GUESSES_MAX; count += 1)
    await mint('wrong-host-secret-of-a-neighbour', '192.0.2.8')
  assert.equal((await mint(SECRETS.hostSecret, '192.0.2.8')).status, 201, 'a network of a right secret')
  await bench.close()
})
