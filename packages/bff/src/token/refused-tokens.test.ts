// Refused tokens: altered claims (P21) and altered JWTs (P24, RFC 8725).
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import type { ProblemCode } from '@tapboard/contract'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createBench, ORIGIN, PUBLIC_URL } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import { someSale } from '../testing/script.ts'
import { openPage, resolveGrant, saleGrant, setupGrant, START } from '../testing/page.ts'

const bench = await createBench()
const page = await openPage(bench)
after(() => bench.close())
const KEY = { 'idempotency-key': 'key-0123456789abcdef' }
const iat = Math.floor(bench.clock.now() / 1000)

const goodClaims = {
  iss: PUBLIC_URL,
  aud: PUBLIC_URL,
  sub: 'shop',
  jti: 'token-1',
  iat,
  nbf: iat,
  exp: iat + 900,
  order: 'A-100',
  amount_minor: 4_200,
  currency: 'USD',
  origin: ORIGIN,
  cnf: { jkt: page.key.jkt },
}
const goodHeader = { alg: 'ES256', typ: 'tapboard-sale+jwt', kid: bench.keys.current().kid }

const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  new SignJWT({ ...goodClaims, ...claims })
    .setProtectedHeader({ ...goodHeader, ...header })
    .sign(bench.keys.current().privateKey)

/** Sends a token with a proof that fits it in everything. */
async function present(token: string, path = '/v1/checkout') {
  const { createHash } = await import('node:crypto')
  const ath = createHash('sha256').update(token).digest('base64url')
  return page.send('GET', path, { token, overrides: { claims: { ath } } })
}

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const good = await sign({})
const [head = '', payload = '', signature = ''] = good.split('.')
const stranger = await generateKeyPair('ES256')
const p384 = await generateKeyPair('ES384')
const ed = await generateKeyPair('Ed25519')
const rsa = await generateKeyPair('RS256')
const publicKey = JSON.stringify(bench.keys.current().publicJwk)
const signAs = (alg: string, key: Parameters<SignJWT['sign']>[0], header: Record<string, unknown> = {}) =>
  new SignJWT(goodClaims).setProtectedHeader({ ...goodHeader, ...header, alg }).sign(key)
const hmac = (alg: string, hash: string, key: string): string => {
  const input = `${b64({ ...goodHeader, alg })}.${payload}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}
const spki = Buffer.from(b64(bench.keys.current().publicJwk)).toString()

const broken: Readonly<Record<string, string>> = {
  'alg none': new UnsecuredJWT(goodClaims).encode(),
  'alg none with our header': `${b64({ ...goodHeader, alg: 'none' })}.${payload}.`,
  'alg None in another case': `${b64({ ...goodHeader, alg: 'NoNe' })}.${payload}.${signature}`,
  'no alg': `${b64({ typ: goodHeader.typ, kid: goodHeader.kid })}.${payload}.${signature}`,
  'HS256 with the public key': hmac('HS256', 'sha256', publicKey),
  'HS256 with the encoded public key': hmac('HS256', 'sha256', spki),
  'HS512 with an empty key': hmac('HS512', 'sha512', ''),
  'a stranger as signer': await signAs('ES256', stranger.privateKey),
  'another curve': await signAs('ES384', p384.privateKey),
  'an Edwards key': await signAs('EdDSA', ed.privateKey),
  'an RSA key': await signAs('RS256', rsa.privateKey),
  'a key of its own in jwk': await signAs('ES256', stranger.privateKey, {
    jwk: await exportJWK(stranger.publicKey),
  }),
  'a key address in jku': await sign({}, { jku: 'https://evil.example/jwks.json' }),
  'a certificate address in x5u': await sign({}, { x5u: 'https://evil.example/cert' }),
  'a certificate in x5c': await sign({}, { x5c: ['MIIB'] }),
  'a critical extension': `${b64({ ...goodHeader, crit: ['b64'], b64: true })}.${payload}.${signature}`,
  'zip in the header': await sign({}, { zip: 'DEF' }),
  'kid with a path': await sign({}, { kid: '../../etc/passwd' }),
  'kid with SQL': await sign({}, { kid: "x' or '1'='1" }),
  'kid that is a number': await sign({}, { kid: 7 as never }),
  'no kid': await sign({}, { kid: undefined }),
  'an unknown kid': await sign({}, { kid: 'AAAAAAAAAAAAAAAA' }),
  'an empty signature': `${head}.${payload}.`,
  'a signature of zeros': `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
  'a signature in DER length': `${head}.${payload}.${signature}AAAA`,
  'a cut signature': good.slice(0, -4),
  'a changed payload': `${head}.${b64({ ...goodClaims, amount_minor: 1 })}.${signature}`,
  'a changed header': `${b64({ ...goodHeader, extra: 1 })}.${payload}.${signature}`,
  'a header of 20 KiB': `${b64({ ...goodHeader, pad: 'x'.repeat(20_480) })}.${payload}.${signature}`,
  'a payload of 20 KiB': await sign({ pad: 'x'.repeat(20_480) }),
  'four parts': `${good}.${signature}`,
  'two parts': `${head}.${payload}`,
  'five parts like an encrypted token': `${head}.${payload}.${signature}.${payload}.${signature}`,
  'a header that is no JSON': `bm9qc29u.${payload}.${signature}`,
  'a header that is a list': `${b64([])}.${payload}.${signature}`,
  'a member given twice': `${Buffer.from(`{"alg":"none","alg":"ES256","typ":"tapboard-sale+jwt","kid":"${goodHeader.kid}"}`).toString('base64url')}.${payload}.${signature}`,
  'a claim that is an object': await sign({ sub: { id: 'shop' } }),
  'an audience among many that is not ours': await sign({ aud: ['https://a.example', 'https://b.example'] }),
}

