// Tables of the page "Test data": each outcome comes from the function that decides it in the service or the contract.
import { judgeApplication, outcomeOf, writeSession, type Outcome } from '@tapboard/contract'
import { FIELDS } from '../../../packages/elements/src/merchant-apply/fields/fields.strings.ts'
import { BANK } from '../../../packages/elements/src/merchant-apply/steps/bank.strings.ts'
import { DONE } from '../../../packages/elements/src/merchant-apply/steps/done.strings.ts'
import { SIGNERS } from '../../../packages/elements/src/merchant-apply/steps/signers.strings.ts'
import { TAX } from '../../../packages/elements/src/merchant-apply/steps/tax.strings.ts'
import { SALE_ENGLISH, SALE_PROBLEMS } from '../../../packages/elements/src/terminal-pay/sale.strings.ts'
import { SCRIPTS, scriptOf } from '../../../packages/service/src/boarding/processor/script.ts'
import { scriptedFaults } from '../../../packages/service/src/boarding/submission.ts'
import { ENDING } from '../../../packages/service/src/cloud/session/machine.ts'
import { authorize, RESULTS_BY_CENTS } from '../../../packages/service/src/cloud/session/processor.ts'
import { TIMINGS } from '../../../packages/service/src/ports.ts'
import { BEHAVIOURS, type Behaviour } from '../../../packages/service/src/terminal/behaviour.ts'
import { markdownTable } from '../build/html.ts'
import { TEST_NUMBERS, type TestNumbers } from '../data/test-numbers.ts'

const code = (text: string): string => `\`${text}\``
const dollars = (minor: number): string => (minor / 100).toFixed(2)
const seconds = (ms: number): string => `${ms / 1000} s`

const WHOLE = 4200

/** The outcome of a sale of this amount, as the BFF reads it from the session. */
export function outcomeOfAmount(amountMinor: number): Outcome {
  const card = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const
  const asked = {
    amountMinor,
    card,
    reference: '1',
    approvalCode: 'ABC234',
    atMs: 0,
  }
  const result = authorize(asked)
  const of = {
    sessionId: 'ses_1',
    externalId: 'ext_1',
    deviceId: 'dev_1',
    amountMinor,
    currency: 'USD',
  } as const
  const session = {
    ...of,
    command: 'cc:sale',
    progress: null,
    custom: {},
    result,
  } as const
  return outcomeOf(writeSession({ ...session, status: ENDING[result.status] }, 'call_1'), of)
}

/** The title of `<terminal-pay>` after an outcome. */
function titleOf(outcome: Outcome, amount: string): string {
  const { kind } = outcome
  if (kind === 'approved') return SALE_ENGLISH.approved(amount)
  if (kind === 'timed_out' && outcome.reference !== null) return SALE_ENGLISH.ended.no_answer(amount)
  if (kind === 'declined' || kind === 'timed_out' || kind === 'failed')
    return SALE_ENGLISH.ended[kind](amount)
  throw new Error(`No test amount ends as ${kind}.`)
}

/** Cents of the amounts: those with a result of their own, after an approved one. */
export const TEST_CENTS: readonly number[] = [0, ...Object.keys(RESULTS_BY_CENTS).map(Number)]

export const testAmounts = (): string =>
  markdownTable(
    ['Amount', 'State of the sale', 'Code', 'The clerk reads'],
    TEST_CENTS.map((cents) => {
      const outcome = outcomeOfAmount(WHOLE + cents)
      const result = RESULTS_BY_CENTS[cents]
      return [
        `${code(dollars(WHOLE + cents))}${result === undefined ? ', and all others' : ''}`,
        code(outcome.kind),
        result === undefined ? '00' : `${result.code ?? 'none'}: ${result.message}`,
        titleOf(outcome, `$${dollars(WHOLE + cents)}`),
      ]
    }),
  )

