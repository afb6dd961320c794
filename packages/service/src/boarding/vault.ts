// Seals regulated values (AES-256-GCM) and marks what must be found again (HMAC-SHA-256). The first key seals, every key
// opens, so that a key is changed by putting a new one in front; what a sealed value is bound to is its place.
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

/** Bytes of a data key. */
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

/** Where a sealed value stands: the record's ID and the field's path. It opens nowhere else. */
export interface Place {
  readonly record: string
  readonly field: string
}

const bound = ({ record, field }: Place): Uint8Array => utf8(JSON.stringify([record, field]))

/** Thrown where a sealed value cannot be opened: another key, another place, or changed. Never names the value. */
export class SealError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`A sealed value cannot be opened: ${reason}.`, cause === undefined ? undefined : { cause })
    this.name = 'SealError'
  }
}

/** Seals and opens with a ring of data keys. */
export class Vault {
  readonly #keys: readonly [DataKey, ...DataKey[]]
  readonly #random: Random

  /** `keys`: 32 bytes each, the newest first. Throws a RangeError for others. */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]], random: Random) {
    if (keys.some(({ byteLength }) => byteLength !== DATA_KEY_LENGTH))
      throw new RangeError(`A data key has ${DATA_KEY_LENGTH} bytes.`)
    const [first, ...others] = keys
    this.#keys = [readKey(first), ...others.map(readKey)]
    this.#random = random
  }

  /** Names the key that seals now; nothing of the key can be told from it. */
  get keyId(): string {
    return this.#keys[0].id
  }

  /** Was it sealed with the key that seals now? */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`s1.${this.keyId}.`)
  }

  /** Seals a value for its place: `s1.<key ID>.<base64url of nonce, ciphertext, tag>`. */
  async seal(value: string, place: Place): Promise<string> {
    const nonce = this.#random(NONCE_LENGTH)
    const sealed = await encrypt(value, this.#keys[0].sealing, nonce, bound(place))
    return `s1.${this.keyId}.${toBase64url(concatBytes([nonce, sealed]))}`
  }

  /** Opens what was sealed for this place. Rejects with a {@link SealError}. */
  async open(sealed: string, place: Place): Promise<string> {
    const [, keyId = '', text = ''] = FORM.exec(sealed) ?? []
    const key = this.#keys.find(({ id }) => id === keyId)
    if (key === undefined)
      throw new SealError(keyId === '' ? 'it is not in our form' : `the data key ${keyId} is not configured`)
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
      throw new SealError('it was changed or stands in another place', cause)
    }
  }

  /** Marks of a text, one by each key, the current one first: equal texts have equal marks, and nothing else can be told. */
  marks(text: string): readonly [string, ...string[]] {
    const mark = ({ marking }: DataKey): string => toHex(hmacSha256(marking, text))
    const [first, ...others] = this.#keys
    return [mark(first), ...others.map(mark)]
  }
}
