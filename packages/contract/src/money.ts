// Money as integer minor units, and its two external forms: the decimal string (`"42.00"`) and the wire value
// of the cloud terminal API (§4.3, D-08). Pure; nothing is rounded: a value that does not fit is rejected.
import { CURRENCY_EXPONENT, type Currency } from './currency.ts'

/** Largest amount in minor units of a two-decimal currency: 999,999.99. */
export const MAX_MINOR = 99_999_999

/** Largest amount of the wire format in major units. */
const MAX_MAJOR = 999_999.99

/** Largest amount of a currency in minor units: that of the wire format has six digits before the dot. */
const limitOf = (currency: Currency): number => (CURRENCY_EXPONENT[currency] === 0 ? 999_999 : MAX_MINOR)

/** An amount, or a sentence that explains the error. */
export type MoneyResult =
  | { readonly ok: true; readonly minor: number }
  | { readonly ok: false; readonly message: string }

const refuse = (message: string): MoneyResult => ({ ok: false, message })

const tooLarge = (currency: Currency): MoneyResult =>
  refuse(`must be at most ${formatDecimal(limitOf(currency), currency)}`)

/** Whether a value is an integer from 1 to {@link MAX_MINOR}. */
export const isMinor = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_MINOR

/**
 * Parses a decimal string such as `"42.00"` to minor units: no sign, exponent, group separator or leading
 * zero, at most the decimals of the currency, greater than 0, at most 999,999.99 (yen: 999,999, dinars: 99,999.999).
 */
export function parseDecimal(text: string, currency: Currency): MoneyResult {
  const exponent = CURRENCY_EXPONENT[currency]
  const match = /^(0|[1-9]\d{0,8})(?:\.(\d{1,3}))?$/.exec(text)
  if (!match) return refuse('must be a plain decimal such as "42.00": digits, one dot, no sign, no exponent')
  const [, whole = '', decimals = ''] = match
  if (decimals.length > exponent) {
    return refuse(
      exponent === 0
        ? `must have no decimals in ${currency}`
        : `must have at most ${exponent} decimals in ${currency}`,
    )
  }
  const minor = Number(whole + decimals.padEnd(exponent, '0'))
  if (minor === 0) return refuse('must be greater than 0')
  if (minor > limitOf(currency)) return tooLarge(currency)
  return { ok: true, minor }
}

/** Formats minor units as a decimal string with all decimals of the currency: `4200, "USD"` → `"42.00"`. */
export function formatDecimal(minor: number, currency: Currency): string {
  const exponent = CURRENCY_EXPONENT[currency]
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Parses an amount of a JSON body: a number or a decimal string with at most two decimals for every currency;
 * for a currency with fewer decimals the excess digits must be 0.
 */
export function readWireAmount(value: unknown, currency: Currency = 'USD'): MoneyResult {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return refuse('must be a plain number such as 42.00, without an exponent')
    if (value <= 0) return refuse('must be greater than 0')
    if (value > MAX_MAJOR) return tooLarge(currency)
    return readWireAmount(String(value), currency)
  }
  if (typeof value !== 'string') return refuse('must be a number or a decimal string such as "42.00"')
  if (/\.\d{3,}$/.test(value)) return refuse('must have at most 2 decimals')
  // The wire format has two decimals for every currency: "500.00" is 500 yen, "500.50" is invalid.
  const whole = CURRENCY_EXPONENT[currency] === 0 ? value.replace(/\.0{1,2}$/, '') : value
  return parseDecimal(whole, currency)
}

/**
 * Formats minor units as the two-decimal string of the wire format. An amount of a three-decimal currency
 * (BHD) whose last digit is not 0 has no such form: `null`, and the caller must reject it before sending.
 */
export function wireDecimal(minor: number, currency: Currency): string | null {
  const exponent = CURRENCY_EXPONENT[currency]
  if (exponent > 2) return minor % 10 === 0 ? formatDecimal(minor, currency).slice(0, -1) : null
  return exponent === 0 ? `${minor}.00` : formatDecimal(minor, currency)
}

/** Formats minor units as the JSON number of the wire format, or `null` like {@link wireDecimal}. */
export function wireNumber(minor: number, currency: Currency): number | null {
  const text = wireDecimal(minor, currency)
  return text === null ? null : Number(text)
}