void test('accepts the unmodified token', async () => {
  assert.equal((await present(await sign({}))).status, 200)
})

const invalidTokens: readonly [string, Record<string, unknown>, Record<string, unknown>, ProblemCode][] = [
  ['has expired', { iat: iat - 1_000, nbf: iat - 1_000, exp: iat - 100 }, {}, 'token-expired'],
  ['is not valid yet', { nbf: iat + 60 }, {}, 'token-invalid'],
  ['was issued in the future', { iat: iat + 60, nbf: iat, exp: iat + 900 }, {}, 'token-invalid'],
  ['lives longer than a token may', { iat: iat - 2_000, exp: iat + 9_000 }, {}, 'token-expired'],
  ['has no end', { exp: undefined }, {}, 'token-invalid'],
  ['is for another audience', { aud: 'https://pay.shop.example' }, {}, 'token-invalid'],
  ['is from another issuer', { iss: 'https://evil.example' }, {}, 'token-invalid'],
  ['is of another type', {}, { typ: 'JWT' }, 'token-invalid'],
  ['says that it is of the other kind', {}, { typ: 'tapboard-setup+jwt' }, 'forbidden'],
  ['names a merchant that is not configured', { sub: 'nobody' }, {}, 'token-invalid'],
  ['names another merchant than its origin', { sub: 'other' }, {}, 'origin-not-allowed'],
  ['is for another page', { origin: 'http://localhost:5173' }, {}, 'origin-not-allowed'],
  ['has an invalid amount', { amount_minor: 0 }, {}, 'token-invalid'],
  ['has an amount that is not an integer', { amount_minor: 42.5 }, {}, 'token-invalid'],
  ['has an invalid currency', { currency: 'usd' }, {}, 'token-invalid'],
  ['has no order', { order: undefined }, {}, 'token-invalid'],
  ['is bound to no key', { cnf: undefined }, {}, 'token-invalid'],
  ['is bound to another key', { cnf: { jkt: 'A'.repeat(43) } }, {}, 'dpop-invalid'],
]
for (const [what, claims, header, code] of invalidTokens) {
  // P21 asserts: ${#invalidTokens} vectors refused.
  void test(`P21 a token that ${what} is refused`, async () => {
    await expectProblem(await present(await sign(claims, header)), code)
  })
}

const personClaims = {
  order: undefined,
  amount_minor: undefined,
  currency: undefined,
  exp: iat + 120,
  sale: 'sale_1',
  person: 'ann',
}
const signPerson = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  sign({ ...personClaims, ...claims }, { typ: 'tapboard-resolve+jwt', ...header })
const invalidResolveTokens: typeof invalidTokens = [
  ['has expired', { iat: iat - 200, nbf: iat - 200, exp: iat - 10 }, {}, 'token-expired'],
  ['lives longer than two minutes', { iat: iat - 126, nbf: iat - 126, exp: iat + 774 }, {}, 'token-expired'],
  ['is not valid yet', { nbf: iat + 60 }, {}, 'token-invalid'],
  ['has no end', { exp: undefined }, {}, 'token-invalid'],
  ['is for another audience', { aud: 'https://pay.shop.example' }, {}, 'token-invalid'],
  ['is from another issuer', { iss: 'https://evil.example' }, {}, 'token-invalid'],
  ['is of another type', {}, { typ: 'JWT' }, 'token-invalid'],
  ['says that it is a sale token', {}, { typ: 'tapboard-sale+jwt' }, 'token-invalid'],
  ['says that it is a setup token', {}, { typ: 'tapboard-setup+jwt' }, 'forbidden'],
  ['names a merchant that is not configured', { sub: 'nobody' }, {}, 'token-invalid'],
  ['names another merchant than its origin', { sub: 'other' }, {}, 'origin-not-allowed'],
  ['is for another page', { origin: 'http://localhost:5173' }, {}, 'origin-not-allowed'],
  ['is for another sale', { sale: 'sale_2' }, {}, 'forbidden'],
  ['names no sale', { sale: undefined }, {}, 'token-invalid'],
  ['names no person', { person: undefined }, {}, 'token-invalid'],
  ['names a person that is not text', { person: ['ann'] }, {}, 'token-invalid'],
  ['is bound to no key', { cnf: undefined }, {}, 'token-invalid'],
  ['is bound to another key', { cnf: { jkt: 'A'.repeat(43) } }, {}, 'dpop-invalid'],
]

