// Validates a submission (§4.6): types, field rules, the tier, and the agent's name and email. Reports all
// errors at once (D-23). The token is checked against the store elsewhere. Pure.
import { emailRule, judgeApplication, optional, readSubmission, text } from '@tapboard/contract'
import type { ApplicationValues, RuleContext } from '@tapboard/contract'
import { fieldFault, type FieldFault } from './refusal.ts'
import { isCovered, judgeTypes, SUBMISSION } from './types.ts'

/** The normalized values of a submission and their errors. */
export interface ValidatedSubmission {
  readonly values: ApplicationValues
  readonly agentName: string | null
  readonly agentEmail: string | null
  /** The terms token as sent; `null` if it is missing or blank. */
  readonly token: string | null
  readonly faults: readonly FieldFault[]
}

/** Facts for the validation beside the body. */
interface SubmissionContext {
  /** The current date; see {@link RuleContext.today}. */
  readonly today: string
  readonly sandbox: boolean
  /** Names of the tiers available to the key. */
  readonly tiers: readonly string[]
}

const agentNameRule = optional(text(1, 100))
const agentEmailRule = optional(emailRule)

/** Path of errors about the terms token. */
export const TOKEN_PATH = 'termsToken'

/** Suffix of a legal name that makes the sandbox reject the application, for partners' tests. */
const REFUSED = /\(refused\)\s*$/i

const SCRIPTED = ['dbaName', 'businessPhone', 'signers[0].dateOfBirth']

/** Scripted sandbox errors: a legal name that ends in "(refused)" gets three messages. */
export const scriptedFaults = (corporateName: string): readonly FieldFault[] =>
  REFUSED.test(corporateName) ? SCRIPTED.map((path) => fieldFault(path, 'upstream')) : []

/** Validates the body of SubmitGoApp. */
export function validateSubmission(
  body: Readonly<Record<string, unknown>>,
  { today, sandbox, tiers }: SubmissionContext,
): ValidatedSubmission {
  const typed = judgeTypes(body, SUBMISSION)
  const { values, parts } = readSubmission(body)
  const context: RuleContext = { today, sandbox, tiers, wire: true }
  const judged = judgeApplication(values, context)
  const agentName = agentNameRule(parts.agentName ?? '', context)
  const agentEmail = agentEmailRule(parts.agentEmail ?? '', context)
  const token = parts.token?.trim() ? parts.token : null
  const issues = [
    ...judged.issues,
    ...(agentName.code === '' ? [] : [{ path: 'agentName', code: agentName.code }]),
    ...(agentEmail.code === '' ? [] : [{ path: 'agentEmail', code: agentEmail.code }]),
  ].filter(({ path }) => !isCovered(path, typed))
  const faults = [
    ...typed,
    ...issues.map(({ path, code }) =>
      fieldFault(path, code, code === 'tier-unavailable' ? 'InvalidTier' : 'ValidationError'),
    ),
    ...(token === null && !isCovered(TOKEN_PATH, typed)
      ? [fieldFault(TOKEN_PATH, 'terms-token', 'InvalidToken', 'missing')]
      : []),
  ]
  return {
    values: judged.values,
    agentName: agentName.value || null,
    agentEmail: agentEmail.value || null,
    token,
    faults,
  }
}
