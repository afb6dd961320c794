// The only interpretation of a session answer (D-10 … D-12). Pure. Without clear evidence the result is
// pending or unknown, never final; inconsistent evidence is a contradiction. The ledger handles repeated
// reads, timers and the sale's state.
import type { Currency } from './currency.ts'
import { readMembers, SPELLINGS } from './dialect.ts'
import { isObject } from './json.ts'
import { readWireAmount } from './money.ts'
import type { Command } from './session.ts'

/** The expected session; any other identity in an answer is a mismatch. */
export interface Expected {
  readonly sessionId: string
  readonly externalId: string
  readonly deviceId: string
  readonly amountMinor: number
  readonly currency: Currency
  /** Kind of the transaction: an answer about another kind is a mismatch. Default `cc:sale`. */
  readonly command?: Command
}

/** Reasons that require a person's decision. */
export type ContradictionReason = 'amount_mismatch' | 'identity_mismatch' | 'contradiction'

/** The outcome of a session, as one answer of the upstream shows it. */
export type Outcome =
  | { readonly kind: 'pending'; readonly phase: 'contacting' | 'present_card' | 'authorizing' }
  | {
      readonly kind: 'approved'
      readonly reference: string
      readonly approvalCode: string | null
      readonly completedAt: string | null
      readonly card: string | null
    }
  | {
      readonly kind: 'declined' | 'timed_out' | 'failed' | 'cancelled'
      readonly code: string | null
      readonly message: string | null
      readonly reference: string | null
      /** For a cancelled session: by the API (`API_CANCELLED`) or at the terminal (`USER_CANCELLED`). */
      readonly cancelledBy?: 'api' | 'terminal'
    }
  | { readonly kind: 'contradiction'; readonly reason: ContradictionReason; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }

const MEMBERS = [
  'sessionId',
  'deviceId',
  'command',
  'amount',
  'currency',
  'externalId',
  'sessionStatus',
  'responseCode',
  'approvalCode',
  'gatewayReference',
  'gatewayStatus',
  'authAmount',
  'progress',
] as const

const contradiction = (reason: ContradictionReason, detail: string): Outcome => ({
  kind: 'contradiction',
  reason,
  detail,
})
const unknown = (detail: string): Outcome => ({ kind: 'unknown', detail })

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Returns the texts among these values, trimmed, each once. */
const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => text(value) ?? [])),
]

/** Distinct values including other types: a code that is not a text (`51`, `false`) is still evidence. */
const statedValues = (values: readonly unknown[]): string[] =>
  distinct(
    values.map((value) =>
      value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value),
    ),
  )

