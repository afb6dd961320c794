// Dates as `YYYY-MM-DD` (D-24). The form has separate inputs for day, month and year; a missing part is empty between the
// hyphens.
import { cleanText } from './clean.ts'
import type { FieldCode } from './codes.ts'
import { rule, type Rule } from './rule.ts'

/** Pads month and day: `1990-2-3` becomes `1990-02-03`. Any other text is unchanged. */
export const cleanDate = (typed: string): string => {
  const value = cleanText(typed).replace(/\s/g, '')
  if (/^-*$/.test(value)) return ''
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) ?? []
  return year === undefined ? value : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Checks that the day exists in the calendar; 29 February exists only in leap years. */
export function isRealDate(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return year > 0 && day >= 1 && day <= (days[month - 1] ?? 0)
}

/** As {@link cleanDate}; a date without its day is the first of the month. */
const cleanStartDate = (typed: string): string =>
  cleanDate(
    cleanText(typed)
      .replace(/\s/g, '')
      .replace(/^(\d{4}-\d{1,2})-?$/, '$1-01'),
  )

const judgeReal = (value: string): FieldCode | '' =>
  /^\d{0,4}-\d{0,2}-\d{0,2}$/.test(value) && !/^\d{4}-\d\d-\d\d$/.test(value)
    ? 'date-incomplete'
    : isRealDate(value)
      ? ''
      : 'date-not-real'

/** The same day `years` earlier; as text, so that 29 February needs no rounding: `2004-02-29` is over by `2022-03-01`. */
const yearsBefore = (date: string, years: number): string =>
  `${Number(date.slice(0, 4)) - years}${date.slice(4)}`

// D-161: a start date without its day is valid.
/** Rule of the start date of a business: 1800 to today; without a day, the first of the month. */
export const startDateRule: Rule = rule(
  cleanStartDate,
  (date, { today }) =>
    judgeReal(date) || (date > today ? 'date-future' : date < '1800-01-01' ? 'date-too-early' : ''),
)

/** Rule of a date of birth: 18 to 120 years ago. */
export const birthDateRule: Rule = rule(
  cleanDate,
  (date, { today }) =>
    judgeReal(date) ||
    (date > today
      ? 'date-future'
      : date > yearsBefore(today, 18)
        ? 'under-18'
        : date <= yearsBefore(today, 121)
          ? 'over-120'
          : ''),
)
