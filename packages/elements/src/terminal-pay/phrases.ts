// The texts of the keys of the truth table that belong to a sale, and all of them in one table.
import { shortReference } from '@tapboard/contract'
import {
  CHOICE_PHRASING,
  dueOf,
  phrase as phraseOf,
  phrases as phrasesOf,
  targetOf,
  type Phrasing,
  type Spoken,
  type Value,
} from './choice.phrases.ts'
import { own } from '../shared/own.ts'
import { heldMs } from './choice.situation.ts'
import { clock, money } from './format.ts'
import { isUnsent } from './press.ts'
import { QUEUE_MS } from './queue.ts'
import { secondsOf, timeAfter, timeOf } from './sale.format.ts'
import type { View } from './view.ts'
import { actionsOf, fenceMs, knowledgeOf, noNewsSinceMs, wasCardRead } from './situation.ts'

export { spokenOf, type Spoken } from './choice.phrases.ts'

/** The amount of the screen: that of the press, else of the attempt, else of the order. */
export const amountOf: Value = ({ view, lang }) => {
  const { press, sale, aside, checkout } = view
  const due = press?.request ?? (aside ? null : sale) ?? checkout
  return due ? money(lang, due.amountMinor, due.currency) : ''
}

/** Name of the terminal that has the press or the sale, else of the chosen one. */
export const nameOf: Value = ({ view: { checkout, press, sale, aside, deviceId } }) => {
  const id = press?.request.deviceId ?? (aside ? deviceId : (sale?.device.id ?? deviceId))
  const device = checkout?.devices.find((one) => one.id === id)
  return device?.name ?? (sale?.device.id === id ? (sale?.device.name ?? '') : '')
}

/** The time by which another sale frees a terminal at the latest; empty if it is unknown. */
export const freeTimeOf = (view: View, deviceId: string, nowMs: number, lang: string): string => {
  const left = heldMs(view, deviceId, nowMs) ?? Infinity
  return Number.isFinite(left) ? timeAfter(lang, nowMs + left) : ''
}

const VALUES = {
  amount: amountOf,
  due: dueOf,
  name: nameOf,
  target: targetOf,
  sinceTime: ({ view, nowMs, lang }) => timeOf(lang, noNewsSinceMs(view, nowMs)),
  freeTime: ({ view, lang }) => timeAfter(lang, view.sale?.deviceFreeAtMs ?? 0),
  heldTime: ({ view, nowMs, lang }) => freeTimeOf(view, view.deviceId ?? '', nowMs, lang),
  queueClock: ({ view: { queue }, nowMs }) => clock((queue?.sinceMs ?? nowMs) + QUEUE_MS - nowMs + 999),
  reference: ({ view: { sale } }) => shortReference(sale?.externalId ?? ''),
  askClock: ({ view, nowMs, lang }) => secondsOf(lang, (view.course?.nextAskAtMs ?? 0) - nowMs),
  settledTime: ({ view: { sale }, lang }) => timeOf(lang, sale?.settledAtMs ?? 0),
  approvalCode: ({ view }) => view.sale?.approvalCode ?? '',
  cancelButton: ({ text }) => String(text['cancel']),
  pressClock: ({ view: { press }, nowMs }) => clock((press?.request.deadlineAtMs ?? 0) - nowMs + 999),
} as const satisfies Readonly<Record<string, Value>>

export type ValueName = keyof typeof VALUES

