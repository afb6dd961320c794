// Dates, times and amounts for people. English (United States), in the time zone of the browser.
import { moneyText } from '@tapboard/contract'

const LOCALE = 'en-US'

const time = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })
const exact = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', day: 'numeric' })
const both = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

export const timeText = (ms: number): string => time.format(ms)
export const exactTimeText = (ms: number): string => exact.format(ms)
export const dayText = (ms: number): string => day.format(ms)
export const dateTimeText = (ms: number): string => both.format(ms)

/** An amount with its currency, from decimal text. */
export const amountText = (decimal: string, currency: string): string =>
  moneyText(Number(decimal), currency, LOCALE)

/** How long ago a time was, in words. */
export function agoText(ms: number, nowMs: number): string {
  const minutes = Math.floor(Math.max(0, nowMs - ms) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'yesterday' : days < 30 ? `${days} days ago` : dayText(ms)
}

/** A duration between two times, for example `0.4 s`. */
export function durationText(ms: number): string {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/** The date of a time as `YYYY-MM-DD` in the time zone of the browser, for a date field. */
export function dateValue(ms: number): string {
  const date = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Begin and end of a day in the time zone of the browser; `null` for a text that is no date. */
export function dayRange(value: string): { readonly fromMs: number; readonly toMs: number } | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year === undefined) return null
  const at = (plus: number): number =>
    new Date(Number(year), Number(month) - 1, Number(date) + plus).getTime()
  return { fromMs: at(0), toMs: at(1) }
}
