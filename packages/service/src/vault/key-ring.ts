// Parses the configured data keys and defines their errors.
import { fromBase64url, toBase64url } from '@tapboard/store/crypto'
import { DATA_KEY_LENGTH } from './vault.ts'

/** Error message for a missing data key. */
export const DATA_KEY_MISSING =
  'Boarding needs a data key: set TAPBOARD_SERVICE_DATA_KEY (or the option dataKey) to 32 random bytes in base64, for example from "openssl rand -base64 32".'

const BRAND = Symbol.for('@tapboard/service/data-key-error')

/** A missing or invalid data key; test for it with {@link isDataKeyError}. Never contains the key. */
export class DataKeyError extends Error {
  /** Identifies the class across copies of this module. */
  readonly [BRAND] = true
  /** Its entry in the catalogue of errors. */
  readonly code = 'data-key-invalid'

  constructor(message: string) {
    super(message)
    this.name = 'DataKeyError'
  }
}

/** Whether `error` is a {@link DataKeyError}, from any copy of this module. */
export const isDataKeyError = (error: unknown): error is DataKeyError =>
  typeof error === 'object' && error !== null && BRAND in error

/** A list of data keys, the newest first. */
export type Ring = readonly [Uint8Array, ...Uint8Array[]]

/** Parses data keys in base64 or base64url, separated by commas, the newest first. Throws a {@link DataKeyError}. */
export function readDataKeys(text: string): Ring {
  const [first, ...others] = text.split(',').map((part) => {
    const plain = part.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
    const bytes = fromBase64url(plain)
    if (bytes.byteLength !== DATA_KEY_LENGTH || toBase64url(bytes) !== plain)
      throw new DataKeyError(
        'TAPBOARD_SERVICE_DATA_KEY must be 32 bytes in base64, or several of them separated by commas, the newest first.',
      )
    return bytes
  })
  if (first === undefined) throw new DataKeyError(DATA_KEY_MISSING)
  return [first, ...others]
}
