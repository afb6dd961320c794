/**
 * Whole numbers on their way out of a database: a JavaScript number, or an error instead of a wrong figure.
 */
import { StoreError } from './errors.ts'

/** The number; throws `unsafe-integer` beyond ±(2^53 − 1), where a number would be silently wrong. */
export function integerFrom(value: bigint | string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new StoreError(
      'unsafe-integer',
      'The database holds a whole number beyond 2^53 − 1, which cannot be read exactly.',
    )
  return number
}
