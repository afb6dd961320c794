// Writes CSV (RFC 4180). Pure.

/**
 * Begins a formula: of the cell, or of a later one where a spreadsheet divides cells at semicolons or tabs, as European ones do, also
 * inside of quotes. Spreadsheets also read the wide signs of East Asian keyboards.
 */
const FORMULA = /((?:^|[;\t\r\n]) *)(?=[=+\-@＝＋－＠])/g

/** A cell. An apostrophe makes a text of each part that a spreadsheet could run as a formula. */
function csvCell(value: string | number | null): string {
  const safe = typeof value === 'string' ? value.replaceAll(FORMULA, "$1'") : `${value ?? ''}`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file with a line of names; lines end with CRLF. */
export const csvFile = (
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => [names, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
