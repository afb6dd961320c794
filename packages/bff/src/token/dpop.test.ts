// Proofs of the page's key: every check of RFC 9449 §4.3 with a proof that fails it alone (P22), and clocks that are wrong (P23).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProblemCode } from '@tapboard/contract'
import { exportJWK, generateKeyPair } from 'jose'
import { createBench, PUBLIC_URL, SECRETS } from '../testing/bench.ts'
import { expectProblem, readProblem } from '../testing/expect.ts'
import { createPageKey, mintRequest, openPage, saleGrant, type ProofOverrides } from '../testing/page.ts'
import { judgeProof, type DpopDeps } from './dpop.ts'
import { createNonces } from './nonce.ts'
import { deriveKeys } from './secret.ts'

const bench = await createBench()
const page = await openPage(bench)
after(() => bench.close())
const send = (overrides: ProofOverrides) => page.send('GET', '/v1/checkout', { overrides })
const thief = await createPageKey()
const rsa = await generateKeyPair('RS256', { extractable: true })
const privateJwk = await exportJWK(page.key.privateKey)
const other = await openPage(bench)

const invalidProofs: readonly [string, ProofOverrides, ProblemCode][] = [
  ['has another typ', { header: { typ: 'JWT' } }, 'dpop-invalid'],
  ['has no typ', { header: { typ: undefined } }, 'dpop-invalid'],
  [
    'is signed with an algorithm that is not on the list',
    { alg: 'RS256', key: rsa.privateKey, header: { jwk: await exportJWK(rsa.publicKey) } },
    'dpop-invalid',
  ],
  ['has no jwk', { header: { jwk: undefined } }, 'dpop-invalid'],
  ['shows its private key', { header: { jwk: privateJwk } }, 'dpop-invalid'],
  ['is signed by another key than its jwk', { key: thief.privateKey }, 'dpop-invalid'],
  ['is for another method', { claims: { htm: 'POST' } }, 'dpop-invalid'],
  ['is for another path', { claims: { htu: `${PUBLIC_URL}/v1/devices` } }, 'dpop-invalid'],
  ['is for another host', { claims: { htu: 'https://evil.example/tapboard/v1/checkout' } }, 'dpop-invalid'],
  [
    'is for another scheme',
    { claims: { htu: PUBLIC_URL.replace('https', 'http') + '/v1/checkout' } },
    'dpop-invalid',
  ],
  ['forgets the path prefix', { claims: { htu: 'https://pay.shop.example/v1/checkout' } }, 'dpop-invalid'],
  ['is for the beginning of the path', { claims: { htu: `${PUBLIC_URL}/v1/check` } }, 'dpop-invalid'],
  ['is for the folder of the path', { claims: { htu: `${PUBLIC_URL}/v1/` } }, 'dpop-invalid'],
  ['is for the address of the BFF', { claims: { htu: PUBLIC_URL } }, 'dpop-invalid'],
  ['is for a path below', { claims: { htu: `${PUBLIC_URL}/v1/checkout/events` } }, 'dpop-invalid'],
  ['has no htu', { claims: { htu: undefined } }, 'dpop-invalid'],
  ['has no htm', { claims: { htm: undefined } }, 'dpop-invalid'],
  ['has no jti', { claims: { jti: undefined } }, 'dpop-invalid'],
  ['has no iat', { claims: { iat: undefined } }, 'dpop-invalid'],
  ['has no nonce', { claims: { nonce: undefined } }, 'dpop-nonce'],
  ['has a nonce of its own making', { claims: { nonce: 'h4ck3r-AAAAAAAAAAAAAAAAAAAAAA' } }, 'dpop-nonce'],
  ['has no ath', { claims: { ath: undefined } }, 'dpop-invalid'],
  ['is for another token', { claims: { ath: 'A'.repeat(43) } }, 'dpop-invalid'],
  [
    "is signed by a thief's own key",
    { key: thief.privateKey, header: { jwk: thief.publicJwk } },
    'dpop-invalid',
  ],
]
for (const [what, parts, code] of invalidProofs) {
  // P22 asserts: ${#invalidProofs} invalid proofs refused.
  void test(`P22 a proof that ${what} is refused`, async () => {
    await expectProblem(await send(parts), code)
  })
}

