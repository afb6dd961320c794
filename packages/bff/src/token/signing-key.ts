// One ES256 key pair in its three forms: generated, stored (public half in the clear, private half sealed), and
// imported once as CryptoKeys for use.
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import type { Random } from '../ports.ts'
import type { KeyRole, KeyRow } from './key-table.ts'
import { seal, unseal } from './seal.ts'

/** The one algorithm of our tokens (RFC 8725 §3.1). */
export const TOKEN_ALG = 'ES256'

/** What a key ID may look like; anything else is refused before it is looked up (RFC 8725 §3.10). */
export const KID_FORM = /^[A-Za-z0-9_-]{8,32}$/

/** A key in use. */
export interface SigningKey {
  readonly kid: string
  readonly role: KeyRole
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** Public JWK with kid, alg and use, as `/.well-known/jwks.json` shows it. */
  readonly publicJwk: JWK
  readonly signingSinceMs: number | null
  readonly retireAtMs: number | null
}

async function asCryptoKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, TOKEN_ALG, { extractable: false })
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be asymmetric')
  return key
}

/** Makes a key pair and the row that keeps it. */
export async function generateKeyRow(
  role: 'next' | 'current',
  sealKey: Uint8Array,
  nowMs: number,
  random: Random,
): Promise<KeyRow> {
  const kid = Buffer.from(random(12)).toString('base64url')
  const pair = await generateKeyPair(TOKEN_ALG, { extractable: true })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: TOKEN_ALG, use: 'sig' }
  const privateJwk = await exportJWK(pair.privateKey)
  return {
    kid,
    role,
    public_jwk: JSON.stringify(publicJwk),
    sealed_jwk: seal(JSON.stringify(privateJwk), sealKey, kid, random),
    created_at_ms: nowMs,
    signing_since_ms: role === 'current' ? nowMs : null,
    retire_at_ms: null,
  }
}

/** Opens a stored key; `null` when it was sealed under another secret. */
export async function openKeyRow(row: KeyRow, sealKey: Uint8Array): Promise<SigningKey | null> {
  const text = unseal(row.sealed_jwk, sealKey, row.kid)
  if (text === null) return null
  const publicJwk = JSON.parse(row.public_jwk) as JWK
  return {
    kid: row.kid,
    role: row.role as KeyRole,
    privateKey: await asCryptoKey(JSON.parse(text) as JWK),
    publicKey: await asCryptoKey(publicJwk),
    publicJwk,
    signingSinceMs: row.signing_since_ms,
    retireAtMs: row.retire_at_ms,
  }
}
