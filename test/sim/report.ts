// The report of a simulation: the transitions and faults that were reached, and the shortest story of a failure.
import type { Situation } from '../../packages/elements/src/terminal-pay/truth-table.ts'
import { optionsOf, type Batch, type Counted } from './batch.ts'
import { FAULT_NAMES } from './faults.ts'
import { scenarioOf } from './scenario.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'

/** The transitions of the table, and the other changes of a sale. */
const RULE_NAMES: readonly string[] = [
  ...Array.from({ length: 24 }, (_, index) => String(index + 1)),
  '1 late',
  'progress',
  'cancel',
  'flagged',
  'found late',
  // The way of a refund; the rules are those of a sale.
  ...['1', '2', '6', '8', '9', '10', '11'].map((rule) => `refund ${rule}`),
]

/** Situations of a page that stories reach: all but those of set-up, terminals and buttons that a story does not have. */
const PAGE_SITUATIONS: readonly Situation[] = [
  'read-fault',
  'ready',
  'pressed',
  'not-sent-yet',
  'not-sent',
  'posted',
  'no-answer',
  'contacting',
  'contacting-long',
  'contacting-stale',
  'contacting-offline',
  'follow',
  'present-card',
  'authorizing',
  'still-waiting',
  'canceling',
  'waiting-stale',
  'waiting-offline',
  'doubt-resending',
  'doubt-wait',
  'doubt',
  'review-wait',
  'review',
  'disputed',
  'charged-after-all',
  'approved',
  'marked-paid',
  'paid-twice',
  'declined',
  'timed-out',
  'failed',
  'canceled',
  'canceled-here',
  'not-started',
  'expired',
  'closed-unpaid',
  'unpaid-no-news',
]

/** Names that were reached too seldom: a simulation that does not reach a rule proves nothing about it. */
export function unreached(counted: Counted, least: number): readonly string[] {
  const few = (names: readonly string[], counts: Readonly<Record<string, number>>, kind: string): string[] =>
    names.filter((name) => (counts[name] ?? 0) < least).map((name) => `${kind} ${name}: ${counts[name] ?? 0}`)
  return [
    ...few(RULE_NAMES, counted.rules, 'rule'),
    ...few(FAULT_NAMES, counted.faults, 'fault'),
    ...few(PAGE_SITUATIONS, counted.situations, 'situation'),
  ]
}

const columns = (names: readonly string[], counts: Readonly<Record<string, number>>): string =>
  names.map((name) => `  ${name.padEnd(28)}${String(counts[name] ?? 0).padStart(12)}`).join('\n')

/** The table of a run. */
export const tableOf = ({ rules, faults, situations, seeds, virtualMs }: Counted): string =>
  [
    `${seeds} seeds, ${(virtualMs / 3_600_000).toFixed(1)} hours of virtual time`,
    'transitions',
    columns(RULE_NAMES, rules),
    'faults that were applied',
    columns(FAULT_NAMES, faults),
    'situations of a page',
    columns(Object.keys(situations), situations),
  ].join('\n')

/** Why a seed fails: the shortest story that still does, as data and as a trace. */
export async function explain(seed: number, on: Pick<Batch, 'store' | 'weakness'>): Promise<string> {
  const options = optionsOf(on)
  const whole = scenarioOf(seed)
  const run = await simulate(whole, { ...options, traced: true })
  if (run.violation === null) return [`seed ${seed} holds`, ...run.lines].join('\n')
  const shortest = await shrink(whole, run.violation, options)
  const { lines, violation } = await simulate(shortest, { ...options, traced: true })
  const { cardholders, ...rest } = shortest
  return [
    `seed ${seed} breaks ${violation ?? run.violation}`,
    `replay: npm run sim -- --seed ${seed}`,
    JSON.stringify({ ...rest, cardholders: cardholders.slice(0, 2) }),
    ...lines,
  ].join('\n')
}
