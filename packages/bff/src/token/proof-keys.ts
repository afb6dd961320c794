// Public keys of pages, imported once: importing costs more than the signature it is for. Known by their RFC 7638
// thumbprint, bounded; the one used the longest ago goes first.
import { sha256Base64url } from '@tapboard/store/crypto'
import { importJWK, type CryptoKey } from 'jose'

/** The required members of a public key (RFC 7638 §3.2), all base64url. */
export interface PublicJwk {
  readonly kty: 'EC' | 'OKP'
  readonly crv: string
  readonly x: string
  readonly y?: string | undefined
}

/** Keys that are kept imported. */
const MAX_KEYS = 2_000

/** RFC 7638 SHA-256 thumbprint, base64url: required members in order, no white space. */
export function thumbprintOf({ kty, crv, x, y }: PublicJwk): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x }
  return sha256Base64url(JSON.stringify(members))
}

/** Imported keys. */
export interface ProofKeys {
  /** The key to verify with; `null` for members that are no key of this algorithm. */
  find(jwk: PublicJwk, alg: string): Promise<CryptoKey | null>
}

/** An empty cache. */
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
