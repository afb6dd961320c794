// The words behind the keys of the truth table: which values a text is given, and when a sentence is left out.
import { faultText } from '../shared/mistakes.ts'
import { clock, money, timeOf } from './format.ts'
import { isUnsent } from './press.ts'
import { fenceMs, heldMs, knowledgeOf, noNewsSinceMs } from './situation.ts'
import type { View } from './terminal-pay.machine.ts'

/** Everything a phrase is made of. */
export interface Spoken {
  readonly view: View
  readonly nowMs: number
  /** Empty in the first drawing of the terminals. */
  readonly lang: string
  /** The dictionary, with as many of its later parts as are loaded. */
  readonly text: Readonly<Record<string, unknown>> & {
    readonly problems: Readonly<Record<string, string>>
    readonly unpaid: Readonly<Record<string, string>>
  }
}

type Value = (spoken: Spoken) => string

/** The amount that belongs to what is shown: of the press, of the attempt, else of the order. */
export const amountOf: Value = ({ view, lang }) => {
  const { press, sale, aside, checkout } = view
  const due = press?.request ?? (aside ? null : sale) ?? checkout
  return due ? money(lang, due.amountMinor, due.currency) : ''
}

/** What a press would charge: the order's amount. */
export const dueOf: Value = ({ view: { checkout }, lang }) =>
  checkout ? money(lang, checkout.amountMinor, checkout.currency) : ''

/** Name of the terminal that has the press or the sale, else of the chosen one. */
export const nameOf: Value = ({ view: { checkout, press, sale, aside, deviceId } }) => {
  const id = press?.request.deviceId ?? (aside ? deviceId : (sale?.device.id ?? deviceId))
  const device = checkout?.devices.find((one) => one.id === id)
  return device?.name ?? (sale?.device.id === id ? (sale?.device.name ?? '') : '')
}

/** Name of the terminal that a press would use. */
export const targetOf: Value = ({ view: { checkout, deviceId } }) =>
  checkout?.devices.find(({ id }) => id === deviceId)?.name ?? ''

const VALUES = {
  amount: amountOf,
  due: dueOf,
  name: nameOf,
  target: targetOf,
  sinceTime: ({ view, nowMs, lang }) => timeOf(lang, noNewsSinceMs(view, nowMs), 'medium'),
  freeTime: ({ view, lang }) => timeOf(lang, view.sale?.deviceFreeAtMs ?? 0, 'short'),
  heldClock: ({ view, nowMs }) => {
    const left = heldMs(view, view.deviceId ?? '', nowMs) ?? 0
    return Number.isFinite(left) ? clock(left + 999) : ''
  },
  pressClock: ({ view: { press }, nowMs }) => clock((press?.request.deadlineAtMs ?? 0) - nowMs + 999),
} as const satisfies Readonly<Record<string, Value>>

/** A value by name. */
export type ValueName = keyof typeof VALUES

/** The values that texts are given, in order; a text that is not named is given none. */
export const GIVEN: Readonly<Record<string, readonly ValueName[]>> = {
  charge: ['due', 'target'],
  chargeAgain: ['due', 'target'],
  contacting: ['name'],
  follow: ['name'],
  helpTitle: ['name'],
  heldNote: ['name', 'heldClock'],
  unsentYetNote: ['pressClock'],
  noNews: ['sinceTime'],
  terminalLost: ['name'],
  amountNow: ['due'],
  doubtNote: ['amount'],
  settleAt: ['freeTime'],
  paid: ['amount'],
  paidSpoken: ['amount'],
}

/** Titles of a sale that was canceled, by its reason. */
const CANCELED: Readonly<Record<string, string>> = {
  cancelled: 'canceledThere',
  cancelled_here: 'canceledHere',
}

const stateOf = ({ view }: Spoken): string => view.sale?.state ?? ''

/** Phrases that are no text of the dictionary by themselves. */
const MADE: Readonly<Record<string, Value>> = {
  why: ({ view: { sale }, text }) => sale?.message ?? text.problems[sale?.reason ?? ''] ?? '',
  problem: ({ view: { fault }, text }) => text.problems[faultText(fault?.code ?? '')] ?? '',
  unpaidTitle: (spoken) => {
    const canceled = CANCELED[spoken.view.sale?.reason ?? '']
    return canceled ? phrase(canceled, spoken) : (spoken.text.unpaid[stateOf(spoken)] ?? '')
  },
  noNewsIf: (spoken) => phrase('noNews', spoken),
  amountSpoken: amountOf,
  // Without the time: a countdown would be said every second.
  heldSpoken: (spoken) =>
    (spoken.text['heldNote'] as (...given: readonly string[]) => string)(nameOf(spoken), ''),
}

/** Sentences that are said only where this holds. */
export const SAID_IF: Readonly<Record<string, (spoken: Spoken) => boolean>> = {
  amountNow: ({ view: { amountChanged, checkout, sale, aside } }) =>
    amountChanged || Boolean(sale && !aside && sale.amountMinor !== checkout?.amountMinor),
  noNewsIf: ({ view, nowMs }) => knowledgeOf(view, nowMs) !== 'fresh',
  settleAt: ({ view, nowMs }) => fenceMs(view.sale!, nowMs) > 0,
}

/** The words of a fault: by its code, `otherwise` for the rest. */
export const problemText = (
  text: { readonly problems: Readonly<Record<string, string>> },
  code: string | undefined,
): string => (code === undefined ? '' : (text.problems[code] ?? text.problems['otherwise'] ?? ''))

/** The words of a phrase; empty where it is not said, or where its part of the dictionary is not loaded yet. */
export function phrase(key: string, spoken: Spoken): string {
  if (SAID_IF[key]?.(spoken) === false) return ''
  const made = MADE[key]
  if (made) return made(spoken)
  const [head = '', tail] = key.split('.')
  const found = spoken.text[head]
  const words: unknown = tail ? (found as Record<string, unknown> | undefined)?.[tail] : found
  if (typeof words !== 'function') return typeof words === 'string' ? words : ''
  return (words as (...given: readonly string[]) => string)(
    ...(GIVEN[key] ?? []).map((name) => VALUES[name](spoken)),
  )
}

/** All phrases that are said, without the empty ones. */
export const phrases = (keys: readonly string[], spoken: Spoken): readonly string[] =>
  keys.map((key) => phrase(key, spoken)).filter(Boolean)

/** What is spoken in one go: a title has no full stop of its own, a sentence has. */
export const spokenOf = (words: readonly string[]): string =>
  words.reduce((said, next) => (said ? `${said}${/[.!?…。]$/.test(said) ? '' : '.'} ${next}` : next), '')

/** Does the button that charges again name another amount than the attempt shown? Then it charges, not again. */
export const chargeKey = ({ view: { press, sale, checkout }, nowMs }: Spoken): 'charge' | 'chargeAgain' => {
  const shown = press && isUnsent(press, nowMs) ? press.request : sale
  return shown && shown.amountMinor === checkout?.amountMinor ? 'chargeAgain' : 'charge'
}
