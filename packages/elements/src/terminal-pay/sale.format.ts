// Times of a sale in the format of a language.
import { clock } from './format.ts'

/** A length of time in seconds, such as `12 sec`; from 100 s as `m:ss`. */
export const secondsOf = (lang: string, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 100
    ? new Intl.NumberFormat(lang || undefined, { style: 'unit', unit: 'second' }).format(seconds)
    : clock(ms)
}

/** A time of day to the minute; empty without a language. */
export const timeOf = (lang: string, atMs: number): string =>
  lang && new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format(atMs)

/** The first time of day, to the minute, at which a moment has passed: a time that was rounded down would promise too much. */
export const timeAfter = (lang: string, atMs: number): string =>
  timeOf(lang, Math.ceil(atMs / 60_000) * 60_000)
