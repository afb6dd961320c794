// The signature of an outbound request: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared secret>`. The time is signed,
// so that a copied request is valid for a few minutes only.
import { secretsIn, type SecretRing } from './secret-ring.ts'
import { fromHex, hmacSha256, sameBytes, toHex } from '@tapboard/store/crypto'

/** The signed bytes of a body at a time in seconds. */
export const signatureOf = (secret: string, body: string | Uint8Array, seconds: number): Uint8Array =>
  hmacSha256(secret, `${seconds}.`, body)

/**
 * The header `X-Tapboard-Signature` for a body at a time in milliseconds since 1970. During a rotation it has one `v1` for each
 * secret, so a receiver with either accepts it.
 */
export function sign(secret: SecretRing, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  const macs = secretsIn(secret).map((one) => `v1=${toHex(signatureOf(one, body, seconds))}`)
  return [`t=${seconds}`, ...macs].join(',')
}

const HEADER_MAX = 1_024

/** Signatures in one header, and so secrets of a sender: the newest one, and the one before it during a rotation. */
export const SIGNATURES_MAX = 2

/** Minimum length, as in the configuration: with an empty secret (an unset variable) every sender could sign. */
const SECRET_MIN = 24

function readHeader(
  header: string,
): { readonly seconds: number; readonly macs: readonly Uint8Array[] } | null {
  if (header.length > HEADER_MAX) return null
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const seconds =
    times.length === 1 && /^t=\d{1,12}$/.test(times[0] ?? '') ? Number(times[0]?.slice(2)) : null
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => fromHex(part.slice(3)))
  return seconds === null || macs.length === 0 || macs.length > SIGNATURES_MAX ? null : { seconds, macs }
}

/** A signed text to check. */
export interface SignedText {
  /** The raw body, before any parser. */
  readonly body: string | Uint8Array
  /** The header `X-Tapboard-Signature`. */
  readonly signature: string | null | undefined
  /** The shared secret, or several during a rotation. A missing or short secret matches nothing. */
  readonly secret: string | readonly string[]
  /** Milliseconds since 1970; default now. */
  readonly nowMs?: number
  /** Maximum difference of the signed time from `nowMs` in seconds. Default 300. */
  readonly toleranceSeconds?: number
}

/** The fault of a signature. */
export type SignatureFault = 'signature-missing' | 'signature-malformed' | 'signature-wrong' | 'signature-old'

/** The fault of a signature, or `null`. Throws a TypeError if the body was parsed before. */
export function judgeSignature(signed: SignedText): SignatureFault | null {
  const { body, signature, secret, nowMs = Date.now(), toleranceSeconds = 300 } = signed
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError(
      'Pass the body exactly as it came, a string or bytes: read it raw, before any JSON parser.',
    )
  if (signature === null || signature === undefined || signature === '') return 'signature-missing'
  const read = typeof signature === 'string' ? readHeader(signature) : null
  if (read === null) return 'signature-malformed'
  const secrets = [secret].flat().filter((one) => typeof one === 'string' && one.length >= SECRET_MIN)
  let right = false
  for (const one of secrets) {
    const wanted = signatureOf(one, body, read.seconds)
    for (const mac of read.macs) right = sameBytes(wanted, mac) || right
  }
  if (!right) return 'signature-wrong'
  // Written so that a NaN time or tolerance is rejected.
  const near = Math.abs(nowMs / 1000 - read.seconds) <= toleranceSeconds
  return near ? null : 'signature-old'
}
