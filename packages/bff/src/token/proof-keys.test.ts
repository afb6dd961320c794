// The cache of the pages' public keys: the same object again, at most 2,000, the least recently used first out.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createProofKeys } from './proof-keys.ts'

type Jwk = Parameters<ReturnType<typeof createProofKeys>['find']>[0]

const pageKey = (): Jwk => {
  const { crv = '', x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return { kty: 'OKP', crv, x }
}

void test('INV-17 remembers 2,000 keys, and forgets the least recently used one', async () => {
  const keys = createProofKeys()
  const find = (jwk: Jwk): Promise<unknown> => keys.find(jwk, 'EdDSA')
  const [first, second, third] = [pageKey(), pageKey(), pageKey()]
  const [firstKey, secondKey, thirdKey] = [await find(first), await find(second), await find(third)]
  assert.ok(firstKey !== null)
  for (let count = 3; count < 2_000; count += 1) await find(pageKey())
  assert.equal(await find(first), firstKey, 'nothing is forgotten up to the limit')
  assert.equal(await find(second), secondKey)
  await find(pageKey())
  assert.equal(await find(first), firstKey)
  assert.equal(await find(second), secondKey)
  assert.notEqual(await find(third), thirdKey)
})

void test('a key of another algorithm is another entry, and members that are no key have none', async () => {
  const keys = createProofKeys()
  const jwk = pageKey()
  assert.notEqual(await keys.find(jwk, 'EdDSA'), null)
  assert.equal(await keys.find(jwk, 'ES256'), null)
  assert.equal(await keys.find({ ...jwk, x: 'AA' }, 'EdDSA'), null)
})
