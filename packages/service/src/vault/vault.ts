// Encrypts regulated values (AES-256-GCM) and computes searchable HMACs (HMAC-SHA-256). The first key
// encrypts, every key decrypts: to rotate, put a new key in front. A ciphertext is bound to its record and
// field.
import {
  concatBytes,
  decrypt,
  deriveKey,
  encrypt,
  fromBase64url,
  hmacSha256,
  sha256,
  TAG_LENGTH,
  toBase64url,
  toHex,
  utf8,
} from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'

/** Length of a data key in bytes. */
export const DATA_KEY_LENGTH = 32

const NONCE_LENGTH = 12
const FORM = /^s1\.([0-9a-f]{8})\.([\w-]{16,})$/

interface DataKey {
  readonly id: string
  readonly sealing: Uint8Array
  readonly marking: Uint8Array
}

const derive = (key: Uint8Array, purpose: string): Uint8Array => deriveKey(key, 'tapboard-service', purpose)

const readKey = (key: Uint8Array): DataKey => ({
  id: toHex(sha256(derive(key, 'name'))).slice(0, 8),
  sealing: derive(key, 'seal'),
  marking: derive(key, 'mark'),
})

/** Record ID and field path that a ciphertext is bound to. */
interface Place {
  readonly record: string
  readonly field: string
}

const bound = ({ record, field }: Place): Uint8Array => utf8(JSON.stringify([record, field]))

/**
 * A ciphertext cannot be decrypted: unknown key, other record or field, or modified. The message never contains
 * the value.
 */
export class SealError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'data-key-invalid'

  constructor(reason: string, cause?: unknown) {
    super(`A sealed value cannot be opened: ${reason}.`, cause === undefined ? undefined : { cause })
    this.name = 'SealError'
  }
}

/** Encrypts and decrypts with a ring of data keys. */
export class Vault {
  readonly #keys: readonly [DataKey, ...DataKey[]]
  readonly #random: Random

  /** `keys`: 32 bytes each, the newest first. Throws a RangeError for other lengths. */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]], random: Random) {
    if (keys.some(({ byteLength }) => byteLength !== DATA_KEY_LENGTH))
      throw new RangeError(`A data key has ${DATA_KEY_LENGTH} bytes.`)
    const [first, ...others] = keys
    this.#keys = [readKey(first), ...others.map(readKey)]
    this.#random = random
  }

  /** ID of the current key, derived by a one-way function. */
  get keyId(): string {
    return this.#keys[0].id
  }

  /** Whether there are keys that only decrypt. */
  get hasOlderKeys(): boolean {
    return this.#keys.length > 1
  }

  /** Whether a ciphertext uses the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`s1.${this.keyId}.`)
  }

  /** Encrypts a value for its place: `s1.<key ID>.<base64url of nonce, ciphertext, tag>`. */
  async seal(value: string, place: Place): Promise<string> {
    const nonce = this.#random(NONCE_LENGTH)
    const sealed = await encrypt(value, this.#keys[0].sealing, nonce, bound(place))
    return `s1.${this.keyId}.${toBase64url(concatBytes([nonce, sealed]))}`
  }

  /** Encrypts the value of a ciphertext again. Rejects with a {@link SealError}. */
  async reseal(sealed: string, place: Place): Promise<string> {
    return this.seal(await this.open(sealed, place), place)
  }

  /** Decrypts a value of this place. Rejects with a {@link SealError}. */
  async open(sealed: string, place: Place): Promise<string> {
    const [, keyId = '', text = ''] = FORM.exec(sealed) ?? []
    const key = this.#keys.find(({ id }) => id === keyId)
    if (key === undefined)
      throw new SealError(
        keyId === '' ? 'it has an unknown format' : `the data key ${keyId} is not configured`,
      )
    const bytes = fromBase64url(text)
    try {
      if (bytes.length < NONCE_LENGTH + TAG_LENGTH) throw new RangeError('too short')
      return await decrypt(
        bytes.subarray(NONCE_LENGTH),
        key.sealing,
        bytes.subarray(0, NONCE_LENGTH),
        bound(place),
      )
    } catch (cause) {
      throw new SealError('it was modified or belongs to another record or field', cause)
    }
  }

  /** HMACs of a text, one per key, the current key first: equal texts have equal HMACs. */
  marks(text: string): readonly [string, ...string[]] {
    const mark = ({ marking }: DataKey): string => toHex(hmacSha256(marking, text))
    const [first, ...others] = this.#keys
    return [mark(first), ...others.map(mark)]
  }
}