/** The arguments of the texts, in order; a text without an entry has none. A group of texts has one entry. */
export const GIVEN: Readonly<Record<string, readonly ValueName[]>> = {
  charge: ['due', 'target'],
  chargeAgain: ['due', 'target'],
  chargeWhenFree: ['due', 'target'],
  queued: ['due', 'target'],
  queuedNote: ['queueClock'],
  contacting: ['name'],
  follow: ['name'],
  helpTitle: ['name'],
  heldNote: ['target', 'heldTime'],
  unsentYetNote: ['pressClock'],
  noNews: ['sinceTime'],
  terminalLost: ['name'],
  amountNow: ['due'],
  cancelInstead: ['cancelButton'],
  unsent: ['amount'],
  doubt: ['amount'],
  settleAt: ['freeTime'],
  askAgainIn: ['askClock'],
  review: ['amount'],
  chargedAfterAll: ['amount'],
  approved: ['amount'],
  markedPaid: ['amount'],
  sayReference: ['reference'],
  markedPaidNote: ['settledTime', 'approvalCode'],
  paid: ['amount'],
  refundOf: ['amount'],
  ended: ['amount'],
}

/** Titles of a sale that was canceled, by its reason. */
const CANCELED = own<Readonly<Record<string, string>>>({
  cancelled: 'canceledThere',
  cancelled_here: 'canceledHere',
})

const stateOf = ({ view }: Spoken): string => view.sale?.state ?? ''

/** Phrases that are not a single text of the dictionary. */
const MADE: Readonly<Record<string, Value>> = {
  why: ({ view: { sale }, text }) => sale?.message ?? text.problems[sale?.reason ?? ''] ?? '',
  unpaidTitle: (spoken) => {
    const { sale } = spoken.view
    const canceled = CANCELED[sale?.reason ?? '']
    if (canceled) return phrase(canceled, spoken)
    const end = sale?.state === 'timed_out' && wasCardRead(sale) ? 'no_answer' : stateOf(spoken)
    return (spoken.text['unpaid'] as Readonly<Record<string, string>>)[end] ?? ''
  },
  noNewsIf: (spoken) => phrase('noNews', spoken),
  askAgain: (spoken) =>
    phrase((spoken.view.course?.nextAskAtMs ?? 0) > spoken.nowMs ? 'askAgainIn' : 'askingNow', spoken),
  amountSpoken: amountOf,
}

/** Conditions of sentences. */
const SAID_IF: Readonly<Record<string, (spoken: Spoken) => boolean>> = {
  noNewsIf: ({ view, nowMs }) => knowledgeOf(view, nowMs) !== 'fresh',
  // An older BFF does not say when it asks; without news the time would be a guess.
  askAgain: ({ view, nowMs }) =>
    (view.course?.nextAskAtMs ?? null) !== null && knowledgeOf(view, nowMs) === 'fresh',
  cancelInstead: ({ view, nowMs }) => actionsOf(view, nowMs).includes('cancel'),
  cancelLate: ({ view }) => view.sale!.cancelable,
  settleAt: ({ view, nowMs }) => fenceMs(view.sale!, nowMs) > 0,
}

/** The tables of all phrases. */
export const PHRASING: Phrasing = {
  given: own(
    Object.fromEntries(Object.entries(GIVEN).map(([key, names]) => [key, names.map((name) => VALUES[name])])),
  ),
  made: own({ ...CHOICE_PHRASING.made, ...MADE }),
  saidIf: own({ ...CHOICE_PHRASING.saidIf, ...SAID_IF }),
}

/** The text of a phrase; empty if its condition is false. */
export const phrase = (key: string, spoken: Spoken): string =>
  phraseOf(key, { ...spoken, phrasing: PHRASING })

/** The texts of all phrases, without the empty ones. */
export const phrases = (keys: readonly string[], spoken: Spoken): readonly string[] =>
  phrasesOf(keys, { ...spoken, phrasing: PHRASING })

/**
 * Checks whether the amount of the order differs from that of the shown attempt. The button then reads "charge", not "charge
 * again".
 */
export const chargeKey = ({ view: { press, sale, checkout }, nowMs }: Spoken): 'charge' | 'chargeAgain' => {
  const shown = press && isUnsent(press, nowMs) ? press.request : sale
  return shown && shown.amountMinor === checkout?.amountMinor ? 'chargeAgain' : 'charge'
}
