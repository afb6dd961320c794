// The form of an Idempotency-Key (INV-11).

/** Returns true for an Idempotency-Key: 16–128 visible ASCII characters. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{16,128}$/.test(key)
