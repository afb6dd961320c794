// The keys that are derived from a secret, and values sealed under them. Stored rows depend on both, so neither may change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSealed, seal, unseal } from './seal.ts'
import { deriveKeys } from './secret.ts'

const SECRET = 'a-secret-of-all-instances-0123456789'

/** HKDF of RFC 5869 with the salt `tapboard-bff` and one purpose for each ring. */
const EXPECTED = {
  nonceRing: ['1e05c34819d849cf31bfd7cc97434ebbc2f30f52bfc00a9ba7ef7ac3566a93c1'],
  sealRing: ['f5e65421321ce8257df1d25a2f835c95b1c8fd2b227915c46eb37d74b3afa36e'],
  draftRing: ['669b6aa14183a3b7b7cbd538ea5410d262ddf75fd7258f912ebaf7e79e528d80'],
  termsRing: ['68e2b24bc29d1b4fa0d6785c47bebf86de8dbbd8cd608d18e5b08a2c98b3e5dc'],
}

void test('the keys of a secret are the same in every version', () => {
  const derived = deriveKeys(SECRET)
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const ring = derived[name as keyof typeof EXPECTED]
    assert.deepEqual(
      ring.map((key) => Buffer.from(key).toString('hex')),
      expected,
      name,
    )
  }
  assert.deepEqual(Object.keys(derived), Object.keys(EXPECTED))
})

void test('D-139 a value has a nonce of 12 bytes, a tag of 16 and the text, once for each of up to four secrets', async () => {
  let count = 0
  const random = (length: number): Uint8Array => new Uint8Array(length).fill((count += 1))
  const ring = deriveKeys([1, 2, 3, 4].map((number) => `${SECRET}-${number}`)).sealRing
  const sealed = await seal('text', ring, 'row', random)
  assert.equal(sealed.length, 4 * (12 + 16 + 4))
  for (const [index, key] of ring.entries()) {
    assert.deepEqual(
      [...sealed.subarray(index * 32, index * 32 + 12)],
      Array.from({ length: 12 }, () => index + 1),
    )
    assert.deepEqual(await openSealed(sealed, [key], 'row'), { text: 'text', current: false })
  }
  assert.deepEqual(await openSealed(sealed, ring, 'row'), { text: 'text', current: true })
  assert.deepEqual(await openSealed(sealed, ring.toReversed(), 'row'), { text: 'text', current: false })
  const [first = new Uint8Array(), second = new Uint8Array()] = ring
  assert.equal(
    (await openSealed(await seal('text', [second, first], 'row', random), [first, second], 'row'))?.current,
    false,
  )
  // An empty text has the shortest copy.
  const empty = await seal('', [first], 'row', random)
  assert.equal(empty.length, 28)
  assert.equal(await unseal(empty, [first], 'row'), '')
  assert.equal(await unseal(empty.subarray(1), [first], 'row'), null)
})
