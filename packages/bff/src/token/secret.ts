// Derives one key per purpose from the configured secret (HKDF, RFC 5869), so that instances with the same secret have the
// same keys.
import { deriveKey } from '@tapboard/store/crypto'

/** The keys of one secret, 32 bytes each. */
export interface DerivedKeys {
  /** Keys the HMAC of DPoP nonces. */
  readonly nonceKey: Uint8Array
  /** Encrypts the private halves of the signing keys at rest (AES-256-GCM). */
  readonly sealKey: Uint8Array
  /** Encrypts drafts of applications at rest (AES-256-GCM). */
  readonly draftKey: Uint8Array
  /** Encrypts terms tokens while the result of their submission is unknown (AES-256-GCM). */
  readonly termsKey: Uint8Array
}

const derive = (secret: string, purpose: string): Uint8Array => deriveKey(secret, 'tapboard-bff', purpose)

/** Derives the keys of a secret; the same secret always gives the same keys. */
export const deriveKeys = (secret: string): DerivedKeys => ({
  nonceKey: derive(secret, 'dpop-nonce'),
  sealKey: derive(secret, 'signing-key-at-rest'),
  draftKey: derive(secret, 'application-draft'),
  termsKey: derive(secret, 'terms-token-at-rest'),
})
