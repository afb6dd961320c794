// Signing keys: rotation without a refused token, revocation, two instances on one store, another secret (P25).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createBench } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import { openPage, type Page } from '../testing/page.ts'
import { openKeySet } from './key-set.ts'
import { KID_FORM } from './signing-key.ts'

const status = async (page: Page): Promise<number> => (await page.send('GET', '/v1/checkout')).status

// P25 asserts: 0 tokens are refused.
void test('P25 keys rotate under load on two instances without one refused token', async () => {
  const first = await createBench()
  const second = await first.again()
  const pages: Page[] = []
  for (let round = 0; round < 12; round++) {
    const minting = round % 2 === 0 ? first : second
    pages.push(await openPage(minting))
    if (round % 3 === 2) await (round % 2 === 0 ? first : second).keys.rotate()
    for (const page of pages) {
      for (const bench of [first, second]) {
        const response = await bench.core.fetch(await page.request('GET', '/v1/checkout'))
        assert.equal(response.status, 200)
      }
    }
    await first.clock.advance(20_000)
    await second.keys.refresh()
  }
  await first.close()
})

void test('P25 a token of the old key stays valid until its expiry after a rotation', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  const { kid } = bench.keys.current()
  await bench.keys.rotate()
  assert.notEqual(bench.keys.current().kid, kid)
  await bench.clock.advance(14 * 60_000)
  await page.send('GET', '/v1/checkout')
  assert.equal(await status(page), 200)
  // The longest life is that of an `apply` token: an hour.
  await bench.clock.advance(50 * 60_000)
  assert.equal(await bench.keys.find(kid), null)
  await bench.close()
})

void test('P25 the old key is valid for the longest life of a token and two reloads of the keys', async () => {
  const bench = await createBench()
  const { kid } = bench.keys.current()
  await bench.keys.rotate()
  await bench.clock.advance(3_600_000 + 60_000 - 1)
  assert.notEqual(await bench.keys.find(kid), null)
  await bench.clock.advance(1)
  assert.equal(await bench.keys.find(kid), null)
  await bench.close()
})

void test('P25 an unknown key reloads the keys, at most once a second', async () => {
  const first = await createBench()
  const second = await first.again()
  assert.equal(await second.keys.find('unknown'), null)
  await first.keys.rotate()
  await first.keys.rotate()
  const { kid } = first.keys.current()
  await second.clock.advance(999)
  assert.equal(await second.keys.find(kid), null)
  await second.clock.advance(1)
  assert.equal((await second.keys.find(kid))?.kid, kid)
  await first.close()
})

void test('P25 publishes the next key, and never a private key', async () => {
  const bench = await createBench()
  const response = await bench.core.fetch(new Request('https://any.example/.well-known/jwks.json'))
  const body = (await expectAnswer('getKeys', response)) as { keys: Record<string, unknown>[] }
  assert.equal(body.keys.length, 2)
  for (const key of body.keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  }
  await bench.keys.rotate()
  const next = bench.keys.current().kid
  assert.ok(body.keys.some(({ kid }) => kid === next))
  await bench.close()
})

// P25 asserts: refused at another instance within 60 s.
void test('P25 a revoked key is refused at once here and within 60 s on another instance', async () => {
  const first = await createBench()
  const second = await first.again()
  const page = await openPage(first)
  second.keys.begin()
  await first.keys.revoke(first.keys.current().kid)
  await expectProblem(await page.send('GET', '/v1/checkout'), 'token-invalid')
  await second.clock.advance(60_000)
  const elsewhere = await second.core.fetch(await page.request('GET', '/v1/checkout'))
  await expectProblem(elsewhere, 'token-invalid')
  assert.equal(await status(await openPage(first)), 200)
  second.keys.close()
  await first.close()
})

void test('rotates the current key automatically by age', async () => {
  const bench = await createBench({ rotateEveryDays: 1 })
  const { kid } = bench.keys.current()
  await bench.clock.advance(25 * 3_600_000)
  await bench.keys.refresh()
  assert.notEqual(bench.keys.current().kid, kid)
  const rows = await bench.store.db.selectFrom('bff_signing_key').select(['kid', 'role']).execute()
  assert.deepEqual(rows.map(({ role }) => role).toSorted(), ['current', 'next', 'previous'])
  assert.equal(rows.find((row) => row.kid === kid)?.role, 'previous')
  await bench.close()
})

void test('encrypts private keys in the store and reports another secret', async () => {
  const bench = await createBench()
  const rows = await bench.store.db.selectFrom('bff_signing_key').selectAll().execute()
  for (const row of rows) assert.doesNotMatch(Buffer.from(row.sealed_jwk).toString('latin1'), /"d":|kty/)
  const opening = openKeySet({
    store: bench.store,
    sealRing: [new Uint8Array(32)],
    clock: bench.clock,
    random: (length) => new Uint8Array(length),
    log: { info() {}, warn() {}, error() {} },
    rotateEveryDays: 30,
  })
  await assert.rejects(opening, /sealed under another secret; start with that secret/)
  await bench.close()
})

void test('another public key in the database verifies no token and is not published', async () => {
  const first = await createBench()
  const page = await openPage(first)
  const { kid, publicJwk } = first.keys.current()
  const forger = await generateKeyPair('ES256')
  const forged = { ...(await exportJWK(forger.publicKey)), kid, alg: 'ES256', use: 'sig' }
  for (const table of ['bff_signing_key', 'bff_seal_key'] as const)
    await first.store.db
      .updateTable(table)
      .set({ public_jwk: JSON.stringify(forged) })
      .execute()
  const second = await first.again()
  assert.deepEqual(second.keys.current().publicJwk, publicJwk)
  const sealing = second.signUp.sealKeys.current().publicJwk
  assert.notEqual(sealing.x, forged.x)
  const token = await new SignJWT(decodeJwt(page.minted.token))
    .setProtectedHeader({ alg: 'ES256', typ: 'tapboard-sale+jwt', kid })
    .sign(forger.privateKey)
  const ath = createHash('sha256').update(token).digest('base64url')
  const request = await page.request('GET', '/v1/checkout', { token, overrides: { claims: { ath } } })
  await expectProblem(await second.core.fetch(request), 'token-invalid')
  const own = await second.core.fetch(await page.request('GET', '/v1/checkout'))
  assert.equal(own.status, 200)
  await first.close()
})

void test('P25 two instances that rotate at once rotate once', async () => {
  const first = await createBench()
  const second = await first.again()
  await Promise.all([first.keys.rotate(), second.keys.rotate()])
  const rows = await first.store.db.selectFrom('bff_signing_key').select('role').execute()
  assert.deepEqual(rows.map(({ role }) => role).toSorted(), ['current', 'next', 'previous'])
  assert.equal(first.keys.current().kid, second.keys.current().kid)
  await first.close()
})

void test('P24 looks up only key IDs of the valid form', async () => {
  const bench = await createBench()
  assert.match(bench.keys.current().kid, KID_FORM)
  for (const kid of ['x'.repeat(7), 'x'.repeat(33), `../${'x'.repeat(8)}`, `${'x'.repeat(8)}'`, ''])
    assert.doesNotMatch(kid, KID_FORM)
  await bench.close()
})
