// Writes CSV (RFC 4180). Pure.

/** A cell. A text that a spreadsheet could run as a formula begins with an apostrophe. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file with a line of names; lines end with CRLF. */
export const csvFile = (
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => [names, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
