/**
 * Store errors that callers branch on, identical on both engines. A message never contains a password, a
 * row's values or an upstream text. Any other error (a syntax error, a failed check constraint) is a bug and
 * passes through unchanged.
 */

/** Why the store failed: the codes of {@link StoreError}. */
export type StoreErrorCode =
  | 'store-url-invalid'
  | 'store-package-missing'
  | 'store-unavailable'
  | 'store-closed'
  | 'unique-violation'
  | 'migration-newer'
  | 'migration-mismatch'
  | 'migration-needed'
  | 'backup-refused'
  | 'index-ambiguous'
  | 'nested-use'
  | 'transaction-aborted'
  | 'unsafe-integer'
  | 'notice-invalid'

const BRAND = Symbol.for('@tapboard/store/error')

/** A store error with a code; test for it with `isStoreError`. */
export class StoreError extends Error {
  /** Identifies the class across copies of this module. */
  readonly [BRAND] = true
  readonly code: StoreErrorCode
  /** For `unique-violation`: the names of the unique indexes that rejected the row; otherwise empty. */
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

/** Whether `error` is a {@link StoreError}, from any copy of this module. */
export function isStoreError(error: unknown): error is StoreError {
  return typeof error === 'object' && error !== null && BRAND in error
}

/**
 * Whether the store was unreachable or could not write (server down, timeout, disk full, file locked,
 * closed): answer 503. The outcome of the interrupted transaction is unknown; read the row again before a
 * retry.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return isStoreError(error) && (error.code === 'store-unavailable' || error.code === 'store-closed')
}

/** The code of a fault in a log: an outage of the store, or any other fault. */
export type FaultCode = 'store-unavailable' | 'fault'

/** Returns the code of a fault in a log. */
export const faultCode = (error: unknown): FaultCode =>
  isStoreUnavailable(error) ? 'store-unavailable' : 'fault'

/** Whether the unique index `index` rejected the row; without `index`, whether any unique index did. */
export function uniqueViolation(error: unknown, index?: string): boolean {
  if (!isStoreError(error) || error.code !== 'unique-violation') return false
  return index === undefined || error.indexes.includes(index)
}

/** The `code` of a driver or socket error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Creates the error for an unavailable store. */
export function unavailable(message: string, cause?: unknown): StoreError {
  return new StoreError('store-unavailable', message, { cause })
}

/**
 * Creates the error for an optional package that is not installed. `major` is that of the peer dependency. Any other
 * error of an import is returned unchanged.
 */
export function packageError(
  error: unknown,
  { scheme, name, major }: { readonly scheme: string; readonly name: string; readonly major: number },
): unknown {
  if (!/^(ERR_)?MODULE_NOT_FOUND$/.test(codeOf(error) ?? '')) return error
  return new StoreError(
    'store-package-missing',
    `A store URL that begins with ${scheme} needs the package ${name}, which is not installed. Run: npm install ${name}@${major}`,
    { cause: error },
  )
}

/** Creates the error for use after `close()`. */
export function closed(): StoreError {
  return new StoreError('store-closed', 'The store is closed; open it again to use it.')
}

/** Creates the error for a query that follows a failed statement in the same transaction. */
export function aborted(): StoreError {
  return new StoreError(
    'transaction-aborted',
    'A statement of this transaction failed, so the transaction is rolled back; catch the error outside of the transaction.',
  )
}
