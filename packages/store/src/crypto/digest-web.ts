/**
 * SHA-256 and HMAC in JavaScript, for runtimes whose digests are asynchronous only: the ledger's chain and a
 * nonce need synchronous digests. A test compares the results with Node's.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'

const encoder = new TextEncoder()
const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? encoder.encode(data) : data

/** SHA-256 (FIPS 180-4); a string is hashed as UTF-8. */
export const sha256 = (data: string | Uint8Array): Uint8Array => digest(bytesOf(data))

/** HMAC-SHA-256 (RFC 2104) over the concatenated parts. */
export function hmacSha256(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Uint8Array {
  const mac = hmac.create(digest, bytesOf(key))
  for (const part of parts) mac.update(bytesOf(part))
  return mac.digest()
}

/** Constant-time equality; arrays of different length are unequal. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** Encodes as base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Encodes bytes as lower-case hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 of the data, in base64url. */
export const sha256Base64url = (data: string | Uint8Array): string => toBase64url(sha256(data))
