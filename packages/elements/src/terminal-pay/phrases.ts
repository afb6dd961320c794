// The texts of the keys of the truth table: the arguments of each text, and the conditions of sentences.
import { faultText } from '../shared/mistakes.ts'
import { clock, money, timeOf } from './format.ts'
import { isUnsent } from './press.ts'
import { fenceMs, heldMs, knowledgeOf, noNewsSinceMs } from './situation.ts'
import type { View } from './terminal-pay.machine.ts'

/** The data of a phrase. */
export interface Spoken {
  readonly view: View
  readonly nowMs: number
  /** Empty in the first render of the terminals. */
  readonly lang: string
  /** The dictionary, with those of its later parts that are loaded. */
  readonly text: Readonly<Record<string, unknown>> & {
    readonly problems: Readonly<Record<string, string>>
    readonly unpaid: Readonly<Record<string, string>>
  }
}

type Value = (spoken: Spoken) => string

/** The amount of the screen: that of the press, else of the attempt, else of the order. */
export const amountOf: Value = ({ view, lang }) => {
  const { press, sale, aside, checkout } = view
  const due = press?.request ?? (aside ? null : sale) ?? checkout
  return due ? money(lang, due.amountMinor, due.currency) : ''
}

/** The amount that a press would charge: the order's. */
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

export type ValueName = keyof typeof VALUES

/** The arguments of the texts, in order; a text without an entry has none. */
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

/** Phrases that are not a single text of the dictionary. */
const MADE: Readonly<Record<string, Value>> = {
  why: ({ view: { sale }, text }) => sale?.message ?? text.problems[sale?.reason ?? ''] ?? '',
  problem: ({ view: { fault }, text }) => text.problems[faultText(fault?.code ?? '')] ?? '',
  unpaidTitle: (spoken) => {
    const canceled = CANCELED[spoken.view.sale?.reason ?? '']
    return canceled ? phrase(canceled, spoken) : (spoken.text.unpaid[stateOf(spoken)] ?? '')
  },
  noNewsIf: (spoken) => phrase('noNews', spoken),
  amountSpoken: amountOf,
  // Without the time: the live region would announce a countdown every second.
  heldSpoken: (spoken) =>
    (spoken.text['heldNote'] as (...given: readonly string[]) => string)(nameOf(spoken), ''),
}

/** Conditions of sentences. */
export const SAID_IF: Readonly<Record<string, (spoken: Spoken) => boolean>> = {
  amountNow: ({ view: { amountChanged, checkout, sale, aside } }) =>
    amountChanged || Boolean(sale && !aside && sale.amountMinor !== checkout?.amountMinor),
  noNewsIf: ({ view, nowMs }) => knowledgeOf(view, nowMs) !== 'fresh',
  settleAt: ({ view, nowMs }) => fenceMs(view.sale!, nowMs) > 0,
}

/** The text of a fault: by its code, `otherwise` for the rest. */
export const problemText = (
  text: { readonly problems: Readonly<Record<string, string>> },
  code: string | undefined,
): string => (code === undefined ? '' : (text.problems[code] ?? text.problems['otherwise'] ?? ''))

/** The text of a phrase; empty if its condition is false, or if its part of the dictionary is not loaded yet. */
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

/** The texts of all phrases, without the empty ones. */
export const phrases = (keys: readonly string[], spoken: Spoken): readonly string[] =>
  keys.map((key) => phrase(key, spoken)).filter(Boolean)

/** Joins phrases into one announcement; adds a full stop after a phrase without closing punctuation. */
export const spokenOf = (words: readonly string[]): string =>
  words.reduce((said, next) => (said ? `${said}${/[.!?…。]$/.test(said) ? '' : '.'} ${next}` : next), '')

/**
 * Checks whether the amount of the order differs from that of the shown attempt. The button then reads "charge", not "charge
 * again".
 */
export const chargeKey = ({ view: { press, sale, checkout }, nowMs }: Spoken): 'charge' | 'chargeAgain' => {
  const shown = press && isUnsent(press, nowMs) ? press.request : sale
  return shown && shown.amountMinor === checkout?.amountMinor ? 'chargeAgain' : 'charge'
}
