// Apply tokens: their bindings (merchant, applicant, plans, agent, page, key), and invalid ones (P21, P24).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import type { ApplicationPage, ProblemCode } from '@tapboard/contract'
import { silentLog } from '@tapboard/server'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { NO_GRANTS } from './order-grant.ts'
import { seededRandom } from '../sale/testing.ts'
import { createBench, ORIGIN, PUBLIC_URL } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import {
  applyGrant,
  mintRequest,
  openPage,
  resolveGrant,
  saleGrant,
  setupGrant,
  START,
} from '../testing/page.ts'
import { mint } from './signed-token.ts'
import { createNonces } from './nonce.ts'

const bench = await createBench()
const page = await openPage(bench, applyGrant())
after(() => bench.close())
const iat = Math.floor(bench.clock.now() / 1000)

const good = {
  iss: PUBLIC_URL,
  aud: PUBLIC_URL,
  sub: 'shop',
  jti: 'token-1',
  iat,
  nbf: iat,
  exp: iat + 3_600,
  applicant: 'applicant-1',
  origin: ORIGIN,
  cnf: { jkt: page.key.jkt },
}
const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ ...good, ...claims })
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'tapboard-apply+jwt',
      kid: bench.keys.current().kid,
      ...header,
    })
    .sign(bench.keys.current().privateKey)

/** Sends a token with a proof that fits it in everything. */
function present(token: string, method = 'GET', path = '/v1/application'): Promise<Response> {
  const ath = createHash('sha256').update(token).digest('base64url')
  return page.send(method, path, { token, overrides: { claims: { ath } } })
}

void test('accepts the unmodified apply token', async () => {
  await expectAnswer('getApplication', await present(await sign({})))
})

const invalidTokens: readonly [string, Record<string, unknown>, Record<string, unknown>, ProblemCode][] = [
  ['has expired', { iat: iat - 4_000, nbf: iat - 4_000, exp: iat - 100 }, {}, 'token-expired'],
  [
    'lives longer than an hour',
    { iat: iat - 3_700, nbf: iat - 3_700, exp: iat + 9_000 },
    {},
    'token-expired',
  ],
  ['is not valid yet', { nbf: iat + 60 }, {}, 'token-invalid'],
  ['has no end', { exp: undefined }, {}, 'token-invalid'],
  ['is for another audience', { aud: 'https://pay.shop.example' }, {}, 'token-invalid'],
  ['is from another issuer', { iss: 'https://evil.example' }, {}, 'token-invalid'],
  ['is of another type', {}, { typ: 'JWT' }, 'token-invalid'],
  ['says that it is a sale token', { exp: iat + 900 }, { typ: 'tapboard-sale+jwt' }, 'token-invalid'],
  ['says that it is a setup token', { exp: iat + 900 }, { typ: 'tapboard-setup+jwt' }, 'forbidden'],
  ['says that it is a resolve token', { exp: iat + 120 }, { typ: 'tapboard-resolve+jwt' }, 'token-invalid'],
  ['names a merchant that is not configured', { sub: 'nobody' }, {}, 'token-invalid'],
  ['names another merchant than its origin', { sub: 'other' }, {}, 'origin-not-allowed'],
  ['is for another page', { origin: 'http://localhost:5173' }, {}, 'origin-not-allowed'],
  ['names no applicant', { applicant: undefined }, {}, 'token-invalid'],
  ['names an applicant that is not text', { applicant: ['applicant-1'] }, {}, 'token-invalid'],
  ['names plans that are no list', { tiers: 'Retail' }, {}, 'token-invalid'],
  ['names an agent that is a text', { agent: 'Bo' }, {}, 'token-invalid'],
  ['is bound to no key', { cnf: undefined }, {}, 'token-invalid'],
  ['is bound to another key', { cnf: { jkt: 'A'.repeat(43) } }, {}, 'dpop-invalid'],
]
for (const [what, claims, header, code] of invalidTokens)
  void test(`P21 an apply token that ${what} is refused`, async () => {
    await expectProblem(await present(await sign(claims, header)), code)
  })

