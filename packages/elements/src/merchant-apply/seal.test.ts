import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { SealKey } from '@tapboard/contract'
import { base64url as coded, compactDecrypt, exportJWK, generateKeyPair, type CryptoKey } from 'jose'
import { concatKdf, seal } from './seal.ts'

const ID = 'app_7Q2M4K9X'
const SECRETS = { taxId: '123456780', accountNumber: '000123456789', ssns: ['900701234', 'é漢🔑'] }

describe('sealing the secrets of an application', () => {
  let key: SealKey
  let secret: CryptoKey

  before(async () => {
    const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    const { x, y } = await exportJWK(pair.publicKey)
    key = { kid: 'seal-1', kty: 'EC', crv: 'P-256', x: x!, y: y! }
    secret = pair.privateKey
  })

  it('derives the key of RFC 7518 appendix C', async () => {
    const shared = Uint8Array.from([
      158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163, 218, 128,
      106, 72, 246, 218, 167, 121, 140, 254, 144, 196,
    ])
    const derived = await concatKdf(shared.buffer, 'A128GCM', 128, 'Alice', 'Bob')
    assert.equal(coded.encode(new Uint8Array(derived)), 'VqqN6vgjbSBcIijNcacQGg')
  })

  it('another implementation decrypts a sealed text', async () => {
    const { plaintext, protectedHeader } = await compactDecrypt(await seal(SECRETS, key, ID), secret, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), SECRETS)
    assert.equal(protectedHeader.kid, 'seal-1')
    assert.equal(protectedHeader.apv, coded.encode(ID))
    assert.equal(protectedHeader.apu, undefined)
  })

  it('uses a new key pair and nonce each time', async () => {
    const sealed = await Promise.all(Array.from({ length: 8 }, () => seal(SECRETS, key, ID)))
    for (const part of [0, 2, 3, 4]) assert.equal(new Set(sealed.map((jwe) => jwe.split('.')[part])).size, 8)
    assert.deepEqual([...new Set(sealed.map((jwe) => jwe.split('.')[1]))], [''])
  })

  it('rejects a changed header, above all another application', async () => {
    const [head, ...rest] = (await seal(SECRETS, key, ID)).split('.')
    const header: object = JSON.parse(new TextDecoder().decode(coded.decode(head!)))
    for (const change of [
      { apv: coded.encode('app_other') },
      { kid: 'seal-2' },
      { apu: coded.encode('x') },
    ]) {
      const changed = coded.encode(JSON.stringify({ ...header, ...change }))
      await assert.rejects(compactDecrypt([changed, ...rest].join('.'), secret))
    }
  })

  it('rejects a key that is no point of the curve', async () => {
    await assert.rejects(seal(SECRETS, { ...key, x: key.y }, ID))
  })

  it('contains no secret in plain text', async () => {
    const sealed = await seal(SECRETS, key, ID)
    for (const part of sealed.split('.')) {
      const text = Buffer.from(part, 'base64url').toString('latin1')
      for (const value of ['123456780', '000123456789', '900701234']) assert.ok(!text.includes(value))
    }
  })
})
