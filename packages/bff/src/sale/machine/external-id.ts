// Derives the external ID of an attempt from its merchant, order and number. An attempt whose row was lost with the store gets the
// same ID when it is repeated, so an upstream that knows the ID refuses or replays the repeat and charges nothing (D-174).
import { base32 } from '@tapboard/server'
import { hmacSha256 } from '@tapboard/store/crypto'
import type { SaleRow } from './row.ts'

/** The members of a row that identify its attempt. */
export type AttemptIdentity = Pick<SaleRow, 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'attempt'>

/** 128 bits, as many as a random ID has. */
const BYTES = 16

/** The external ID of an attempt; `key` is that of the store. */
export function externalIdOf(key: string, attempt: AttemptIdentity): string {
  const { merchant, orderRef, refundOf, refundRef, attempt: number } = attempt
  const name = JSON.stringify([merchant, orderRef, refundOf, refundRef, number])
  return `tb-${base32(hmacSha256(key, name).slice(0, BYTES))}`
}
