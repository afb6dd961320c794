/** Converts integers from the database to exact JavaScript numbers. */
import { StoreError } from './errors.ts'

/** Converts to a number; throws `unsafe-integer` beyond ±(2^53 − 1), where a number would be inexact. */
export function integerFrom(value: bigint | string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new StoreError(
      'unsafe-integer',
      'The database contains an integer beyond 2^53 − 1, which cannot be read exactly.',
    )
  return number
}
