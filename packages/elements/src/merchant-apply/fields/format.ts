// Formats of values in fields without the focus. Pure; an invalid value is shown as typed.
import { cleanDigits, isRealDate, kindOf, type AddressValues, type TextKind } from '@tapboard/contract'
import { asTyped, westernDigits } from './numbers.ts'

const spread =
  (pattern: RegExp, form: string) =>
  (value: string): string =>
    value.replace(pattern, form)

/** `7325550123` → `(732) 555-0123`. */
export const formatPhone = /* @__PURE__ */ spread(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** `123456789` → `12-3456789`. */
export const formatEin = /* @__PURE__ */ spread(/^(\d\d)(\d{7})$/, '$1-$2')

/** `123456789` → `123-45-6789`. */
export const formatSsn = /* @__PURE__ */ spread(/^(\d{3})(\d\d)(\d{4})$/, '$1-$2-$3')

/** `250000` → `$250,000` or `250.000 $`, in a format that `readAmount` can parse. */
export const formatMoney = (value: string, lang: string): string =>
  /^\d{1,9}$/.test(value)
    ? new Intl.NumberFormat(lang, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 0,
      }).format(Number(value))
    : asTyped(value)

/** `25` → `25%` or `25 %`. */
export const formatPercent = (value: string, lang: string): string =>
  /^\d{1,3}$/.test(value)
    ? new Intl.NumberFormat(lang, { style: 'percent' }).format(Number(value) / 100)
    : value

/** `CA` → `Canada`. */
export const countryName = (code: string, lang: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? code) : code

/** A masked secret: shows the last four digits only if it hides more digits than that. */
export function masked(value: string): string {
  const digits = cleanDigits(westernDigits(value))
  return value === '' ? '' : `•••••${/^\d{8,17}$/.test(digits) ? digits.slice(-4) : ''}`
}

/** `1990-02-03` → `February 3, 1990`; in the Gregorian calendar, whatever calendar the language uses. */
export const formatDate = (value: string, lang: string): string =>
  isRealDate(value)
    ? new Intl.DateTimeFormat(lang, { calendar: 'gregory', dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(value),
      )
    : value

/**
 * `2019-05-01` → `May 2019`: the form asks for no day, so the first of a month is not an answer of the applicant. Another day was
 * pasted with its date and is shown.
 */
export const formatMonth = (value: string, lang: string): string =>
  isRealDate(value) && value.endsWith('-01')
    ? new Intl.DateTimeFormat(lang, {
        calendar: 'gregory',
        year: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }).format(new Date(value))
    : formatDate(value, lang)

/** Isolates a number or an amount in right-to-left text, so that it keeps its order. */
export const isolated = (text: string, lang: string): string =>
  /^(ar|he|fa|ur)\b/.test(lang) ? `\u2066${text}\u2069` : text

type Format = (value: string, lang: string) => string

/** Formats of numbers, by kind of field. */
const NUMBERS: Readonly<Partial<Record<TextKind, Format>>> = {
  phone: formatPhone,
  money: formatMoney,
  percent: formatPercent,
  digits: String,
  secret: masked,
}

/** Formats of dates, by kind of field. */
const DATES: Readonly<Partial<Record<TextKind, Format>>> = { date: formatMonth, birthday: formatDate }

/** The value at a path as the review shows it: secrets masked, numbers and dates formatted. */
export function display(path: string, value: string, lang: string): string {
  if (value === '') return ''
  const kind = kindOf(path) as TextKind
  const number = NUMBERS[kind]
  return number ? isolated(number(value, lang), lang) : (DATES[kind]?.(value, lang) ?? value)
}

/** An address as lines of a letter. */
export const addressLines = (address: AddressValues, lang: string): readonly string[] =>
  [
    address.streetAddress,
    address.streetAddress2,
    `${address.city}, ${address.state} ${address.zip}`.replace(/^, |\s+$/g, ''),
    countryName(address.country, lang),
  ].filter(Boolean)
