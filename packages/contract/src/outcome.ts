// The one place that judges an answer to "how is that session?" (D-10 … D-12). Pure. It never guesses: what is not
// clearly final is pending or unknown, what contradicts itself is a contradiction. Two reads, timers and what a sale
// becomes are the ledger's.
import type { Currency } from './currency.ts'
import { readMembers, SPELLINGS } from './dialect.ts'
import { isObject } from './json.ts'
import { readWireAmount } from './money.ts'

/** What we started: an answer about anything else is an identity mismatch. */
export interface Expected {
  readonly sessionId: string
  readonly externalId: string
  readonly deviceId: string
  readonly amountMinor: number
  readonly currency: Currency
}

/** Why an answer needs a person. */
export type ContradictionReason = 'amount_mismatch' | 'identity_mismatch' | 'contradiction'

/** What an answer says about our session. */
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
      /** Of a cancelled session: over the API (`API_CANCELLED`) or at the terminal (`USER_CANCELLED`). */
      readonly cancelledBy?: 'api' | 'terminal'
    }
  | { readonly kind: 'contradiction'; readonly reason: ContradictionReason; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }

/** The one command that is ever sent (D-07): a refund or an authorisation is another transaction. */
const COMMAND = 'cc:sale'

const asked = [
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

/** All different non-blank texts among the given values. */
const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => text(value) ?? [])),
]

/** The same where anything said counts: a code that is no text (`51`, `false`) is evidence all the same. */
const said = (values: readonly unknown[]): string[] =>
  distinct(
    values.map((value) =>
      value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value),
    ),
  )