async function attest(token: string) {
  const { createHash } = await import('node:crypto')
  const ath = createHash('sha256').update(token).digest('base64url')
  const body = { outcome: 'unpaid' }
  return page.send('POST', '/v1/sales/sale_1/resolve', { body, token, overrides: { claims: { ath } } })
}

void test('accepts the unmodified resolve token', async () => {
  bench.sales.sale = (access) => someSale(access, { state: 'in_doubt' })
  await expectAnswer('resolveSale', await attest(await signPerson({})))
  assert.deepEqual(bench.sales.resolved.splice(0), ['ann: unpaid'])
})
for (const [what, claims, header, code] of invalidResolveTokens) {
  // P21 asserts: ${#invalidResolveTokens} vectors of a resolve token refused.
  void test(`P21 a resolve token that ${what} is refused`, async () => {
    await expectProblem(await attest(await signPerson(claims, header)), code)
    assert.deepEqual(bench.sales.resolved, [])
  })
}

void test('P21 a sale token cannot resolve, and a resolve token cannot start a sale', async () => {
  await expectProblem(await attest(await sign({})), 'forbidden')
  const person = await openPage(bench, resolveGrant())
  const before = bench.sales.started.length
  await expectProblem(await person.send('POST', '/v1/sales', { body: START, headers: KEY }), 'forbidden')
  assert.equal(bench.sales.started.length, before)
  assert.deepEqual(bench.sales.resolved, [])
})

for (const [what, members] of [
  ['order', { order: 'A-101' }],
  ['amount', { amountMinor: 4_201 }],
  ['currency', { currency: 'CAD' }],
  ['device', { deviceId: 'dev_back' }],
] as const) {
  void test(`P21 a token is refused for another ${what} than it was made for`, async () => {
    const narrow = await openPage(bench, (jkt) => ({ ...saleGrant(jkt), devices: ['dev_front'] }) as never)
    const before = bench.sales.started.length
    const body = { ...START, ...members }
    await expectProblem(await narrow.send('POST', '/v1/sales', { body, headers: KEY }), 'forbidden')
    assert.equal(bench.sales.started.length, before)
  })
}

void test('P21 a sale token registers no terminal and a setup token starts no sale', async () => {
  await expectProblem(await page.send('GET', '/v1/devices'), 'forbidden')
  const setup = await openPage(bench, setupGrant)
  await expectProblem(await setup.send('GET', '/v1/checkout'), 'forbidden')
  await expectProblem(await setup.send('POST', '/v1/sales', { body: START, headers: KEY }), 'forbidden')
  await expectAnswer('listDevices', await setup.send('GET', '/v1/devices'))
})

void test('P21 a terminal outside of the token is not found', async () => {
  const narrow = await openPage(bench, (jkt) => ({ ...saleGrant(jkt), devices: ['dev_front'] }) as never)
  await expectProblem(await narrow.send('GET', '/v1/devices/dev_back'), 'device-not-found')
  assert.equal((await narrow.send('GET', '/v1/devices/dev_front')).status, 200)
  const { devices } = (await (await narrow.send('GET', '/v1/checkout')).json()) as {
    devices: { id: string }[]
  }
  assert.deepEqual(
    devices.map(({ id }) => id),
    ['dev_front'],
  )
})

for (const [what, token] of Object.entries(broken)) {
  // P24 asserts: ${#broken} vectors refused.
  void test(`P24 a token with ${what} is refused`, async () => {
    const problem = await expectProblem(await present(token), 'token-invalid')
    assert.doesNotMatch(problem.detail, /signature|kid|alg/)
  })
}

void test('P24 ignores a token in a query, a cookie or a body', async () => {
  const headers = { authorization: null, cookie: `token=${good}` }
  await expectProblem(await page.send('GET', `/v1/checkout?token=${good}`, { headers }), 'token-missing')
})

void test('a bound token is refused under the scheme Bearer', async () => {
  const headers = { authorization: `Bearer ${good}` }
  await expectProblem(await page.send('GET', '/v1/checkout', { headers }), 'token-invalid')
})
