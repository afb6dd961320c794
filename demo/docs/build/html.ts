// HTML helpers of the documentation.

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** One line of Markdown whose only mark is code: `` `x` `` becomes an element. */
export const withCode = (line: string): string => escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Tags inside of a line. A `<b>` or a `<span>` without a class is a line of a card. */
const IN_LINE = /^<(?:\/?(?:a|bdi|code|em|kbd|mark|strong|sub|sup|wbr)\b|\/span|span )/

/** The visible text of HTML: without tags, with a space between two blocks, entities decoded. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, (tag) => (IN_LINE.test(tag) ? '' : ' '))
    .replace(
      /&(?:amp|lt|gt|quot|#39);/g,
      (sign) => Object.entries(SIGNS).find(([, written]) => written === sign)?.[0] ?? sign,
    )
    .replace(/\s+/g, ' ')
    .trim()

/** The anchor of a heading: `Stolen tokens` → `stolen-tokens`. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** A cell of a Markdown table: a bar or a line end would close it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
