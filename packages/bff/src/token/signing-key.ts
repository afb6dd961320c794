// Generates a key pair, stores it with its private key encrypted, and imports it as CryptoKeys. The purpose of a pair is
// signing tokens or decrypting values that a page sealed.
import { toBase64url } from '@tapboard/store/crypto'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import type { Random } from '../ports.ts'
import { LONGEST_LIFE_SECONDS } from './access.ts'
import type { KeyRole, KeyRow, KeyTables } from './key-table.ts'
import { openSealed, seal } from './seal.ts'
import type { KeyRing } from './secret.ts'

/** The only algorithm of our tokens (RFC 8725 §3.1). */
export const TOKEN_ALG = 'ES256'

/** Format of a key ID; any other text is rejected before the look-up (RFC 8725 §3.10). */
export const KID_FORM = /^[A-Za-z0-9_-]{8,32}$/

/** The purpose of the keys of one table. */
export interface KeyPurpose {
  readonly table: keyof KeyTables
  /** `alg` of RFC 7518; every pair is on P-256. */
  readonly alg: string
  readonly use: 'sig' | 'enc'
  /** Lifetime in ms of the tokens or sealed values that a key made. */
  readonly livesMs: number
  /** The name that log lines give the keys. */
  readonly name: string
}

/** Signs tokens; the longest token lives an hour. */
export const SIGNING: KeyPurpose = {
  table: 'bff_signing_key',
  alg: TOKEN_ALG,
  use: 'sig',
  livesMs: LONGEST_LIFE_SECONDS * 1000,
  name: 'signing key',
}

/** Decrypts sealed values: a page that was open when the key was rotated has a day to submit. */
export const SEALING: KeyPurpose = {
  table: 'bff_seal_key',
  alg: 'ECDH-ES',
  use: 'enc',
  livesMs: 86_400_000,
  name: 'seal key',
}

/** The public half of a pair (RFC 7517 §4.1: `kty` is required). */
export type PublicJwk = JWK & { readonly kty: string }

export interface SigningKey {
  readonly kid: string
  readonly role: KeyRole
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** Public JWK with kid, alg and use; `/.well-known/jwks.json` shows those that sign. */
  readonly publicJwk: PublicJwk
  readonly signingSinceMs: number | null
  readonly retireAtMs: number | null
}

interface OpenedKey {
  readonly key: SigningKey
  /** The private JWK as JSON text, to encrypt it again. */
  readonly text: string
  /** Whether the row is encrypted for exactly the secrets of the ring. */
  readonly current: boolean
}

async function asCryptoKey(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg, { extractable: false })
  if (key instanceof Uint8Array) throw new TypeError('a key must be asymmetric')
  return key
}

/** Generates a key pair and returns its row. */
export async function generateKeyRow(
  { alg, use }: KeyPurpose,
  role: 'next' | 'current',
  sealRing: KeyRing,
  nowMs: number,
  random: Random,
): Promise<KeyRow> {
  const kid = toBase64url(random(12))
  const pair = await generateKeyPair(alg, { crv: 'P-256', extractable: true })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use }
  const privateJwk = await exportJWK(pair.privateKey)
  return {
    kid,
    role,
    publicJwk: JSON.stringify(publicJwk),
    sealedJwk: await seal(JSON.stringify(privateJwk), sealRing, kid, random),
    createdAtMs: nowMs,
    signingSinceMs: role === 'current' ? nowMs : null,
    retireAtMs: null,
  }
}

/**
 * Decrypts a stored key; `null` if it was encrypted under another secret. The public half comes from the encrypted private
 * one: the column `public_jwk` is not authenticated, so another key in it must neither verify a token nor receive secrets.
 */
export async function openKeyRow(
  { alg, use }: KeyPurpose,
  row: KeyRow,
  sealRing: KeyRing,
): Promise<OpenedKey | null> {
  const opened = await openSealed(row.sealedJwk, sealRing, row.kid)
  if (opened === null) return null
  const privateJwk = JSON.parse(opened.text) as JWK
  const { kty, crv, x, y } = privateJwk
  const publicJwk = { kty, crv, x, y, kid: row.kid, alg, use } as PublicJwk
  const key: SigningKey = {
    kid: row.kid,
    role: row.role as KeyRole,
    privateKey: await asCryptoKey(privateJwk, alg),
    publicKey: await asCryptoKey(publicJwk, alg),
    publicJwk,
    signingSinceMs: row.signingSinceMs,
    retireAtMs: row.retireAtMs,
  }
  return { key, text: opened.text, current: opened.current }
}
