// Verifies our own tokens (RFC 8725): the header before any key is used, one algorithm, one `typ` per kind, issuer,
// audience, times on the server's clock, claims by schema. `http/authenticate.ts` checks the origin and the proof.
import { sha256Base64url } from '@tapboard/store/crypto'
import {
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from 'jose'
import { refuse, type Refusal } from '../refusal.ts'
import type { Clock } from '../ports.ts'
import { kindOfType, readClaims, TOKEN_LIVES, TOKEN_TYPES } from './access.ts'
import type { KeySet } from './key-set.ts'
import { KID_FORM, TOKEN_ALG } from './signing-key.ts'
import type { Validity, VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

/** Longest token: fits one hundred devices with long names, and bounds the work before the signature check (RFC 8725). */
export const MAX_TOKEN_LENGTH = 11_264
/** Longest encoded header of a token; ours has about 90 characters. */
const MAX_HEADER_LENGTH = 512
/** Accepted difference between the clocks of two instances. */
const CLOCK_TOLERANCE_SECONDS = 5
const HEADER_MEMBERS = ['alg', 'typ', 'kid']

export interface VerifyPorts {
  readonly keys: KeySet
  readonly clock: Clock
  readonly publicUrl: string
  readonly verified: VerifiedTokens
}

const invalid: Refusal = refuse(
  'token-invalid',
  'Ask the host for a new token: this one cannot be used here.',
)
const expired: Refusal = refuse('token-expired', 'Ask the host for a new token: this one has expired.')

function readHeader(token: string): ProtectedHeaderParameters | null {
  if (token.length > MAX_TOKEN_LENGTH || token.indexOf('.') > MAX_HEADER_LENGTH) return null
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(token)) return null
  try {
    const header = decodeProtectedHeader(token)
    return Object.keys(header).every((member) => HEADER_MEMBERS.includes(member)) ? header : null
  } catch {
    return null
  }
}

/** The times between which the claims of a verified token are valid, with the tolerance. */
function validityOf({ exp = 0, iat = 0, nbf = 0 }: JWTPayload, lifeSeconds: number): Validity {
  return {
    fromMs: (Math.max(iat, nbf) - CLOCK_TOLERANCE_SECONDS) * 1000,
    untilMs: (Math.min(exp, iat + lifeSeconds) + CLOCK_TOLERANCE_SECONDS) * 1000,
  }
}

/** Verifies a token; `kid` is the key that signed it. The refusal does not tell which check failed, except for an expired token. */
export async function verifyToken(
  ports: VerifyPorts,
  token: string,
): Promise<({ readonly ok: true } & VerifiedToken) | Refusal> {
  const header = readHeader(token)
  const kind = kindOfType(header?.typ)
  if (header === null || kind === null || header.alg !== TOKEN_ALG) return invalid
  if (typeof header.kid !== 'string' || !KID_FORM.test(header.kid)) return invalid
  const key = await ports.keys.find(header.kid)
  if (key === null) return invalid
  const nowMs = ports.clock.now()
  const hash = sha256Base64url(token)
  const remembered = ports.verified.find(hash, nowMs)
  if (remembered !== null) return { ok: true, ...remembered }
  const known = { keyId: header.kid }
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [TOKEN_ALG],
      typ: TOKEN_TYPES[kind],
      issuer: ports.publicUrl,
      audience: ports.publicUrl,
      requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp', 'origin'],
      maxTokenAge: TOKEN_LIVES[kind],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(nowMs),
    })
    const claims = readClaims(kind, payload)
    if (claims === null) return { ...invalid, known }
    const validity = validityOf(payload, TOKEN_LIVES[kind])
    const verified = { kid: header.kid, untilMs: validity.untilMs, ...claims }
    ports.verified.add(hash, verified, validity)
    return { ok: true, ...verified }
  } catch (error) {
    return { ...(errorCode(error) === errors.JWTExpired.code ? expired : invalid), known }
  }
}

const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null
