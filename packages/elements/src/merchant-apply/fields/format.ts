// How values look when nobody is typing in them. Pure; what is not in order is shown as it was typed.
import { cleanDigits, isRealDate, type AddressValues } from '@tapboard/contract'

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

/** `250000` → `$250,000`, as the rule of amounts reads it again. */
export const formatMoney = (value: string): string =>
  /^\d{1,9}$/.test(value) ? `$${Number(value).toLocaleString('en-US')}` : value

/** A secret with nothing to read but its last four digits, and those only where more are hidden. */
export function masked(value: string): string {
  const digits = cleanDigits(value)
  return value === '' ? '' : `•••••${/^\d{8,17}$/.test(digits) ? digits.slice(-4) : ''}`
}

/** `1990-02-03` → `February 3, 1990`. */
export const formatDate = (value: string, lang: string): string =>
  isRealDate(value)
    ? new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
    : value

/** The value at a path as the review shows it: secrets masked, numbers and dates as people write them. */
export function display(path: string, value: string, lang: string): string {
  if (value === '') return ''
  if (/(^|\.)(taxId|ssn|accountNumber)$/.test(path)) return masked(value)
  if (path.endsWith('Phone')) return formatPhone(value)
  if (/(Date|dateOfBirth)$/.test(path)) return formatDate(value, lang)
  if (path.endsWith('Sales')) return formatMoney(value)
  if (path.endsWith('Percentage'))
    return /^\d{1,3}$/.test(value)
      ? new Intl.NumberFormat(lang, { style: 'percent' }).format(Number(value) / 100)
      : value
  return value
}

/** An address as it stands on a letter, line by line. */
export const addressLines = (address: AddressValues): readonly string[] =>
  [
    address.streetAddress,
    address.streetAddress2,
    `${address.city}, ${address.state} ${address.zip}`.replace(/^, |\s+$/g, ''),
    address.country,
  ].filter(Boolean)
