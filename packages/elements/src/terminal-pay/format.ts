// Amounts in the format of a language, and clocks.
import { CURRENCY_EXPONENT, moneyText, type Currency } from '@tapboard/contract'

/** An amount in the scene's language: `4200, "USD"` → `$42.00`; empty without a language. */
export const money = (lang: string, minor: number, currency: Currency): string =>
  lang && moneyText(minor / 10 ** CURRENCY_EXPONENT[currency], currency, lang)

/** A length of time as `m:ss`. */
export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
