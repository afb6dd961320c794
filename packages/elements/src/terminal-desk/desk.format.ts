// Amounts, numbers, days and times in the language of the page and the time zone of the merchant. The formats of `Intl` are expensive to
// make, so each is made once.
import type { Currency, DeskRow } from '@tapboard/contract'
import { money } from '../terminal-pay/format.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format of this language and time zone; without a time zone that the browser knows, of the browser's own. */
function formatOf(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([lang, options])
  let format = formats.get(key)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat(lang, options)
    } catch {
      format = new Intl.DateTimeFormat(lang, { ...options, timeZone: undefined })
    }
    formats.set(key, format)
  }
  return format
}

/** The formats of one drawing. */
export class Formats {
  readonly #lang: string
  readonly #timeZone: string

  constructor(lang: string, timeZone: string) {
    this.#lang = lang
    this.#timeZone = timeZone
  }

  number(value: number): string {
    return value.toLocaleString(this.#lang)
  }

  /** Formats an amount with its currency. */
  money(minor: number, currency: Currency): string {
    return money(this.#lang, minor, currency)
  }

  /** The amount of a row; that of a refund is negative. */
  amountOf({ amountMinor, currency, kind }: DeskRow): string {
    return this.money(kind === 'refund' ? -amountMinor : amountMinor, currency)
  }

  /** Formats a time of day in the merchant's time zone. */
  time(atMs: number): string {
    return formatOf(this.#lang, { timeStyle: 'short', timeZone: this.#timeZone }).format(atMs)
  }

  /** A day and a time of day. */
  moment(atMs: number): string {
    return formatOf(this.#lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: this.#timeZone }).format(
      atMs,
    )
  }

  /** A day of the calendar, with its weekday. */
  day(day: string): string {
    return formatOf(this.#lang, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(`${day}T12:00:00Z`))
  }

  /** Formats an age in words, such as "5 minutes ago". */
  age(ms: number): string {
    const words = new Intl.RelativeTimeFormat(this.#lang, { numeric: 'auto' })
    const minutes = Math.max(0, Math.round(ms / 60_000))
    if (minutes < 60) return words.format(-minutes, 'minute')
    const hours = Math.round(minutes / 60)
    return hours < 48 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
  }
}

/** The last four digits of a masked card number; empty without a card. */
export const cardOf = ({ card }: Pick<DeskRow, 'card'>): string => {
  const [digits] = /\d{4}$/.exec(card ?? '') ?? []
  return digits ? `•••• ${digits}` : ''
}
