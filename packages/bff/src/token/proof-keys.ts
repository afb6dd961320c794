// A cache of imported public keys of pages, because an import costs more than verifying a signature. Keyed by RFC 7638
// thumbprint, bounded, least recently used first out.
import { sha256Base64url } from '@tapboard/store/crypto'
import { importJWK, type CryptoKey } from 'jose'

/** The required members of a public key (RFC 7638 §3.2), all base64url. */
interface PublicJwk {
  readonly kty: 'EC' | 'OKP'
  readonly crv: string
  readonly x: string
  readonly y?: string | undefined
}

/** Maximum number of cached keys. */
const MAX_KEYS = 2_000

/** Returns the RFC 7638 SHA-256 thumbprint in base64url: required members in order, no white space. */
export function thumbprintOf({ kty, crv, x, y }: PublicJwk): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x }
  return sha256Base64url(JSON.stringify(members))
}

/** A cache of imported keys. */
export interface ProofKeys {
  /** Returns the key; `null` if the members are not a key of this algorithm. */
  find(jwk: PublicJwk, alg: string): Promise<CryptoKey | null>
}

export function createProofKeys(): ProofKeys {
  const keys = new Map<string, CryptoKey>()
  return {
    async find(jwk, alg) {
      const id = `${alg} ${thumbprintOf(jwk)}`
      const known = keys.get(id)
      keys.delete(id)
      if (known !== undefined) {
        keys.set(id, known)
        return known
      }
      const { kty, crv, x, y } = jwk
      try {
        const key = await importJWK({ kty, crv, x, ...(y === undefined ? {} : { y }) }, alg)
        if (key instanceof Uint8Array) return null
        keys.set(id, key)
        const oldest = keys.size > MAX_KEYS ? keys.keys().next().value : undefined
        if (oldest !== undefined) keys.delete(oldest)
        return key
      } catch {
        return null
      }
    },
  }
}
