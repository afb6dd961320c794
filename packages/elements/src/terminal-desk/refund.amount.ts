// Reads and writes the amount of a refund as a person types it in the language of the page. The contract's own decimals are in a file that
// CSV loads. Pure.
import { CURRENCY_EXPONENT, type Currency } from '@tapboard/contract'

/** An amount as a grant has it: `4200, "USD"` → `42.00`. */
export const decimalAmount = (minor: number, currency: Currency): string => {
  const exponent = CURRENCY_EXPONENT[currency]
  return (minor / 10 ** exponent).toFixed(exponent)
}

/** An amount as the field shows it first, with Latin digits: `42.00`, in German `42,00`. */
export function typedAmount(lang: string, minor: number, currency: Currency): string {
  const exponent = CURRENCY_EXPONENT[currency]
  return new Intl.NumberFormat(lang, {
    useGrouping: false,
    numberingSystem: 'latn',
    minimumFractionDigits: exponent,
  }).format(minor / 10 ** exponent)
}

/** Arabic digits and their decimal sign as the Latin ones. */
const latin = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[,\u066b]/, '.')

/** Minor units of a typed amount with a decimal point or comma; `null` for any other text, and above `mostMinor`. */
export function readTypedAmount(typed: string, mostMinor: number, currency: Currency): number | null {
  const exponent = CURRENCY_EXPONENT[currency]
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(latin(typed.trim())) ?? []
  const minor = decimals.length > exponent ? 0 : Number(whole + decimals.padEnd(exponent, '0'))
  return minor > 0 && minor <= mostMinor ? minor : null
}
