// A hash chain over the events of one subject (INV-20): each hash covers the event and the hash before it. A changed, removed
// or inserted event breaks it at that number.
import { sha256, toHex } from '@tapboard/store/crypto'

/** The hash before the first event. */
export const CHAIN_START = '0'.repeat(64)

/** SHA-256 over members in this order; hex. */
export const hashMembers = (members: readonly unknown[]): string => toHex(sha256(JSON.stringify(members)))

/** A link of a chain. */
export interface Link {
  readonly number: number
  readonly prev_hash: string
  readonly hash: string
}