void test('P21 an apply token cannot sell or register, and other tokens cannot apply', async () => {
  const token = await sign({})
  for (const [method, path] of [
    ['GET', '/v1/checkout'],
    ['GET', '/v1/devices'],
    ['GET', '/v1/sales/sale_1'],
  ] as const)
    await expectProblem(await present(token, method, path), 'forbidden')
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  await expectProblem(await page.send('POST', '/v1/sales', { body: START, headers }), 'forbidden')
  for (const grant of [saleGrant, setupGrant, resolveGrant()]) {
    const other = await openPage(bench, grant)
    for (const [method, path] of [
      ['GET', '/v1/application'],
      ['PUT', '/v1/application/draft'],
      ['DELETE', '/v1/application/draft'],
      ['GET', '/v1/application/terms'],
      ['POST', '/v1/application/submit'],
      ['GET', '/v1/application/status'],
    ] as const)
      await expectProblem(await other.send(method, path), 'forbidden')
  }
})

void test('the token binds applicant, plans and agent; the page sees no agent', async () => {
  const agent = { name: 'Bo Agent', email: 'bo@partner.example' }
  const narrow = await openPage(bench, applyGrant({ applicant: 'applicant-7', tiers: ['Retail'], agent }))
  const { token, expiresInSeconds } = narrow.minted
  assert.equal(expiresInSeconds, 3_600)
  assert.equal(decodeProtectedHeader(token).typ, 'tapboard-apply+jwt')
  const { sub, applicant, tiers, agent: bound, origin } = decodeJwt(token)
  assert.deepEqual([sub, applicant, tiers, bound, origin], ['shop', 'applicant-7', ['Retail'], agent, ORIGIN])
  const response = await narrow.send('GET', '/v1/application')
  const text = await response.clone().text()
  const body = (await expectAnswer('getApplication', response)) as ApplicationPage
  assert.deepEqual(
    body.tiers.map(({ name }) => name),
    ['Retail'],
  )
  assert.ok(!text.includes('Bo Agent') && !text.includes('bo@partner'))
  const wide = await openPage(bench, applyGrant({ applicant: 'applicant-7' }))
  const again = (await expectAnswer(
    'getApplication',
    await wide.send('GET', '/v1/application'),
  )) as ApplicationPage
  assert.equal(again.application.id, body.application.id)
})

void test('rejects an invalid apply grant with its fault', async () => {
  const grant = applyGrant()(page.key.jkt)
  for (const [members, path] of [
    [{ applicant: undefined }, 'applicant'],
    [{ applicant: ' ' }, 'applicant'],
    [{ applicant: 'x'.repeat(65) }, 'applicant'],
    [{ tiers: [] }, 'tiers'],
    [{ tiers: [''] }, 'tiers.0'],
    [{ tiers: Array.from({ length: 51 }, (_, at) => `t${at}`) }, 'tiers'],
    [{ agent: {} }, 'agent.name'],
    [{ agent: { name: 'Bo', email: 'no address' } }, 'agent.email'],
    [{ agent: { name: 'Bo', phone: '1' } }, 'agent.phone'],
    [{ order: 'A-1' }, 'order'],
  ] as const) {
    const response = await bench.core.fetch(mintRequest({ ...grant, ...members }))
    const problem = await expectProblem(response, 'invalid-request')
    assert.equal(problem.issues?.[0]?.path, path)
  }
})

void test('accepts the longest token that can be minted', async () => {
  const tiers = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(100, 'x'))
  const agent = { name: 'B'.repeat(100), email: `${'b'.repeat(90)}@b.example` }
  const long = await openPage(bench, applyGrant({ applicant: 'x'.repeat(64), tiers, agent }))
  await expectAnswer('getApplication', await long.send('GET', '/v1/application'))
})

void test('refuses a grant whose token exceeds a header, with the list to shorten', async () => {
  const tiers = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(100, '計'))
  const minting = bench.core.mintToken('shop', applyGrant({ tiers })(page.key.jkt))
  await assert.rejects(minting, { code: 'invalid-request', message: /^The member tiers must be shorter/ })
  const merchant = { id: 'shop', name: 'Shop', hostSecret: '', apiKey: '', origins: [ORIGIN] }
  const nonces = createNonces([new Uint8Array(32)])
  const refunds = { judgeRefund: async () => null }
  const made = { random: seededRandom(1), publicUrl: PUBLIC_URL, dpop: true, grants: NO_GRANTS, refunds }
  const ports = { keys: bench.keys, clock: bench.clock, log: silentLog, nonces, ...made }
  const grant = applyGrant({ tiers })(page.key.jkt)
  const refused = await mint(ports, merchant, grant, { by: 'process' })
  assert.deepEqual(refused.ok || refused.issues?.map(({ path, code }) => [path, code]), [
    ['tiers', 'too-big'],
  ])
})
