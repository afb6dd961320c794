// The caller of a route: each check of a host and of a page, in its order (INV-13, P21).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Auth } from '@tapboard/contract'
import { GUESSES_MAX } from '@tapboard/server'
import { sha256Base64url } from '@tapboard/store/crypto'
import { accessFor, authenticate, type AuthDeps } from './authenticate.ts'
import {
  createCallers,
  LISTED as listed,
  ORIGIN,
  SECOND_ORIGIN as SECOND,
  SECRET,
} from './callers.testing.ts'
import type { PageOrigin } from './origin.ts'

const callers = await createCallers()
after(() => callers.close())
const { clock, jkt, keys, merchants, depsOf, proofOf, sale, tokenOf } = callers

interface Sent {
  readonly auth?: Auth
  readonly page?: PageOrigin
  readonly source?: string | null
  readonly headers?: Record<string, string>
}

const call = (deps: AuthDeps, { auth = 'sale', page = listed, source = '192.0.2.1', headers = {} }: Sent) =>
  authenticate(deps, {
    auth,
    method: 'GET',
    path: '/v1/checkout',
    headers: new Headers(headers),
    page,
    source,
  })

/** Code, known facts and sentence of a refusal. */
async function refused(deps: AuthDeps, sent: Sent) {
  const caller = await call(deps, sent)
  assert.ok(!caller.ok)
  return caller
}

const ADVICE = (scheme: string): string =>
  `Send the token as Authorization: ${scheme} …; the host's server gets one from POST /v1/tokens.`

void test('a route without authentication has an anonymous caller, whatever it sends', async () => {
  const deps = depsOf()
  const anonymous = { ok: true, access: null, merchant: null, page: null, proof: null }
  assert.deepEqual(await call(deps, { auth: 'none', page: { kind: 'foreign' } }), anonymous)
  assert.deepEqual(deps.entered, [])
})

void test("a host's server is its merchant, and waits in the queue of it", async () => {
  const deps = depsOf()
  const caller = await call(deps, { auth: 'host', headers: { authorization: `Bearer ${SECRET}` } })
  assert.deepEqual(caller, { ok: true, access: merchants[0], merchant: 'shop', page: null, proof: null })
  assert.deepEqual(deps.entered, ['shop'])
  assert.ok(
    (await call(depsOf({ queue: null }), { auth: 'host', headers: { authorization: `Bearer ${SECRET}` } }))
      .ok,
  )
})

