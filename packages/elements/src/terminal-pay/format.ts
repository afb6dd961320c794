// Amounts, clocks and times in the format of a language.
import { CURRENCY_EXPONENT, type Currency } from '@tapboard/contract'

/** An amount in the scene's language: `4200, "USD"` → `$42.00`; empty without a language. */
export const money = (lang: string, minor: number, currency: Currency): string =>
  lang &&
  new Intl.NumberFormat(lang, { style: 'currency', currency })
    .format(minor / 10 ** CURRENCY_EXPONENT[currency])
    // After a right-to-left mark the two halves of "US$" would change places (UAX #9).
    .replace(/(\u200f.*)([A-Z]{2}\$)/, '$1\u2066$2\u2069')

/** A length of time as `m:ss`. */
export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A length of time in seconds, such as `12 sec`; from 100 s as {@link clock}. */
export const secondsOf = (lang: string, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 100
    ? new Intl.NumberFormat(lang || undefined, { style: 'unit', unit: 'second' }).format(seconds)
    : clock(ms)
}

/** A time of day: `short` to the minute, `medium` to the second. */
export const timeOf = (lang: string, atMs: number, timeStyle: 'short' | 'medium'): string =>
  lang && new Intl.DateTimeFormat(lang, { timeStyle }).format(atMs)

/** Elapsed time in words; without a language, a blank of the same height. */
export const ago = (lang: string, ms: number): string => {
  if (!lang) return '\xa0'
  const seconds = Math.round(ms / 1000)
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return seconds < 60 ? words.format(-seconds, 'second') : words.format(-Math.round(seconds / 60), 'minute')
}
