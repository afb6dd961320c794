// The texts of the keys of the truth table: the arguments of each text, and the conditions of sentences. The tables here are those
// of the choice; the sale part has the others (`phrases.ts`).
import { faultText } from '../shared/mistakes.ts'
import { own } from '../shared/own.ts'
import { money } from './format.ts'
import type { View } from './view.ts'

/** The data of a phrase. */
export interface Spoken {
  readonly view: View
  readonly nowMs: number
  /** Empty in the first render of the terminals. */
  readonly lang: string
  /** The dictionary, with those of its later parts that are loaded. */
  readonly text: Readonly<Record<string, unknown>> & {
    readonly problems: Readonly<Record<string, string>>
  }
  /** The tables of all phrases; those of the choice until the sale part is loaded. */
  readonly phrasing?: Phrasing
}

/** The tables from which phrases are made. */
export interface Phrasing {
  /** The arguments of the texts, in order; a text without an entry has none. A group of texts has one entry. */
  readonly given: Readonly<Record<string, readonly Value[]>>
  /** Phrases that are not a single text of the dictionary. */
  readonly made: Readonly<Record<string, Value>>
  /** Conditions of sentences. */
  readonly saidIf: Readonly<Record<string, (spoken: Spoken) => boolean>>
}

/** A part of a phrase. */
export type Value = (spoken: Spoken) => string

/** The amount that a press would charge: the order's. */
export const dueOf: Value = ({ view: { checkout }, lang }) =>
  checkout ? money(lang, checkout.amountMinor, checkout.currency) : ''

/** Name of the terminal that a press would use. */
export const targetOf: Value = ({ view: { checkout, deviceId } }) =>
  checkout?.devices.find(({ id }) => id === deviceId)?.name ?? ''

/** The tables of the choice; as those of a sale they have no prototype, which a page may have changed. */
export const CHOICE_PHRASING: Phrasing = {
  given: own({
    charge: [dueOf, targetOf],
    helpTitle: [targetOf],
    amountNow: [dueOf],
  }),
  made: own({
    problem: ({ view: { fault }, text }) => text.problems[faultText(fault?.code ?? '')] ?? '',
    targetSpoken: targetOf,
  }),
  saidIf: own<Phrasing['saidIf']>({
    amountNow: ({ view: { amountChanged, checkout, sale, aside } }) =>
      amountChanged || Boolean(sale && !aside && sale.amountMinor !== checkout?.amountMinor),
  }),
}

/** The text of a fault: by its code, `otherwise` for the rest. */
export const problemText = (
  text: { readonly problems: Readonly<Record<string, string>> },
  code: string | undefined,
): string => (code === undefined ? '' : (text.problems[code] ?? text.problems['otherwise'] ?? ''))

/** The text of a phrase; empty if its condition is false, or if its part of the dictionary is not loaded yet. */
export function phrase(key: string, spoken: Spoken): string {
  const { given, made, saidIf } = spoken.phrasing ?? CHOICE_PHRASING
  if (saidIf[key]?.(spoken) === false) return ''
  if (made[key]) return made[key](spoken)
  const [head = '', tail] = key.split('.')
  const found = spoken.text[head]
  const words: unknown = tail ? (found as Record<string, unknown> | undefined)?.[tail] : found
  if (typeof words !== 'function') return typeof words === 'string' ? words : ''
  return (words as (...given: readonly string[]) => string)(
    ...(given[head] ?? []).map((value) => value(spoken)),
  )
}

/** The texts of all phrases, without the empty ones. */
export const phrases = (keys: readonly string[], spoken: Spoken): readonly string[] =>
  keys.map((key) => phrase(key, spoken)).filter(Boolean)

/** Joins phrases into one announcement; adds a full stop after a phrase without closing punctuation. */
export const spokenOf = (words: readonly string[]): string =>
  words.reduce(
    (joined, next) => (joined ? `${joined}${/[.!?…。]$/.test(joined) ? '' : '.'} ${next}` : next),
    '',
  )
