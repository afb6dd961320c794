/**
 * Cryptography for both servers, on Node and on runtimes with web APIs only: synchronous digests
 * (implementation by `#digest`), encryption by WebCrypto. The caller decides the data and the keys.
 */
import { hmacSha256 } from '#digest'

export { hmacSha256, sameBytes, sha256, sha256Base64url, toBase64url, toHex } from '#digest'

const encoder = new TextEncoder()

/** Encodes a text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Concatenates the parts into a new array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Decodes base64url without padding. Ignores other characters, so compare the re-encoded text where that matters. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const known = text.replace(/[^A-Za-z0-9_-]/g, '')
  // A single trailing character encodes no whole byte.
  const whole = known.length % 4 === 1 ? known.slice(0, -1) : known
  return Uint8Array.from(atob(whole.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
}

/** Encodes as base64 with padding (RFC 4648 §4). */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Decodes base64 with padding (RFC 4648 §4). Throws for any other text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Decodes hex; an incomplete pair of digits is ignored. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16))

/** Derives a 32-byte key for one purpose (HKDF with SHA-256, RFC 5869; 32 bytes need one block only). */
export function deriveKey(secret: string | Uint8Array, salt: string, purpose: string): Uint8Array {
  return hmacSha256(hmacSha256(salt, secret), purpose, Uint8Array.of(1))
}

/** Length in bytes of the authentication tag, which {@link encrypt} appends to the ciphertext. */
export const TAG_LENGTH = 16

const keyOf = (key: Uint8Array, usage: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, [usage])

const algorithm = (nonce: Uint8Array, boundTo: Uint8Array) => ({
  name: 'AES-GCM',
  iv: new Uint8Array(nonce),
  additionalData: new Uint8Array(boundTo),
})

/** Encrypts with AES-256-GCM; returns ciphertext and tag. `nonce`: 96 bits, never used twice with one key. */
export async function encrypt(
  text: string,
  key: Uint8Array,
  nonce: Uint8Array,
  boundTo: Uint8Array,
): Promise<Uint8Array> {
  const sealed = await crypto.subtle.encrypt(
    algorithm(nonce, boundTo),
    await keyOf(key, 'encrypt'),
    utf8(text),
  )
  return new Uint8Array(sealed)
}

/** Decrypts to the text; rejects if the key, the nonce, `boundTo` or any byte differs. */
export async function decrypt(
  sealed: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array,
  boundTo: Uint8Array,
): Promise<string> {
  const opened = await crypto.subtle.decrypt(
    algorithm(nonce, boundTo),
    await keyOf(key, 'decrypt'),
    new Uint8Array(sealed),
  )
  return textOf(new Uint8Array(opened))
}
