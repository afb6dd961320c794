// Input of dates in a language: the order of day, month and year, the names of the months, the digits. Pure. The form stores
// `YYYY-MM-DD` of the Gregorian calendar, whatever calendar the language uses.
import { cleanText } from '@tapboard/contract'
import { westernDigits } from './numbers.ts'

const PARTS = ['year', 'month', 'day'] as const

/** The order, month names and digits of a language. */
export type DatePart = (typeof PARTS)[number]

/** A hyphen that was typed into a part must not split the value. */
const [HYPHEN, INNER] = ['-', '\u2011']

/** The parts of the stored value. */
export const partsOf = (value: string): Record<DatePart, string> => {
  const [year = '', month = '', day = ''] = value.split(HYPHEN).map((each) => each.replaceAll(INNER, HYPHEN))
  return { year, month, day }
}

/** The stored value of the parts; a missing part is empty between the hyphens. */
export const joined = (parts: Record<DatePart, string>): string =>
  PARTS.map((part) => parts[part].replaceAll(HYPHEN, INNER)).join(HYPHEN)

const gregorian = (lang: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(lang, { ...options, calendar: 'gregory', timeZone: 'UTC' })

/** Month, day and year in the order of a language. */
export const orderOf = (lang: string): readonly DatePart[] =>
  gregorian(lang)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))

/** A whole date in a pasted text: `2000-02-29`, or the three numbers in the order of the language. */
export function readDate(pasted: string, order: readonly DatePart[]): Record<DatePart, string> | null {
  const text = westernDigits(cleanText(pasted))
  const [, year, month, day] = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?$/.exec(text) ?? []
  if (year && month && day) return { year, month, day }
  const found = /^(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{4})\D?$/.exec(text)
  if (!found || order[2] !== 'year') return null
  return Object.fromEntries(order.map((part, index) => [part, found[index + 1]])) as Record<DatePart, string>
}

const bare = (name: string, lang: string): string => name.toLocaleLowerCase(lang).replace(/\.$/, '')

/** The number of a month that was typed by its long or short name: `Feb`, `février`, `2월`. Other text is returned unchanged. */
function readMonth(typed: string, lang: string): string {
  const wanted = bare(cleanText(typed), lang)
  if (wanted === '' || /^\d+$/.test(wanted)) return typed
  for (const month of ['long', 'short'] as const) {
    for (let at = 0; at < 12; at++)
      if (bare(gregorian(lang, { month }).format(Date.UTC(2000, at)), lang) === wanted) return `${at + 1}`
  }
  return typed
}

/** Cleans the text that was typed into one part. */
export const readPart = (part: DatePart, typed: string, lang: string): string => {
  const text = westernDigits(typed)
  return part === 'month' ? readMonth(text, lang) : text
}
