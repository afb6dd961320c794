// The heads of the chains outside of the database (D-195): each committed event of a sale is reported with its number and hash, so
// that a copy elsewhere shows which events a fail-over, a restore or a person removed from the end of a chain.
import type { SaleEventRow } from '../machine/row.ts'

/** The event that was the last of its sale when it was committed. */
export type HeadEvent = Pick<SaleEventRow, 'saleId' | 'number' | 'hash'>

/** A place outside of the database. */
export interface Heads {
  /** Keeps a head soon. Never throws: a sale does not depend on it. */
  write(head: HeadEvent): void
  /** Resolves when every head was kept, or could not be. */
  close(): Promise<void>
}

/** A line of the file that `audit verify --heads` reads. */
export const lineOf = ({ saleId, number, hash }: HeadEvent): string => `${saleId} ${number} ${hash}\n`
