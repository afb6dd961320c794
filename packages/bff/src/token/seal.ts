// Encryption of a short text at rest: AES-256-GCM with a random 96-bit nonce, bound to its row by the additional data.
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../ports.ts'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts `text`; `boundTo` (the key ID) must be the same to open it again. Returns nonce, tag and ciphertext. */
export function seal(text: string, key: Uint8Array, boundTo: string, random: Random): Uint8Array {
  const nonce = random(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(boundTo, 'utf8'))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts what {@link seal} made; `null` when the key, the binding or a byte is another. */
export function unseal(sealed: Uint8Array, key: Uint8Array, boundTo: string): string | null {
  if (sealed.length < NONCE_LENGTH + TAG_LENGTH) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_LENGTH))
  decipher.setAAD(Buffer.from(boundTo, 'utf8'))
  decipher.setAuthTag(sealed.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH))
  try {
    const body = decipher.update(sealed.subarray(NONCE_LENGTH + TAG_LENGTH))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
