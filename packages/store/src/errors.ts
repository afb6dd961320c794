/**
 * The few faults of a store that callers branch on, the same on both engines.
 * A message never holds a password, a row's values or an upstream text; whatever is not listed here
 * (a syntax error, a broken check constraint) is a fault of the program and passes through as it is.
 */

/** What went wrong, in one word. */
export type StoreErrorCode =
  | 'store-url-invalid'
  | 'store-unavailable'
  | 'store-closed'
  | 'unique-violation'
  | 'migration-newer'
  | 'migration-mismatch'
  | 'index-ambiguous'
  | 'nested-use'
  | 'transaction-aborted'
  | 'unsafe-integer'
  | 'notice-invalid'

const BRAND = Symbol.for('@tapboard/store/error')

/** A fault of the store with a code; recognise it with `isStoreError`. */
export class StoreError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true
  /** What went wrong. */
  readonly code: StoreErrorCode
  /** For `unique-violation`: the names of the unique indexes that refused the row; else empty. */
  readonly indexes: readonly string[]

  constructor(
    code: StoreErrorCode,
    message: string,
    details: { cause?: unknown; indexes?: readonly string[] } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'StoreError'
    this.code = code
    this.indexes = details.indexes ?? []
  }
}

/** Whether `error` is a fault this package gave a code. */
export function isStoreError(error: unknown): error is StoreError {
  return typeof error === 'object' && error !== null && BRAND in error
}

/**
 * Whether the store could not be reached or could not write (server gone, time-out, disk full, file locked, closed):
 * answer 503. Nothing is known about the transaction it ended; re-read the row before doing it again.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return isStoreError(error) && (error.code === 'store-unavailable' || error.code === 'store-closed')
}

/** Whether the unique index called `index` refused the row; without `index`, whether any did. */
export function uniqueViolation(error: unknown, index?: string): boolean {
  if (!isStoreError(error) || error.code !== 'unique-violation') return false
  return index === undefined || error.indexes.includes(index)
}

/** The codes thrown by drivers and sockets, as far as `error` carries one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The error to throw when the store cannot serve. */
export function unavailable(message: string, cause?: unknown): StoreError {
  return new StoreError('store-unavailable', message, { cause })
}

/** The error to throw when a store is used after `close()`. */
export function closed(): StoreError {
  return new StoreError('store-closed', 'The store is closed; open it again to use it.')
}

/** The error to throw when a transaction goes on after one of its statements failed. */
export function aborted(): StoreError {
  return new StoreError(
    'transaction-aborted',
    'A statement of this transaction failed, so nothing of it is kept; catch the error outside of the transaction.',
  )
}
