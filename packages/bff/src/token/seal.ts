// Encryption of a short text at rest: AES-256-GCM with a random 96-bit nonce, bound to its row by the additional data.
import { concatBytes, decrypt, encrypt, TAG_LENGTH, utf8 } from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'

const NONCE_LENGTH = 12

/** Encrypts `text`. Decryption needs the same `boundTo` (the key ID). Returns nonce, tag and ciphertext. */
export async function seal(
  text: string,
  key: Uint8Array,
  boundTo: string,
  random: Random,
): Promise<Uint8Array> {
  const nonce = random(NONCE_LENGTH)
  const sealed = await encrypt(text, key, nonce, utf8(boundTo))
  return concatBytes([nonce, sealed.subarray(-TAG_LENGTH), sealed.subarray(0, -TAG_LENGTH)])
}

/** Decrypts the result of {@link seal}; `null` if the key, `boundTo` or any byte differs. */
export async function unseal(sealed: Uint8Array, key: Uint8Array, boundTo: string): Promise<string | null> {
  if (sealed.length < NONCE_LENGTH + TAG_LENGTH) return null
  const nonce = sealed.subarray(0, NONCE_LENGTH)
  const body = sealed.subarray(NONCE_LENGTH + TAG_LENGTH)
  const tag = sealed.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH)
  try {
    return await decrypt(concatBytes([body, tag]), key, nonce, utf8(boundTo))
  } catch {
    return null
  }
}
