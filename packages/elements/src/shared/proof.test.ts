import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWK } from 'jose'
import { makeKey, prove } from './proof.ts'

const PROOF = {
  method: 'POST',
  url: 'https://pay.shop.test/v1/sales',
  token: 'a.b.c',
  nonce: 'n-1',
  nowMs: 1_780_000_000_000,
}

test('P22 a proof has the claims of RFC 9449 §4.2 and verifies with its own key', async () => {
  const key = await makeKey()
  const { payload, protectedHeader } = await jwtVerify(await prove(key, PROOF), EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(PROOF.nowMs),
  })
  assert.deepEqual(Object.keys(protectedHeader['jwk'] ?? {}).toSorted(), ['crv', 'kty', 'x', 'y'])
  assert.equal(payload['htm'], 'POST')
  assert.equal(payload['htu'], PROOF.url)
  assert.equal(payload['nonce'], 'n-1')
  assert.equal(payload.iat, PROOF.nowMs / 1000)
  assert.equal(payload['ath'], createHash('sha256').update('a.b.c').digest('base64url'))
})

test('P22 a proof carries the hash of the body, and no member without a body', async () => {
  const key = await makeKey()
  const claimsOf = async (body?: string): Promise<Record<string, unknown>> => {
    const proof = await prove(key, { ...PROOF, body })
    return JSON.parse(Buffer.from(proof.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  }
  const body = '{"order":"Ä-1"}'
  assert.equal((await claimsOf(body))['bh'], createHash('sha256').update(body).digest('base64url'))
  for (const none of [undefined, '']) assert.ok(!('bh' in (await claimsOf(none))))
})

test('each proof is unique, and none has an empty nonce', async () => {
  const key = await makeKey()
  const [one, two] = [await prove(key, { ...PROOF, nonce: '' }), await prove(key, { ...PROOF, nonce: '' })]
  assert.notEqual(one, two)
  const claims = JSON.parse(Buffer.from(one.split('.')[1]!, 'base64url').toString()) as object
  assert.ok(!('nonce' in claims))
})

test('the thumbprint is that of RFC 7638, and the private key is not extractable', async () => {
  const key = await makeKey()
  assert.equal(key.jkt, await calculateJwkThumbprint(key.jwk as JWK))
  assert.equal(key.privateKey.extractable, false)
  await assert.rejects(crypto.subtle.exportKey('jwk', key.privateKey))
})
