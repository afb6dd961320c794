/** Key pairs and the rows that keep them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../sale/testing.ts'
import { generateKeyRow, openKeyRow, SEALING, SIGNING } from './signing-key.ts'

const SECRET = [new Uint8Array(32).fill(7)]

for (const purpose of [SIGNING, SEALING])
  void test(`an opened ${purpose.name} cannot be exported, and its public half carries no private member`, async () => {
    const row = await generateKeyRow(purpose, 'current', SECRET, 1_000, seededRandom(1))
    assert.ok(!Buffer.from(row.sealedJwk).includes('"d"'))
    const key = (await openKeyRow(purpose, row, SECRET))?.key
    assert.ok(key !== undefined)
    assert.equal(key.privateKey.extractable, false)
    await assert.rejects(crypto.subtle.exportKey('jwk', key.privateKey))
    assert.deepEqual(Object.keys(key.publicJwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

void test('does not decrypt a key of another secret', async () => {
  const row = await generateKeyRow(SIGNING, 'current', SECRET, 1_000, seededRandom(1))
  assert.equal(await openKeyRow(SIGNING, row, [new Uint8Array(32).fill(8)]), null)
})

void test('the public half in the row is that of the key', async () => {
  const row = await generateKeyRow(SIGNING, 'next', SECRET, 1_000, seededRandom(1))
  const { kid, publicJwk } = (await openKeyRow(SIGNING, row, SECRET))?.key ?? {}
  assert.deepEqual(JSON.parse(row.publicJwk), publicJwk)
  assert.equal(kid, row.kid)
})
