// The reporting row of a transaction as label and value (§1.4 step 6, D-18). What comes from the upstream is cut to short
// printable values; anything that looks like a card number is left out (INV-15), and so are serial numbers. Pure.
import type { TransactionDetails } from '@tapboard/contract'

const ROWS_MAX = 40

/** Rows for the page, in the upstream's order. */
export function detailsOf(reference: string, row: Readonly<Record<string, unknown>>): TransactionDetails {
  const rows = Object.entries(row).flatMap(([name, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9 ]{0,39}$/.test(name) || /serial/i.test(name)) return []
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value).trim()
    if (text === '' || text.length > 100 || !/^[\P{C}]+$/u.test(text)) return []
    return /(?:\d[ -]?){12,}\d/.test(text) ? [] : [{ name, value: text }]
  })
  return { reference, rows: rows.slice(0, ROWS_MAX) }
}
