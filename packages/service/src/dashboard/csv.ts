// Writes CSV (RFC 4180). Pure.
import { csvCell } from '@tapboard/contract'

const cellOf = (value: string | number | null): string =>
  typeof value === 'string' ? csvCell(value) : `${value ?? ''}`

/** A file with a line of names; lines end with CRLF. */
export const csvFile = (
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
