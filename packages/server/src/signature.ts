// The signature of an outbound request: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared secret>`. The time is signed,
// so that a copied request is valid for a few minutes only. `webhook-signature.ts` has the signature of webhooks.
import { fromHex, hmacSha256, toHex } from '@tapboard/store/crypto'
import {
  judgeRead,
  SIGNATURES_READ_MAX,
  type ReadSignature,
  type SignatureFault,
  type SignedBody,
} from './judge-signature.ts'
import { secretsIn, type SecretRing } from './secret-ring.ts'

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

/** Secrets that sign the requests to one receiver: the newest one, and the one before it during a rotation. */
export const SIGNATURES_MAX = 2

/** Reads the header; `null` if it is malformed. */
function readSignature(header: unknown): Omit<ReadSignature, 'macOf'> | null {
  if (typeof header !== 'string' || header.length > HEADER_MAX) return null
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const seconds =
    times.length === 1 && /^t=\d{1,12}$/.test(times[0] ?? '') ? Number(times[0]?.slice(2)) : null
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => fromHex(part.slice(3)))
  return seconds === null || macs.length === 0 || macs.length > SIGNATURES_READ_MAX ? null : { seconds, macs }
}

/** A body with the header `X-Tapboard-Signature`. */
export interface SignedText extends SignedBody {
  /** The value of the header; `null` or `undefined` if the request has none. */
  readonly signature: string | null | undefined
}

/** The fault of a signature, or `null`. Throws a TypeError if the body was parsed before. */
export function judgeSignature(signed: SignedText): SignatureFault | null {
  const { body, signature } = signed
  if (signature === null || signature === undefined || signature === '')
    return judgeRead(signed, 'signature-missing')
  const read = readSignature(signature)
  if (read === null) return judgeRead(signed, 'signature-malformed')
  return judgeRead(signed, { ...read, macOf: (secret) => signatureOf(secret, body, read.seconds) })
}
