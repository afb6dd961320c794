// The limit of minted tokens, and the public keys (P28, RFC 7517).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StoreError } from '@tapboard/store'
import type { Call } from './call.ts'
import { createCallers, ORIGIN } from './callers.testing.ts'
import { createRateLimiter } from './rate-limit.ts'
import { tokenHandlers, type TokenDeps } from './token-routes.ts'

const callers = await createCallers()
after(() => callers.close())
const { clock, jkt, keys, merchants, nonces, random } = callers

const lines: unknown[] = []
const info = (fields: object): void => void lines.push(fields)
const deps: TokenDeps = {
  keys,
  nonces,
  clock,
  random,
  log: { info, warn() {}, error() {} },
  publicUrl: 'https://pay.shop.example',
  dpop: true,
  grants: { record: async () => 1 },
  refunds: { judgeRefund: async () => null },
  limiter: createRateLimiter('mint', { count: 2, windowSeconds: 10 }),
}
const mintAs = (body: object) => {
  const call = { access: merchants[0], body, requestId: 'request-1', clientAddress: '192.0.2.7' }
  return tokenHandlers(deps).mintToken(call as unknown as Call<never>)
}

test('P28 mints up to the limit of the merchant, then refuses with the time to wait', async () => {
  const setup = { kind: 'setup', origin: ORIGIN, jkt }
  const minted = await mintAs(setup)
  assert.ok(minted.ok)
  assert.equal(minted.status, 201)
  assert.deepEqual(minted.headers, { 'ratelimit-policy': '"mint";q=2;w=10', ratelimit: '"mint";r=1;t=5' })
  assert.deepEqual(lines, [
    {
      action: 'token-minted',
      merchant: 'shop',
      keyId: keys.current().kid,
      by: 'host',
      requestId: 'request-1',
      source: '192.0.2.7',
      kind: 'setup',
    },
  ])
  const elsewhere = await mintAs({ ...setup, origin: 'https://other.example' })
  assert.ok(!elsewhere.ok)
  assert.deepEqual(
    [elsewhere.code, elsewhere.headers?.['ratelimit']],
    ['origin-not-allowed', '"mint";r=0;t=10'],
  )
  const late = await mintAs(setup)
  assert.ok(!late.ok)
  assert.deepEqual([late.code, late.retryAfterSeconds], ['rate-limited', 5])
  assert.equal(late.headers?.['ratelimit'], '"mint";r=0;t=10')
  assert.equal(lines.length, 1)
})

test('a token that the store could not record does not count', async () => {
  let isAway = true
  const record = async (): Promise<number> => {
    if (isAway) throw new StoreError('store-unavailable', 'away')
    return 1
  }
  const limiter = createRateLimiter('mint', { count: 1, windowSeconds: 10 })
  const { mintToken } = tokenHandlers({ ...deps, limiter, grants: { record } })
  const grant = { kind: 'sale', order: 'o1', amount: '42.00', currency: 'USD', devices: 'any' }
  const body = { ...grant, origin: ORIGIN, jkt }
  const call = { access: merchants[0], body, requestId: 'request-1', clientAddress: '192.0.2.7' }
  const mint = () => mintToken(call as unknown as Call<never>)
  const codeOf = (result: Awaited<ReturnType<typeof mint>>): string => (result.ok ? 'minted' : result.code)
  for (let times = 0; times < 3; times += 1) assert.equal(codeOf(await mint()), 'store-unavailable')
  isAway = false
  assert.deepEqual([codeOf(await mint()), codeOf(await mint())], ['minted', 'rate-limited'])
})

test('publishes the public keys, to be kept for a minute', async () => {
  const { body, ...rest } = (await tokenHandlers(deps).getKeys({} as Call<never>)) as {
    body: { keys: unknown }
  }
  assert.deepEqual(body.keys, keys.publicKeys())
  assert.deepEqual(rest, { ok: true, status: 200, headers: { 'cache-control': 'public, max-age=60' } })
})