/** The nested results of either dialect (D-10), whatever they are. */
const nestedResults = (answer: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(answer).flatMap(([name, value]) =>
    ['transactionresult', 'xtransactionresult'].includes(name.toLowerCase()) && value !== null ? [value] : [],
  )

/** Is this the body of an error (D-20), whatever session it names? */
const isError = (answer: Readonly<Record<string, unknown>>): boolean =>
  answer['xResult'] === 'E' || isObject(answer['error'])

/** Gateways that say the outcome where others say how the call went. */
const saysApproved = (answer: Readonly<Record<string, unknown>>): boolean =>
  answer['xResult'] === 'A' || text(answer['xStatus'])?.toLowerCase() === 'approved'

const words: Readonly<Record<string, 'approved' | 'declined' | 'timed_out' | 'failed'>> = {
  approved: 'approved',
  declined: 'declined',
  timeout: 'timed_out',
  error: 'failed',
}

/** What the session's own status says; `null` while live or when the word is not of D-09. */
const endings: Readonly<Record<string, 'result' | 'timed_out' | 'failed' | 'cancelled'>> = {
  COMPLETED: 'result',
  TIMEOUT: 'timed_out',
  ERROR: 'failed',
  USER_CANCELLED: 'cancelled',
  API_CANCELLED: 'cancelled',
}

/**
 * The first moment that is said in the form of D-13, as it was said. Gateways write dates in forms of their own, and none
 * decides about money: two that differ are no contradiction.
 */
const momentOf = (answers: readonly Readonly<Record<string, unknown>>[]): string | null => {
  const names = SPELLINGS.date.map((name) => name.toLowerCase())
  const values = answers.flatMap((answer) =>
    Object.entries(answer).flatMap(([name, value]) => (names.includes(name.toLowerCase()) ? [value] : [])),
  )
  const found = distinct(values).find((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value))
  return found ?? null
}

/** Is a currency named that is not ours? The wire names none (D-30); codes that are no letters cannot be compared. */
const otherCurrency = (values: readonly unknown[], expected: Expected): boolean =>
  distinct(values).some((code) => /^[A-Za-z]{3}$/.test(code) && code.toUpperCase() !== expected.currency)

/** `0`, `"0"` or `"0.00"`: as an authorised amount, nothing. */
const isZero = (value: unknown): boolean =>
  value === 0 || (typeof value === 'string' && /^0(\.0{1,2})?$/.test(value))

const mismatchedAmount = (values: readonly unknown[], expected: Expected): boolean =>
  values.some((value) => {
    if (value === undefined || value === null) return false
    const read = readWireAmount(value, expected.currency)
    return !read.ok || read.minor !== expected.amountMinor
  })

/** Judges one answer of §4.4 (parsed JSON, HTTP 200) for the session we expect. */
export function outcomeOf(answer: unknown, expected: Expected): Outcome {
  if (!isObject(answer)) return unknown('the answer is not a JSON object')
  const read = readMembers(answer, asked)
  if (!read.ok) return contradiction('contradiction', `${read.name} is given twice with different values`)
  const top = read.members
  const nestedValues = nestedResults(answer)
  const results = nestedValues.filter(isObject)
  if (isError(answer)) return unknown('the answer is an error')
  if (results.length < nestedValues.length) return unknown('the result is not a JSON object')
  const inner = results.map((result) => readMembers(result, asked))
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
  if (said(all.map((one) => one.command)).some((command) => command.toLowerCase() !== COMMAND))
    return contradiction('identity_mismatch', 'the answer is about another kind of transaction')
  // Nothing authorised is what an unpaid answer says; beside an approval it is another amount.
  const authorised = all.map((one) => one.authAmount)
  const amounts = [...all.map((one) => one.amount), ...authorised.filter((amount) => !isZero(amount))]
  if (mismatchedAmount(amounts, expected))
    return contradiction('amount_mismatch', 'the answer carries another amount')

  const currencies = all.map((one) => one.currency)
  if (otherCurrency(currencies, expected))
    return contradiction('amount_mismatch', 'the answer carries another currency')

  const outcomes = [top.gatewayStatus, ...nested.flatMap((one) => [one.sessionStatus, one.gatewayStatus])]
  const verdicts = [...new Set(said(outcomes).map((word) => word.toLowerCase()))]
  if (verdicts.length > 1)
    return contradiction('contradiction', `the outcome is said twice: ${verdicts.join(', ').slice(0, 80)}`)
  const status = text(top.sessionStatus)?.toUpperCase() ?? ''
  const evidence = {
    codes: said(all.map((one) => one.responseCode)),
    approvals: distinct(all.map((one) => one.approvalCode)),
    oddApproval: all.some((one) => one.approvalCode !== undefined && typeof one.approvalCode !== 'string'),
    approvedElsewhere: [answer, ...results].some(saysApproved),
    authorisedNone: authorised.some(isZero),
    hasAmount: amounts.some((amount) => amount !== undefined),
    // Never `xRefnum` with a small n, which names the call (D-11).
    references: distinct([
      ...[answer, ...results].map((one) => one['xRefNum']),
      ...all.map((one) => one.gatewayReference),
    ]),
    completedAt: momentOf([answer, ...results]),
    message: text(results[0]?.['message']) ?? text(answer['xGatewayError']),
    card:
      text(answer['xMaskedCardNumber']) &&
      `${text(answer['xCardType']) ?? ''} ${text(answer['xMaskedCardNumber'])}`.trim(),
  }
  return judge(status, verdicts[0], evidence, text(top.progress))
}

interface Evidence {
  readonly codes: readonly string[]
  readonly approvals: readonly string[]
  /** There is an approval code, and it is no text: nothing to believe, nothing to overlook. */
  readonly oddApproval: boolean
  /** Said beside the outcome's own members. */
  readonly approvedElsewhere: boolean
  /** An authorised amount of zero is said. */
  readonly authorisedNone: boolean
  readonly hasAmount: boolean
  readonly references: readonly string[]
  readonly completedAt: string | null
  readonly message: string | null
  readonly card: string | null
}

/** Approved needs everything; unpaid counts only without approval evidence (D-12). */
function judge(
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
  const ending = Object.hasOwn(endings, status) ? endings[status] : undefined
  if (ending === undefined)
    return unknown(status === '' ? 'the answer has no status' : 'the status is not one we know')
  if (verdict !== undefined && !Object.hasOwn(words, verdict))
    return unknown('the outcome is not one we know')
  const outcome = verdict === undefined ? undefined : words[verdict]

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
