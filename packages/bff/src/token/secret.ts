// Derives one key per purpose from the configured secrets (HKDF, RFC 5869), so that instances with the same secret have the
// same keys. During a rotation there are several secrets, and each purpose has a ring of keys.
import { deriveKey } from '@tapboard/store/crypto'
import { secretsIn, type SecretRing } from '@tapboard/server'

/** The keys of one purpose, 32 bytes each: one for each secret, the newest first. */
export type KeyRing = readonly Uint8Array[]

/** The keys of all purposes. */
export interface DerivedKeys {
  /** Key the HMAC of DPoP nonces. */
  readonly nonceRing: KeyRing
  /** Encrypt the private halves of the signing keys at rest (AES-256-GCM). */
  readonly sealRing: KeyRing
  /** Encrypt drafts of applications at rest (AES-256-GCM). */
  readonly draftRing: KeyRing
  /** Encrypt terms tokens while the result of their submission is unknown (AES-256-GCM). */
  readonly termsRing: KeyRing
}

/** Derives the keys of a ring; the same secrets always give the same keys. */
export function deriveKeys(ring: SecretRing): DerivedKeys {
  const derive = (purpose: string): KeyRing =>
    secretsIn(ring).map((secret) => deriveKey(secret, 'tapboard-bff', purpose))
  return {
    nonceRing: derive('dpop-nonce'),
    sealRing: derive('signing-key-at-rest'),
    draftRing: derive('application-draft'),
    termsRing: derive('terms-token-at-rest'),
  }
}
