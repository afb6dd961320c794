// Digests and encryption are identical on every runtime; compared with Node's crypto.
import assert from 'node:assert/strict'
import { createCipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import {
  concatBytes,
  decrypt,
  deriveKey,
  encrypt,
  fromBase64,
  fromBase64url,
  fromHex,
  TAG_LENGTH,
  textOf,
  toBase64,
  utf8,
} from './crypto.ts'
import * as node from './digest-node.ts'
import * as web from './digest-web.ts'

/** Both modules export the same names and types, because a package condition selects one of them. */
const BOTH: readonly (typeof node)[] = [node, web]

const bytes = fc.uint8Array({ maxLength: 300 })

test('both digest modules compute the same SHA-256 as Node', () => {
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (data, text) => {
      for (const digest of BOTH)
        for (const given of [data, text]) {
          const wanted = createHash('sha256').update(given).digest()
          assert.equal(digest.toHex(digest.sha256(given)), wanted.toString('hex'))
          assert.equal(digest.sha256Base64url(given), wanted.toString('base64url'))
        }
    }),
    propertyRuns(7),
  )
  const long = new Uint8Array(1_000_003).fill(97)
  assert.deepEqual(web.sha256(long), new Uint8Array(node.sha256(long)))
})

test('both digest modules compute the same HMAC as Node', () => {
  fc.assert(
    fc.property(bytes, fc.string(), bytes, (key, one, other) => {
      const wanted = createHmac('sha256', key).update(one).update(other).digest('base64url')
      for (const digest of BOTH) assert.equal(digest.toBase64url(digest.hmacSha256(key, one, other)), wanted)
    }),
    propertyRuns(7),
  )
})

test('sameBytes is true for equal bytes only', () => {
  for (const { sameBytes } of BOTH) {
    assert.equal(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2)), true)
    assert.equal(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3)), false)
    assert.equal(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1)), false)
    assert.equal(sameBytes(Uint8Array.of(1), Uint8Array.of(1, 2)), false)
  }
})

test('base64url and hex round-trip', () => {
  fc.assert(
    fc.property(bytes, (data) => {
      for (const { toBase64url, toHex } of BOTH) {
        assert.deepEqual(fromBase64url(toBase64url(data)), new Uint8Array(data))
        assert.deepEqual(fromHex(toHex(data)), new Uint8Array(data))
      }
    }),
    propertyRuns(7),
  )
})

test('a part of a buffer is encoded without the rest of it', () => {
  const part = Uint8Array.of(1, 2, 3, 4).subarray(1, 3)
  for (const { toBase64url, toHex } of BOTH)
    assert.deepEqual([toHex(part), toBase64url(part)], ['0203', 'AgM'])
})

test('a key of the encryption cannot be exported', async (t) => {
  const importing = t.mock.method(crypto.subtle, 'importKey')
  await encrypt('x', new Uint8Array(32), new Uint8Array(12), utf8(''))
  assert.deepEqual(
    importing.mock.calls.map((call) => call.arguments.slice(2)),
    [['AES-GCM', false, ['encrypt']]],
  )
})

test("deriveKey matches Node's HKDF (RFC 5869)", () => {
  const wanted = new Uint8Array(hkdfSync('sha256', 'a secret', 'salt', 'purpose', 32))
  assert.deepEqual(new Uint8Array(deriveKey('a secret', 'salt', 'purpose')), wanted)
})

test("decrypts only with the same key, nonce and additional data, and matches Node's AES-256-GCM", async () => {
  const key = new Uint8Array(32).fill(3)
  const nonce = new Uint8Array(12).fill(5)
  const place = utf8('place')
  const sealed = await encrypt('Zürich', key, nonce, place)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place)
  const wanted = Buffer.concat([cipher.update('Zürich', 'utf8'), cipher.final(), cipher.getAuthTag()])
  assert.deepEqual(sealed, new Uint8Array(wanted))
  assert.equal(sealed.length - utf8('Zürich').length, TAG_LENGTH)
  assert.equal(await decrypt(sealed, key, nonce, place), 'Zürich')
  await assert.rejects(decrypt(sealed, key, nonce, utf8('another')))
  await assert.rejects(
    decrypt(
      sealed.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      key,
      nonce,
      place,
    ),
  )
  assert.equal(textOf(utf8('Zürich')), 'Zürich')
})

test('decoding ignores characters outside of the alphabet and an incomplete byte', () => {
  assert.deepEqual(fromBase64url(' A-_+/=9\n'), fromBase64url('A-_9'))
  assert.deepEqual(fromBase64url('A-_9B'), fromBase64url('A-_9'))
  assert.deepEqual(fromBase64url('A-_9Bw'), Uint8Array.of(3, 239, 253, 7))
  assert.deepEqual(fromHex('0aFf1'), Uint8Array.of(10, 255))
  assert.deepEqual(fromHex(''), new Uint8Array())
})

test('base64 has the standard alphabet and padding, and any other text throws', () => {
  assert.equal(toBase64(Uint8Array.of(251, 255, 0, 7)), '+/8ABw==')
  assert.deepEqual(fromBase64('+/8ABw=='), Uint8Array.of(251, 255, 0, 7))
  assert.throws(() => fromBase64('-_8ABw=='))
})

test('joins bytes in their order', () => {
  const parts = [Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)]
  assert.deepEqual(concatBytes(parts), Uint8Array.of(1, 2, 3))
})

test('text keeps a byte order mark, and invalid bytes become U+FFFD', () => {
  assert.equal(textOf(utf8('\u{FEFF}a')), '\u{FEFF}a')
  assert.equal(textOf(Uint8Array.of(97, 255)), 'a\u{FFFD}')
})
