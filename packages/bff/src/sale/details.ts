// Converts the reporting row of a transaction to labels and values (§1.4 step 6, D-18). Keeps only short printable values.
// Drops values with a card number (INV-15) and serial numbers. Pure.
import type { TransactionDetails } from '@tapboard/contract'
import { hasCardNumber } from './card-number.ts'

const ROWS_MAX = 40

/** `xMaskedCardNumber` → `Masked card number`, `xRefNum` → `Ref num`. */
const wordsOf = (name: string): string => {
  const words = name
    .replace(/^x(?=[A-Z])/, '')
    .replace(/([a-z])(?=[A-Z0-9])/g, '$1 ')
    .replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the rows of a report for the page; `null` if it has no row of this reference. */
export function findDetails(
  reference: string,
  report: readonly Readonly<Record<string, unknown>>[],
): TransactionDetails | null {
  const row = report.find((one) => one['xRefNum'] === reference)
  return row === undefined ? null : detailsOf(reference, row)
}

/** Returns the rows for the page in the upstream's order. */
export function detailsOf(reference: string, row: Readonly<Record<string, unknown>>): TransactionDetails {
  const rows = Object.entries(row).flatMap(([name, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9 ]{0,39}$/.test(name) || /serial/i.test(name)) return []
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value).trim()
    if (text === '' || text.length > 100 || !/^[\P{C}]+$/u.test(text)) return []
    return hasCardNumber(text) ? [] : [{ name: wordsOf(name), value: text }]
  })
  return { reference, rows: rows.slice(0, ROWS_MAX) }
}