void test('P22 rejects a request without a proof, with two, or with an invalid one', async () => {
  const proof = await page.prove('GET', '/v1/checkout')
  for (const dpop of [null, `${proof}, ${proof}`, 'rubbish', 'a.b.c', `${'A'.repeat(5_000)}.a.b`]) {
    await expectProblem(await page.send('GET', '/v1/checkout', { headers: { dpop } }), 'dpop-invalid')
  }
})

void test('P22 a proof is valid for one request', async () => {
  const dpop = await page.prove('GET', '/v1/checkout')
  assert.equal((await page.send('GET', '/v1/checkout', { headers: { dpop } })).status, 200)
  await expectProblem(await page.send('GET', '/v1/checkout', { headers: { dpop } }), 'dpop-invalid')
})

void test('P22 a stolen proof is refused at every age until its nonce has expired', async () => {
  const alone = await createBench()
  const fresh = await openPage(alone)
  const ahead = createNonces(deriveKeys(SECRETS.secret).nonceRing).issue(alone.clock.now() + 60_000)
  const dpop = await fresh.prove('GET', '/v1/checkout', { claims: { nonce: ahead } })
  const replay = () => fresh.send('GET', '/v1/checkout', { headers: { dpop } })
  assert.equal((await replay()).status, 200)
  const codes = new Set<string>()
  for (let seconds = 0; seconds < 600; seconds += 20) {
    codes.add((await readProblem(await replay())).code)
    await alone.clock.advance(20_000)
  }
  assert.deepEqual([...codes], ['dpop-invalid', 'dpop-nonce'])
  await alone.close()
})

void test("P22 rejects a page's token with another page's key", async () => {
  const response = await other.send('GET', '/v1/checkout', { token: page.minted.token })
  await expectProblem(response, 'dpop-invalid')
})

void test('a proof for another address is refused with both addresses', async () => {
  const htu = 'http://localhost:4300/v1/checkout?token=secret'
  const { problem } = await readProblem(await send({ claims: { htu } }))
  assert.equal(
    problem.detail,
    `htu of the DPoP proof is http://localhost:4300/v1/checkout, but the address of this request is ${PUBLIC_URL}/v1/checkout. Use one address in bff-url of the page and publicUrl of the BFF.`,
  )
  const none = await readProblem(await send({ claims: { htu: 'no address' } }))
  assert.match(none.problem.detail, /^htu of the DPoP proof is no URL, but/)
})

void test('a refusal shows at most 200 characters of the address in the proof', async () => {
  const htu = `http://localhost:4300/${'a'.repeat(400)}`
  const { problem } = await readProblem(await send({ claims: { htu } }))
  assert.ok(problem.detail?.startsWith(`htu of the DPoP proof is ${htu.slice(0, 200)}, but the address`))
})

void test('P22 the ID of a proof has 8 to 128 characters, its address at most 2,048, the proof at most 4,096', async () => {
  const here = `${PUBLIC_URL}/v1/checkout?`
  const htuOf = (length: number): string => here + 'x'.repeat(length - here.length)
  const accepted = [
    { jti: 'a'.repeat(8) },
    { jti: 'b'.repeat(128) },
    { htu: htuOf(2_048) },
    { pad: 'x'.repeat(1_500) },
  ]
  for (const claims of accepted) assert.equal((await send({ claims })).status, 200, Object.keys(claims)[0])
  const refused = [
    { jti: 'c'.repeat(7) },
    { jti: 'd'.repeat(129) },
    { htu: htuOf(2_049) },
    { pad: 'x'.repeat(3_500) },
  ]
  for (const claims of refused) await expectProblem(await send({ claims }), 'dpop-invalid')
})

void test('P22 a proof of 4,096 characters is read, and one of 4,097 is not', async () => {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: thief.publicJwk }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const refusalOf = async (length: number): Promise<string> => {
    const proof = `${head}.${'A'.repeat(length - head.length - 3)}.A`
    assert.equal(proof.length, length)
    const request = { proof, method: 'GET', url: PUBLIC_URL, token: '', merchant: 'shop', jkt: 'another' }
    const judged = await judgeProof({} as DpopDeps, request)
    return judged.ok ? '' : judged.detail
  }
  assert.match(await refusalOf(4_096), /signed by the key the token is bound to/)
  assert.match(await refusalOf(4_097), /must be a JWT/)
})

