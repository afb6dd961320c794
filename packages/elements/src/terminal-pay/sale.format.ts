// Times of a sale in the format of a language.
import { clock } from './format.ts'

/** A length of time in seconds, such as `12 sec`; from 100 s as `m:ss`. */
export const secondsOf = (lang: string, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 100
    ? new Intl.NumberFormat(lang || undefined, { style: 'unit', unit: 'second' }).format(seconds)
    : clock(ms)
}

/** A time of day: `short` to the minute, `medium` to the second. */
export const timeOf = (lang: string, atMs: number, timeStyle: 'short' | 'medium'): string =>
  lang && new Intl.DateTimeFormat(lang, { timeStyle }).format(atMs)