function leadsTo({ connects, cardAfterMs, awayMs }: Behaviour): readonly [string, string] {
  if (!connects) return ['never connects', `not started: ${SALE_PROBLEMS['device-not-connected']}`]
  if (cardAfterMs === null)
    return ['no card', `${code('timed_out')} after ${seconds(TIMINGS.promptMs)}, or canceled`]
  const card = `taps a card after ${seconds(cardAfterMs)}`
  return awayMs === null
    ? [card, 'the outcome of the amount']
    : [
        `disconnects for ${seconds(awayMs)} at the first prompt, then ${card}`,
        'the sale stays open meanwhile, then the outcome of the amount',
      ]
}

export const testSerials = (): string =>
  markdownTable(
    ['Serial number ends in', 'The terminal', 'Leads to'],
    Object.entries(BEHAVIOURS).map(([word, behaviour]) => [code(`-${word}`), ...leadsTo(behaviour)]),
  )

const PARTNER = 'The partner'

/** A legal name with this ending, for the sandbox's scripts. */
const named = (ending: string): string => `Lantern Street Coffee ${ending}`

function rowOfName(shown: string, name: string): readonly string[] {
  const script = scriptOf(name)
  const last = script.at(-1) ?? 'submitted'
  const statuses = script.map(code).join(', then ')
  return [
    shown,
    statuses,
    (DONE.states(PARTNER) as Readonly<Record<string, readonly string[]>>)[last]?.[0] ?? '',
  ]
}

/** Ending of a legal name that the service refuses at once. */
const REFUSED_ENDING = '(refused)'

export const testNames = (): string =>
  markdownTable(
    ['Legal name ends in', 'Statuses', 'The applicant reads'],
    [
      rowOfName('anything else', named('LLC')),
      ...Object.keys(SCRIPTS).map((ending) => rowOfName(code(ending), named(ending))),
      [
        code(REFUSED_ENDING),
        `none: the service refuses ${scriptedFaults(named(REFUSED_ENDING)).length} fields`,
        FIELDS.refused,
      ],
    ],
  )

/** Errors of the fields, by the path of the first person. */
const ERRORS: Readonly<Record<string, { readonly errors: Readonly<Record<string, string>> }>> = {
  ...TAX.fields,
  ...BANK.fields,
  'signers[0].ssn': SIGNERS.fields.ssn,
  'signers[0].dateOfBirth': SIGNERS.fields.dateOfBirth,
}

/** The day on which the numbers are judged; their dates are far from every limit. */
const TODAY = '2026-11-26'

/** What the contract says about a number in its field: the text of its error or warning, or `accepted`. */
export function judgeNumber({ path, put }: TestNumbers, typed: string, sandbox: boolean): string {
  const context = { today: TODAY, sandbox, tiers: ['Standard'], wire: false }
  const { issues, warnings } = judgeApplication(put(typed), context)
  const issue = issues.find((each) => each.path === path)
  if (issue !== undefined) return ERRORS[path]?.errors[issue.code] ?? issue.code
  const warning = warnings.find((each) => each.path === path)
  return warning === undefined ? 'accepted' : `accepted, with “${FIELDS.warnings[warning.code]}”`
}

/** `ein`, `ssn`, `routing`, `account` or `birth`: the numbers of one field. */
export function testNumbers(name: string): string {
  const numbers = (TEST_NUMBERS as Readonly<Record<string, TestNumbers>>)[name]
  if (numbers === undefined) throw new Error(`There are no test numbers "${name}".`)
  const all = [...numbers.accepted, ...numbers.refused]
  const differs = all.some(
    ({ typed }) => judgeNumber(numbers, typed, true) !== judgeNumber(numbers, typed, false),
  )
  return markdownTable(
    ['Type', 'What it is', 'In test mode', ...(differs ? ['In production'] : [])],
    all.map(({ typed, what }) => [
      code(typed),
      what,
      judgeNumber(numbers, typed, true),
      ...(differs ? [judgeNumber(numbers, typed, false)] : []),
    ]),
  )
}
