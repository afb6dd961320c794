import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createBench } from '../testing/bench.ts'
import { expectProblem } from '../testing/expect.ts'
import { openPage } from '../testing/page.ts'
import { VerifiedTokens, type VerifiedToken } from './verified-tokens.ts'

const token = (kid: string): VerifiedToken => ({
  kid,
  untilMs: Number.MAX_SAFE_INTEGER,
  jkt: null,
  access: { kind: 'setup', setup: { merchant: 'shop', origin: 'https://shop.example' } },
})
const ALWAYS = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

void test('a token is remembered from its first to its last moment', () => {
  const tokens = new VerifiedTokens()
  const remember = (): void => tokens.add('hash', token('key'), { fromMs: 1_000, untilMs: 2_000 })
  for (const [nowMs, kid] of [
    [999, undefined],
    [1_000, 'key'],
    [1_999, 'key'],
    [2_000, undefined],
  ] as const) {
    remember()
    assert.equal(tokens.find('hash', nowMs)?.kid, kid, `${nowMs}`)
  }
  assert.equal(tokens.find('other', 1_000), null)
})

void test('a token outside of its times is forgotten', () => {
  const tokens = new VerifiedTokens()
  tokens.add('hash', token('key'), { fromMs: 1_000, untilMs: 2_000 })
  assert.equal(tokens.find('hash', 2_000), null)
  assert.equal(tokens.size, 0)
})

void test('INV-17 the least recently used token is forgotten first, and the number of tokens is bounded', () => {
  const tokens = new VerifiedTokens()
  for (let index = 0; index < 2_000; index += 1) tokens.add(`hash-${index}`, token(`key-${index}`), ALWAYS)
  assert.equal(tokens.find('hash-0', 1)?.kid, 'key-0')
  tokens.add('hash-2000', token('key-2000'), ALWAYS)
  assert.equal(tokens.size, 2_000)
  assert.equal(tokens.find('hash-1', 1), null)
  assert.equal(tokens.find('hash-0', 1)?.kid, 'key-0')
})

void test('a remembered token is refused when it has expired', async () => {
  const bench = await createBench()
  after(() => bench.close())
  const page = await openPage(bench)
  for (const secondsLater of [0, 890]) {
    await bench.clock.advance(secondsLater * 1_000)
    await page.send('GET', '/v1/checkout')
    assert.equal((await page.send('GET', '/v1/checkout')).status, 200, `${secondsLater}`)
  }
  await bench.clock.advance(30_000)
  await page.send('GET', '/v1/checkout')
  await expectProblem(await page.send('GET', '/v1/checkout'), 'token-expired')
})

void test('a remembered token of a revoked key is refused', async () => {
  const bench = await createBench()
  after(() => bench.close())
  const page = await openPage(bench)
  assert.equal((await page.send('GET', '/v1/checkout')).status, 200)
  await bench.keys.revoke(bench.keys.current().kid)
  await expectProblem(await page.send('GET', '/v1/checkout'), 'token-invalid')
})
