// What every view of <terminal-pay> draws from: the state, the texts, and what a person can do.
import { CURRENCY_EXPONENT, type Currency, type SaleState } from '@tapboard/contract'
import type { Later } from '../shared/later.ts'
import type { Registrar } from './register.part.ts'
import type { Resolver } from './resolve.part.ts'
import type { Results } from './result.part.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import { conflictOf, type View } from './terminal-pay.machine.ts'
import type { BaseStrings } from './terminal-pay.strings.ts'

/** See the head of this file. */
export interface Scene {
  readonly view: View
  readonly text: BaseStrings
  /** Empty in the first drawing of the terminals: figures follow once these are painted. */
  readonly lang: string
  /** The host has its own pay button. */
  readonly headless: boolean
  /** The page lets the person register a terminal. */
  readonly setup: boolean
  readonly actions: TerminalPayController
  readonly register: Later<Registrar>
  readonly results: Later<Results>
  /** The page lets the person decide what became of an unknown sale. */
  readonly resolve: Later<Resolver> | null
  /** Milliseconds of `performance.now()` at this drawing. */
  readonly nowMs: number
}

/** An amount as people write it in the scene's language: `4200, "USD"` → `$42.00`; empty without a language. */
export const money = (lang: string, minor: number, currency: Currency): string =>
  lang &&
  new Intl.NumberFormat(lang, { style: 'currency', currency })
    .format(minor / 10 ** CURRENCY_EXPONENT[currency])
    // Behind a mark of the direction from right to left the two halves of "US$" would change places (UAX #9).
    .replace(/(\u200f.*)([A-Z]{2}\$)/, '$1\u2066$2\u2069')

/** What a person must know first: an earlier attempt of the order was paid (rule 22); empty when none was. */
export const conflictText = ({ view, text }: Pick<Scene, 'view' | 'text'>): string => {
  const { paidStop, paidTwice, paidBefore } = text
  const said: Partial<Record<SaleState, string>> = {
    sending: paidStop,
    started: paidStop,
    approved: paidTwice,
  }
  return conflictOf(view) ? (said[view.sale!.state] ?? paidBefore) : ''
}

/** A length of time as `m:ss`. */
export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How long ago, in words; blank of the same height without a language. */
export const ago = (lang: string, ms: number): string => {
  if (!lang) return '\xa0'
  const seconds = Math.round(ms / 1000)
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return seconds < 60 ? words.format(-seconds, 'second') : words.format(-Math.round(seconds / 60), 'minute')
}