void test('refuses a host secret from a page before it is compared', async () => {
  const headers = { authorization: `Bearer ${SECRET}`, origin: ORIGIN }
  const refusal = await refused(depsOf(), { auth: 'host', headers })
  assert.equal(refusal.code, 'origin-not-allowed')
  assert.match(refusal.detail, /^Only the host's server/)
})

void test('slows guesses of host secrets by their network; a right secret is no guess', async () => {
  const deps = depsOf()
  const guess = (secret: string, source: string) =>
    call(deps, { auth: 'host', source, headers: { authorization: `Bearer ${secret}` } })
  for (let times = 0; times < 2 * GUESSES_MAX; times += 1) assert.ok((await guess(SECRET, '192.0.2.9')).ok)
  for (let times = 0; times < GUESSES_MAX; times += 1) {
    const wrong = await guess('x'.repeat(24), '198.51.100.1')
    assert.equal(wrong.ok ? '' : wrong.code, 'host-unauthorized')
  }
  const late = await guess(SECRET, '198.51.100.1')
  assert.ok(!late.ok)
  assert.equal(late.code, 'rate-limited')
  assert.equal(late.detail, 'Too many wrong host secrets came from this network; wait.')
  assert.ok((late.retryAfterSeconds ?? 0) > 0)
  assert.ok((await guess(SECRET, '203.0.113.1')).ok)
})

void test('a network that may guess again in one second still waits', async () => {
  const guesses = { begin: () => 1, succeeded() {}, size: 1 }
  const headers = { authorization: `Bearer ${SECRET}` }
  const late = await refused(depsOf({ guesses }), { auth: 'host', headers })
  assert.deepEqual([late.code, late.retryAfterSeconds], ['rate-limited', 1])
})

void test('refuses a page that is not listed, and a caller that is no page', async () => {
  const deps = depsOf()
  const foreign = await refused(deps, { page: { kind: 'foreign' } })
  assert.equal(foreign.code, 'origin-not-allowed')
  assert.match(foreign.detail, /^Add this page's origin/)
  const none = await refused(deps, { page: { kind: 'none' } })
  assert.equal(none.code, 'origin-not-allowed')
  assert.match(none.detail, /^Call this from a page/)
  assert.deepEqual(deps.entered, [])
})

void test('refuses a missing token, and a header of another form, with the scheme of the BFF', async () => {
  for (const [dpop, scheme] of [
    [true, 'DPoP'],
    [false, 'Bearer'],
  ] as const) {
    const missing = await refused(depsOf({ dpop }), {})
    assert.deepEqual([missing.code, missing.detail], ['token-missing', ADVICE(scheme)])
    for (const authorization of ['Basic abc', 'DPoP', 'DPoP a b', 'DPoP a,b', 'XDPoP abc']) {
      const invalid = await refused(depsOf({ dpop }), { headers: { authorization } })
      assert.deepEqual([invalid.code, invalid.detail], ['token-invalid', ADVICE(scheme)], authorization)
    }
  }
})

/** The end of a token of now: 15 minutes, and the tolerance of clocks. */
const UNTIL_MS = clock.now() + 905_000

void test('a bound token with its proof is the page of its key', async () => {
  const deps = depsOf()
  const token = await tokenOf(sale)
  for (const authorization of [`DPoP ${token}`, `dpop   ${token} `]) {
    const caller = await call(deps, { headers: { authorization, dpop: await proofOf(token) } })
    assert.ok(caller.ok, JSON.stringify(caller))
    assert.equal(caller.merchant, 'shop')
    assert.deepEqual(caller.page, { merchant: 'shop', key: jkt, kid: keys.current().kid, untilMs: UNTIL_MS })
    assert.equal(caller.proof?.jkt, jkt)
    assert.deepEqual(accessFor('sale', caller.access), (caller.access as { sale: unknown }).sale)
  }
  assert.deepEqual(deps.entered, ['shop', 'shop'])
})

void test('an unbound token is the page of its hash, if the BFF needs no proofs', async () => {
  const token = await tokenOf({ ...sale, jkt: undefined }, false)
  const headers = { authorization: `Bearer ${token}` }
  const caller = await call(depsOf({ dpop: false }), { headers })
  assert.ok(caller.ok)
  assert.deepEqual(caller.page, {
    merchant: 'shop',
    key: sha256Base64url(token),
    kid: keys.current().kid,
    untilMs: UNTIL_MS,
  })
  assert.equal(caller.proof, null)
  const refusal = await refused(depsOf(), { headers })
  assert.deepEqual([refusal.code, refusal.detail], ['token-invalid', ADVICE('DPoP')])
  assert.deepEqual(refusal.known, { merchant: 'shop', keyId: keys.current().kid })
})

void test('refuses a bound token under Bearer, of an unknown merchant, and one that fails its verification', async () => {
  const token = await tokenOf(sale)
  const known = { merchant: 'shop', keyId: keys.current().kid }
  const bearer = await refused(depsOf(), { headers: { authorization: `Bearer ${token}` } })
  assert.deepEqual([bearer.code, bearer.known], ['token-invalid', known])
  const headers = { authorization: `DPoP ${token}` }
  const unknown = await refused(depsOf({ merchants: [] }), { headers })
  assert.deepEqual([unknown.code, unknown.detail, unknown.known], ['token-invalid', ADVICE('DPoP'), known])
  const forged = await refused(depsOf(), { headers: { authorization: `DPoP ${token}A` } })
  assert.equal(forged.code, 'token-invalid')
})

void test('P21 refuses a token of another page, or of a page that is no longer listed', async () => {
  const headers = { authorization: `DPoP ${await tokenOf(sale)}` }
  const known = { merchant: 'shop', keyId: keys.current().kid }
  const second = await refused(depsOf(), { headers, page: { kind: 'listed', origin: SECOND, cors: true } })
  const [shop] = merchants
  assert.ok(shop !== undefined)
  const removed = await refused(depsOf({ merchants: [{ ...shop, origins: [SECOND] }] }), { headers })
  for (const { code, detail, known: facts } of [second, removed])
    assert.deepEqual(
      [code, detail, facts],
      ['origin-not-allowed', 'Use the token on the page it was made for.', known],
    )
})

void test('P21 refuses a token of another kind, and names the kind that the route needs', async () => {
  const headers = async (grant: object) => ({ authorization: `DPoP ${await tokenOf(grant)}` })
  const setup = await headers({ kind: 'setup', jkt })
  const refusal = await refused(depsOf(), { auth: 'sale-or-refund', headers: setup })
  assert.equal(refusal.code, 'forbidden')
  assert.equal(
    refusal.detail,
    'This needs a sale-or-refund token; getToken({kind: "sale", jkt}) must return one.',
  )
  assert.deepEqual(refusal.known, { merchant: 'shop', keyId: keys.current().kid })
  // The kind fits: only the proof is missing.
  for (const auth of ['setup', 'sale-or-refund-or-setup'] as const)
    assert.equal((await refused(depsOf(), { auth, headers: setup })).code, 'dpop-invalid')
})

void test('a refused proof names merchant and key for the log, after the turn of the merchant', async () => {
  const deps = depsOf()
  const token = await tokenOf(sale)
  for (const proof of [
    await proofOf(token, 'POST'),
    await proofOf(token, 'GET', '/v1/devices'),
    await proofOf(`${token}x`),
  ]) {
    const refusal = await refused(deps, { headers: { authorization: `DPoP ${token}`, dpop: proof } })
    assert.equal(refusal.code, 'dpop-invalid')
    assert.deepEqual(refusal.known, { merchant: 'shop', keyId: keys.current().kid })
  }
  assert.deepEqual(deps.entered, ['shop', 'shop', 'shop'])
})

void test('a handler gets the grant, a merchant as it is, and the kind where a route has several shapes', () => {
  const setup = { merchant: 'shop', origin: ORIGIN }
  const access = { kind: 'setup', setup } as const
  assert.deepEqual(accessFor('setup', access), setup)
  assert.deepEqual(accessFor('sale-or-refund-or-setup', access), access)
  assert.equal(accessFor('host', merchants[0] ?? null), merchants[0])
  assert.equal(accessFor('none', null), null)
})
