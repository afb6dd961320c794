// Judges a signature that was read from headers, for both formats: `signature.ts` and `webhook-signature.ts`.
import { sameBytes } from '@tapboard/store/crypto'

/** Minimum length, as in the configuration: with an empty secret (an unset variable) every sender could sign. */
const SECRET_MIN = 24

/** Most signatures in one request, so that a request costs few comparisons. A ring of the BFF has up to four secrets. */
export const SIGNATURES_READ_MAX = 4

/** A signed body to check. */
export interface SignedBody {
  /** The raw body, before any parser: one changed byte invalidates the signature. */
  readonly body: string | Uint8Array
  /**
   * The shared secret, or several during a rotation. One that is missing or has less than 24 characters matches nothing; without any other,
   * the fault is `secret-missing`.
   */
  readonly secret: string | readonly string[]
  /** Milliseconds since 1970; default now. */
  readonly nowMs?: number
  /** Maximum difference of the signed time from `nowMs` in seconds. Default 300. */
  readonly toleranceSeconds?: number
}

/** A signature as its headers say it. */
export interface ReadSignature {
  /** The signed time in seconds since 1970. */
  readonly seconds: number
  readonly macs: readonly Uint8Array[]
  /** The right signature with a secret. */
  readonly macOf: (secret: string) => Uint8Array
}

/** The fault of a signature. */
export type SignatureFault =
  | 'secret-missing'
  | 'signature-missing'
  | 'signature-malformed'
  | 'signature-wrong'
  | 'signature-old'

/** The fault of a signature, or `null`. Throws a TypeError if the body was parsed before. */
export function judgeRead(
  { body, secret, nowMs = Date.now(), toleranceSeconds = 300 }: SignedBody,
  read: ReadSignature | SignatureFault,
): SignatureFault | null {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError(
      'Pass the body exactly as it came, a string or bytes: read it raw, before any JSON parser.',
    )
  const secrets = [secret].flat().filter((one) => typeof one === 'string' && one.length >= SECRET_MIN)
  if (secrets.length === 0) return 'secret-missing'
  if (typeof read === 'string') return read
  let right = false
  for (const one of secrets) {
    const wanted = read.macOf(one)
    for (const mac of read.macs) right = sameBytes(wanted, mac) || right
  }
  if (!right) return 'signature-wrong'
  // Written so that a NaN time or tolerance is rejected.
  const near = Math.abs(nowMs / 1000 - read.seconds) <= toleranceSeconds
  return near ? null : 'signature-old'
}
