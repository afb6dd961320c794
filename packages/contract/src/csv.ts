// Cells of CSV files, without formulas (D-126).

/**
 * Begins a formula: of the cell, or of a later one where a spreadsheet divides cells at semicolons or tabs, as European ones do, also
 * inside of quotes. They take a quote at its beginning away. Spreadsheets also read the wide signs of East Asian keyboards.
 */
const FORMULA = /(^|[;\t\r\n])[ "]*(?=[=+\-@＝＋－＠])/g

/**
 * A cell of a CSV file (RFC 4180). An apostrophe makes a text of each part that a spreadsheet could run as a formula; a text that
 * `number` matches stays a number.
 */
export function csvCell(text: string, number = /^$/): string {
  const safe = number.test(text) ? text : text.replaceAll(FORMULA, "$&'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