void test('two proofs in one header are refused by their number', async () => {
  const proof = await page.prove('GET', '/v1/checkout')
  const response = await page.send('GET', '/v1/checkout', { headers: { dpop: `${proof}, ${proof}` } })
  assert.equal((await readProblem(response)).problem.detail, 'Send exactly one DPoP header.')
})

void test('ignores the query in htu', async () => {
  assert.equal((await page.send('GET', '/v1/checkout?x=1')).status, 200)
})

void test('a challenge names its scheme, its error and the algorithms of a proof (RFC 9449 §7.1)', async () => {
  const algs = 'algs="ES256 ES384 EdDSA Ed25519"'
  const challenge = async (headers: Readonly<Record<string, string | null>>) =>
    (await page.send('GET', '/v1/checkout', { headers })).headers.get('www-authenticate')
  assert.equal(await challenge({ authorization: null }), `DPoP ${algs}`)
  assert.equal(await challenge({ authorization: 'DPoP x.y.z' }), `DPoP error="invalid_token", ${algs}`)
  assert.equal(await challenge({ dpop: 'x.y.z' }), `DPoP error="invalid_dpop_proof", ${algs}`)
  const { headers } = await send({ claims: { nonce: undefined } })
  assert.equal(headers.get('www-authenticate'), `DPoP error="use_dpop_nonce", ${algs}`)
  const host = await bench.core.fetch(
    mintRequest(saleGrant(page.key.jkt), 'a-wrong-host-secret-of-a-stranger'),
  )
  assert.equal(host.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
})

void test('answers an old nonce with a new one, which is accepted', async () => {
  const fresh = await openPage(bench)
  await bench.clock.advance(8 * 60_000)
  const response = await fresh.send('GET', '/v1/checkout')
  assert.match(response.headers.get('www-authenticate') ?? '', /error="use_dpop_nonce"/)
  assert.ok(response.headers.has('dpop-nonce'))
  await expectProblem(response, 'dpop-nonce')
  assert.equal((await fresh.send('GET', '/v1/checkout')).status, 200)
})

void test('accepts a nonce of another instance with the same secret', async () => {
  const second = await bench.again()
  const fresh = await openPage(bench)
  assert.equal((await second.core.fetch(await fresh.request('GET', '/v1/checkout'))).status, 200)
})

for (const hours of [-24, 24]) {
  // P23 asserts: a proof is accepted at −24 h and 24 h.
  void test(`P23 a page with a clock ${hours} hours off can pay`, async () => {
    const fresh = await openPage(bench)
    const iat = Math.floor(bench.clock.now() / 1000) + hours * 3_600
    const claims = { iat, nbf: iat, exp: iat + 60 }
    assert.equal((await fresh.send('GET', '/v1/checkout', { overrides: { claims } })).status, 200)
  })
}

for (const alg of ['ES384', 'Ed25519']) {
  void test(`a page may use a key for ${alg}`, async () => {
    const fresh = await openPage(bench, undefined, await createPageKey(alg))
    assert.equal((await fresh.send('GET', '/v1/checkout', { overrides: { alg } })).status, 200)
  })
}

void test("P22 a grant without the page's key is refused where requests need proofs", async () => {
  const grant = { ...saleGrant('A'.repeat(43)), jkt: undefined }
  const problem = await expectProblem(await bench.core.fetch(mintRequest(grant)), 'invalid-request')
  assert.deepEqual(
    problem.issues?.map(({ path, code }) => [path, code]),
    [['jkt', 'missing']],
  )
})

void test('limits the remembered proofs with 429', async () => {
  const small = await createBench({ limits: { proofs: 100, proofsPerKey: 100 } })
  const busy = await openPage(small)
  for (let sent = 0; sent < 100; sent++) await busy.send('GET', '/v1/checkout')
  const full = await busy.send('GET', '/v1/checkout')
  assert.equal(full.headers.get('retry-after'), '60')
  await expectProblem(full, 'rate-limited')
  await small.clock.advance(8 * 60_000)
  await busy.send('GET', '/v1/checkout')
  assert.equal((await busy.send('GET', '/v1/checkout')).status, 200)
  await small.close()
})
