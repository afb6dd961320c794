// The manual for clerks, from the truth table of `<terminal-pay>`: every situation with its texts and buttons.
import { PAY_ENGLISH } from '../../../packages/elements/src/terminal-pay/english.ts'
import { GIVEN, type ValueName } from '../../../packages/elements/src/terminal-pay/phrases.ts'
import type { Action, Claim, Phase, Row } from '../../../packages/elements/src/terminal-pay/truth-row.ts'
import { TRUTH_TABLE } from '../../../packages/elements/src/terminal-pay/truth-table.ts'

/** Sample values, as a sale of $42.00 would show them. */
const SAMPLE: Readonly<Record<ValueName, string>> = {
  amount: '$42.00',
  due: '$42.00',
  name: 'Front counter',
  target: 'Front counter',
  sinceTime: '10:42 AM',
  freeTime: '10:48 AM',
  heldTime: '10:48 AM',
  settledTime: '10:51 AM',
  approvalCode: '712304',
  cancelButton: PAY_ENGLISH.cancel,
  reference: '7Q2M-4K6X',
  queueClock: '4:51',
  pressClock: '0:12',
  askClock: '12 sec',
}

/** Phrases that are made from the sale. */
const MADE: Readonly<Record<string, string>> = {
  why: '(the reason)',
  problem: '(what went wrong)',
  unpaidTitle: '(how the attempt ended)',
  noNewsIf: '(since when there is no news, if there is none)',
  askAgain: PAY_ENGLISH.askAgainIn('12 sec'),
  amountSpoken: '$42.00',
  targetSpoken: 'Front counter',
}

const BUTTONS: Readonly<Record<Action, string>> = {
  charge: 'charge',
  'charge-again': 'chargeAgain',
  'charge-when-free': 'chargeWhenFree',
  unqueue: 'unqueue',
  'give-up': 'giveUp',
  show: 'watchAgain',
  done: 'done',
  reopen: 'watchAgain',
  check: 'checkNow',
  reload: 'checkAgain',
  'other-terminal': 'otherTerminal',
  close: 'closeSale',
  cancel: 'cancel',
  hide: 'stop',
  copy: 'copy',
  print: 'print',
  share: 'share',
  details: 'details',
  resolve: 'decide',
}

const CLAIMS: Readonly<Record<Claim, string>> = {
  paid: 'paid',
  'not-charged': 'not charged',
  unknown: 'not known',
  none: '',
}

const PHASES: readonly (readonly [Phase, string])[] = [
  ['loading', 'Before the order is read'],
  ['fault', 'The order cannot be read'],
  ['choosing', 'Choosing a terminal'],
  ['queued', 'Waiting for the terminal'],
  ['contacting', 'On the way to the terminal'],
  ['waiting', 'At the terminal'],
  ['unwatched', 'Hidden'],
  ['doubt', 'The result is unknown'],
  ['review', 'A manager must check'],
  ['approved', 'Paid'],
  ['unpaid', 'Not paid'],
  ['done', 'Done'],
  ['closed', 'Closed'],
]

/** A text of the element with the sample values; the compiler cannot follow a key with a dot. */
export function sampleText(key: string): string {
  const made = MADE[key]
  if (made !== undefined) return made
  const [head = '', tail] = key.split('.')
  const found = (PAY_ENGLISH as unknown as Readonly<Record<string, unknown>>)[head]
  const words = tail === undefined ? found : (found as Readonly<Record<string, unknown>>)[tail]
  if (typeof words === 'string') return words
  if (typeof words !== 'function') throw new Error(`There is no text "${key}".`)
  return (words as (...given: readonly string[]) => string)(
    ...(GIVEN[head] ?? []).map((name) => SAMPLE[name]),
  )
}

const line = ([situation, row]: readonly [string, Row]): string =>
  `| \`${situation}\` | **${sampleText(row.title)}**<br>${row.sentences.map(sampleText).join(' ')} | ${row.actions
    .map((action) => sampleText(action === 'copy' && row.notice === 'warn' ? 'copyDetails' : BUTTONS[action]))
    .join(' · ')} | ${row.spoken.map(sampleText).join('. ')} | ${CLAIMS[row.claims]} |`

/** All situations, phase by phase. */
export function clerkManual(): string {
  const rows = Object.entries<Row>(TRUTH_TABLE)
  return PHASES.map(([phase, name]) => {
    const lines = rows.filter(([, row]) => row.phase === phase).map(line)
    return `## ${name}\n\n| situation | on the screen | buttons | spoken | about the money |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}`
  }).join('\n\n')
}