// The nested results of either dialect (D-10), of any type.
const nestedResults = (answer: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(answer).flatMap(([name, value]) =>
    ['transactionresult', 'xtransactionresult'].includes(name.toLowerCase()) && value !== null ? [value] : [],
  )

// Whether this is an error body (D-20), whatever session it names.
const isError = (answer: Readonly<Record<string, unknown>>): boolean =>
  answer['xResult'] === 'E' || isObject(answer['error'])

/** Some gateways put the outcome into members that otherwise describe the call. */
const hasApprovedCall = (answer: Readonly<Record<string, unknown>>): boolean =>
  answer['xResult'] === 'A' || text(answer['xStatus'])?.toLowerCase() === 'approved'

const OUTCOMES: Readonly<Record<string, 'approved' | 'declined' | 'timed_out' | 'failed'>> = {
  approved: 'approved',
  declined: 'declined',
  timeout: 'timed_out',
  error: 'failed',
}

// Meaning of the session's status (D-09).
const ENDINGS: Readonly<Record<string, 'result' | 'timed_out' | 'failed' | 'cancelled'>> = {
  COMPLETED: 'result',
  TIMEOUT: 'timed_out',
  ERROR: 'failed',
  USER_CANCELLED: 'cancelled',
  API_CANCELLED: 'cancelled',
}

// The first time in the form of D-13. Gateways use various date formats, and dates decide nothing about
// money: two different dates are no contradiction.
const timestampOf = (answers: readonly Readonly<Record<string, unknown>>[]): string | null => {
  const names = SPELLINGS.date.map((name) => name.toLowerCase())
  const values = answers.flatMap((answer) =>
    Object.entries(answer).flatMap(([name, value]) => (names.includes(name.toLowerCase()) ? [value] : [])),
  )
  const found = distinct(values).find((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value))
  return found ?? null
}

// Whether another currency is named. The wire format has no currency member (D-30); numeric codes cannot be
// compared.
const otherCurrency = (values: readonly unknown[], expected: Expected): boolean =>
  distinct(values).some((code) => /^[A-Za-z]{3}$/.test(code) && code.toUpperCase() !== expected.currency)

/** Whether an authorised amount is zero. */
const isZero = (value: unknown): boolean =>
  value === 0 || (typeof value === 'string' && /^0(\.0{1,2})?$/.test(value))

const mismatchedAmount = (values: readonly unknown[], expected: Expected): boolean =>
  values.some((value) => {
    if (value === undefined || value === null) return false
    const read = readWireAmount(value, expected.currency)
    return !read.ok || read.minor !== expected.amountMinor
  })

/** Interprets an answer about the expected session (parsed JSON, HTTP 200). */
export function outcomeOf(answer: unknown, expected: Expected): Outcome {
  if (!isObject(answer)) return unknown('the answer is not a JSON object')
  const read = readMembers(answer, MEMBERS)
  if (!read.ok) return contradiction('contradiction', `${read.name} is given twice with different values`)
  const top = read.members
  const nestedValues = nestedResults(answer)
  const results = nestedValues.filter(isObject)
  if (isError(answer)) return unknown('the answer is an error')
  if (results.length < nestedValues.length) return unknown('the result is not a JSON object')
  const inner = results.map((result) => readMembers(result, MEMBERS))
  const broken = inner.find((one) => !one.ok)
  if (broken && !broken.ok)
    return contradiction('contradiction', `${broken.name} is given twice with different values`)
  const nested = inner.flatMap((one) => (one.ok ? [one.members] : []))

  if (text(top.sessionId) === null) return unknown('the answer names no session')
  const all = [top, ...nested]
  const differs = (name: 'sessionId' | 'externalId' | 'deviceId'): boolean =>
    all.some((one) => one[name] !== undefined && one[name] !== expected[name])
  if (differs('sessionId')) return contradiction('identity_mismatch', 'the answer is about another session')
  if (differs('externalId'))
    return contradiction('identity_mismatch', 'the answer carries another external ID')
  if (differs('deviceId')) return contradiction('identity_mismatch', 'the answer is about another device')
  const { command: wanted = 'cc:sale' } = expected
  if (statedValues(all.map((one) => one.command)).some((command) => command.toLowerCase() !== wanted))
    return contradiction('identity_mismatch', 'the answer is about another kind of transaction')
  // An authorised amount of zero is normal for an unpaid answer; beside an approval it is a mismatch.
  const authorised = all.map((one) => one.authAmount)
  const amounts = [...all.map((one) => one.amount), ...authorised.filter((amount) => !isZero(amount))]
  if (mismatchedAmount(amounts, expected))
    return contradiction('amount_mismatch', 'the answer carries another amount')

  const currencies = all.map((one) => one.currency)
  if (otherCurrency(currencies, expected))
    return contradiction('amount_mismatch', 'the answer carries another currency')

  const outcomes = [top.gatewayStatus, ...nested.flatMap((one) => [one.sessionStatus, one.gatewayStatus])]
  const verdicts = [...new Set(statedValues(outcomes).map((word) => word.toLowerCase()))]
  if (verdicts.length > 1)
    return contradiction(
      'contradiction',
      `the outcome is given twice with different values: ${verdicts.join(', ').slice(0, 80)}`,
    )
  const status = text(top.sessionStatus)?.toUpperCase() ?? ''
  const evidence = {
    codes: statedValues(all.map((one) => one.responseCode)),
    approvals: distinct(all.map((one) => one.approvalCode)),
    oddApproval: all.some((one) => one.approvalCode !== undefined && typeof one.approvalCode !== 'string'),
    approvedElsewhere: [answer, ...results].some(hasApprovedCall),
    authorisedNone: authorised.some(isZero),
    hasAmount: amounts.some((amount) => amount !== undefined),
    // Never `xRefnum` with a small n, which is the reference of the call (D-11).
    references: distinct([
      ...[answer, ...results].map((one) => one['xRefNum']),
      ...all.map((one) => one.gatewayReference),
    ]),
    completedAt: timestampOf([answer, ...results]),
    message: text(results[0]?.['message']) ?? text(answer['xGatewayError']),
    card:
      text(answer['xMaskedCardNumber']) &&
      `${text(answer['xCardType']) ?? ''} ${text(answer['xMaskedCardNumber'])}`.trim(),
  }
  return decide(status, verdicts[0], evidence, text(top.progress))
}

interface Evidence {
  readonly codes: readonly string[]
  readonly approvals: readonly string[]
  /** An approval code of another type than text. */
  readonly oddApproval: boolean
  /** An approval in members of the call. */
  readonly approvedElsewhere: boolean
  /** An authorised amount of zero is present. */
  readonly authorisedNone: boolean
  readonly hasAmount: boolean
  readonly references: readonly string[]
  readonly completedAt: string | null
  readonly message: string | null
  readonly card: string | null
}

// An approval requires all evidence; an unpaid result requires that there is no approval evidence (D-12).
function decide(
  status: string,
  verdict: string | undefined,
  evidence: Evidence,
  progress: string | null,
): Outcome {
  const { codes, approvals, references: found } = evidence
  for (const [name, list] of [
    ['response code', codes],
    ['approval code', approvals],
    ['xRefNum', found],
  ] as const) {
    if (list.length > 1)
      return contradiction('contradiction', `the ${name} is given twice with different values`)
  }
  const [code] = codes
  const [approvalCode] = approvals
  const [reference] = found
  const approvalEvidence =
    code === '00' ||
    approvalCode !== undefined ||
    evidence.oddApproval ||
    verdict === 'approved' ||
    evidence.approvedElsewhere

  if (status === 'INITIATING' || status === 'IN_PROGRESS') {
    if (verdict !== undefined || approvalEvidence)
      return contradiction('contradiction', `${status} with an outcome`)
    if (status === 'INITIATING') return { kind: 'pending', phase: 'contacting' }
    return { kind: 'pending', phase: progress === 'authorizing' ? 'authorizing' : 'present_card' }
  }
  const ending = Object.hasOwn(ENDINGS, status) ? ENDINGS[status] : undefined
  if (ending === undefined)
    return unknown(status === '' ? 'the answer has no status' : 'the status is not one we know')
  if (verdict !== undefined && !Object.hasOwn(OUTCOMES, verdict))
    return unknown('the outcome is not one we know')
  const outcome = verdict === undefined ? undefined : OUTCOMES[verdict]

  if (outcome === 'approved') {
    if (ending !== 'result') return contradiction('contradiction', `${status} with an approval`)
    if (code !== undefined && code !== '00')
      return contradiction('contradiction', `approved with response code ${code.slice(0, 8)}`)
    if (evidence.oddApproval) return contradiction('contradiction', 'the approval code is not a text')
    if (code === undefined && approvalCode === undefined)
      return contradiction('contradiction', 'approved without code "00" and without an approval code')
    if (reference === undefined) return contradiction('contradiction', 'approved without an xRefNum')
    if (evidence.authorisedNone) return contradiction('amount_mismatch', 'approved with nothing authorised')
    if (!evidence.hasAmount) return contradiction('amount_mismatch', 'approved without an amount')
    return {
      kind: 'approved',
      reference,
      approvalCode: approvalCode ?? null,
      completedAt: evidence.completedAt,
      card: evidence.card,
    }
  }
  if (approvalEvidence) return contradiction('contradiction', `${verdict ?? status} with approval evidence`)
  if (ending === 'result' && outcome === undefined) return unknown('COMPLETED without an outcome')
  const kind =
    outcome === undefined || ending === 'cancelled' ? (ending === 'result' ? 'failed' : ending) : outcome
  if (ending === 'cancelled' && outcome !== undefined && outcome === 'declined')
    return contradiction('contradiction', `${status} with a decline`)
  const end = { kind, code: code ?? null, message: evidence.message, reference: reference ?? null }
  return kind === 'cancelled' ? { ...end, cancelledBy: status === 'API_CANCELLED' ? 'api' : 'terminal' } : end
}
