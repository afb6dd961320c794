// Seals the secrets of an application for the BFF: a compact JWE (RFC 7516) with ECDH-ES on P-256 (RFC 7518 §4.6) and A256GCM,
// with WebCrypto only. Proxies and logs on the way cannot read them. submission.ts selects the sealed values.
import type { SealKey } from '@tapboard/contract'
import { base64url, utf8 } from '../shared/proof.ts'

const ECDH = { name: 'ECDH', namedCurve: 'P-256' }

/** 32-bit big-endian. */
const number = (value: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(value >> 24, value >> 16, value >> 8, value)

/** Datalen ‖ Data of RFC 7518 §4.6.2. */
const counted = (text: string): Uint8Array<ArrayBuffer>[] => {
  const bytes = utf8(text)
  return [number(bytes.length), bytes]
}

/** The single round of the Concat KDF (RFC 7518 §4.6.2) that keys of up to 256 bits need. */
export const concatKdf = async (
  shared: ArrayBuffer,
  enc: string,
  bits: number,
  apu: string,
  apv: string,
): Promise<ArrayBuffer> => {
  const input = new Blob([number(1), shared, ...counted(enc), ...counted(apu), ...counted(apv), number(bits)])
  const hash = await crypto.subtle.digest('SHA-256', await input.arrayBuffer())
  return hash.slice(0, bits / 8)
}

/**
 * Seals `value` as JSON for the holder of `key`. It opens only for the application `id`, which is the `apv` in the derivation
 * and in the authenticated header. Each call has its own key pair and nonce.
 */
export async function seal(value: unknown, key: SealKey, id: string): Promise<string> {
  const { subtle } = crypto
  const { kid, ...jwk } = key
  const own = await subtle.generateKey(ECDH, false, ['deriveBits'])
  const { kty, crv, x, y } = await subtle.exportKey('jwk', own.publicKey)
  const theirs = await subtle.importKey('jwk', jwk, ECDH, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
  const enc = 'A256GCM'
  const header = base64url(
    utf8(JSON.stringify({ alg: 'ECDH-ES', enc, kid, epk: { kty, crv, x, y }, apv: base64url(utf8(id)) })),
  )
  const raw = await concatKdf(shared, enc, 256, '', id)
  const secret = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(header) }
  const sealed = await subtle.encrypt(algorithm, secret, utf8(JSON.stringify(value)))
  // The tag follows the cipher text (RFC 7518 §5.3); the encrypted key is empty (§4.6).
  return [header, '', base64url(iv), base64url(sealed.slice(0, -16)), base64url(sealed.slice(-16))].join('.')
}
