// Data keys as they are configured, and what is said of those that cannot be used.
import { fromBase64url, toBase64url } from '@tapboard/store/crypto'
import { DATA_KEY_LENGTH } from './vault.ts'

/** What to do where there is no key. */
export const DATA_KEY_MISSING =
  'Boarding needs a data key: set SERVICE_DATA_KEY (or the option dataKey) to 32 random bytes in base64, for example from "openssl rand -base64 32".'

const BRAND = Symbol.for('@tapboard/service/data-key-error')

/** A data key that is missing or cannot be read; recognise it with {@link isDataKeyError}. Never holds the key. */
export class DataKeyError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true

  constructor(message: string) {
    super(message)
    this.name = 'DataKeyError'
  }
}

/** Whether `error` is about the data key. */
export const isDataKeyError = (error: unknown): error is DataKeyError =>
  typeof error === 'object' && error !== null && BRAND in error

/** Data keys, the newest first. */
export type Ring = readonly [Uint8Array, ...Uint8Array[]]

/** Data keys as they are configured: base64 or base64url, separated by commas, the newest first. Throws a {@link DataKeyError}. */
export function readDataKeys(text: string): Ring {
  const [first, ...others] = text.split(',').map((part) => {
    const plain = part.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
    const bytes = fromBase64url(plain)
    if (bytes.byteLength !== DATA_KEY_LENGTH || toBase64url(bytes) !== plain)
      throw new DataKeyError(
        'SERVICE_DATA_KEY must be 32 bytes in base64, or several of them separated by commas, the newest first.',
      )
    return bytes
  })
  if (first === undefined) throw new DataKeyError(DATA_KEY_MISSING)
  return [first, ...others]
}
