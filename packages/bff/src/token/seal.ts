// Encryption of a short text at rest: AES-256-GCM with a random 96-bit nonce, bound to its row by the additional data. During a
// rotation of the secret the value holds one copy for each key, so that instances with either secret open it.
import { concatBytes, decrypt, encrypt, TAG_LENGTH, utf8 } from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'
import type { KeyRing } from './secret.ts'

const NONCE_LENGTH = 12

/** Secrets of a ring at most. */
export const RING_MAX = 4

async function sealCopy(text: string, key: Uint8Array, boundTo: string, random: Random): Promise<Uint8Array> {
  const nonce = random(NONCE_LENGTH)
  const sealed = await encrypt(text, key, nonce, utf8(boundTo))
  return concatBytes([nonce, sealed.subarray(-TAG_LENGTH), sealed.subarray(0, -TAG_LENGTH)])
}

/**
 * Encrypts `text` for each key. Decryption needs one of them and the same `boundTo` (the key ID). Returns the copies, each with
 * nonce, tag and ciphertext; all have the same length.
 */
export async function seal(
  text: string,
  ring: KeyRing,
  boundTo: string,
  random: Random,
): Promise<Uint8Array> {
  const copies: Uint8Array[] = []
  for (const key of ring) copies.push(await sealCopy(text, key, boundTo, random))
  return concatBytes(copies)
}

async function openCopy(copy: Uint8Array, key: Uint8Array, boundTo: string): Promise<string | null> {
  if (copy.length < NONCE_LENGTH + TAG_LENGTH) return null
  const nonce = copy.subarray(0, NONCE_LENGTH)
  const body = copy.subarray(NONCE_LENGTH + TAG_LENGTH)
  const tag = copy.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH)
  try {
    return await decrypt(concatBytes([body, tag]), key, nonce, utf8(boundTo))
  } catch {
    return null
  }
}

interface Opened {
  readonly text: string
  /** Whether the value has exactly one copy for each key of the ring, in its order. */
  readonly current: boolean
}

/** Decrypts the result of {@link seal}; `null` if every key, `boundTo` or a byte of each copy differs. */
export async function openSealed(sealed: Uint8Array, ring: KeyRing, boundTo: string): Promise<Opened | null> {
  for (let count = 1; count <= RING_MAX; count += 1) {
    const length = sealed.length / count
    if (!Number.isInteger(length)) continue
    for (let at = 0; at < count; at += 1)
      for (const [index, key] of ring.entries()) {
        const text = await openCopy(sealed.subarray(at * length, (at + 1) * length), key, boundTo)
        if (text !== null) return { text, current: count === ring.length && at === 0 && index === 0 }
      }
  }
  return null
}

/** The text of a sealed value; see {@link openSealed}. */
export const unseal = async (sealed: Uint8Array, ring: KeyRing, boundTo: string): Promise<string | null> =>
  (await openSealed(sealed, ring, boundTo))?.text ?? null
