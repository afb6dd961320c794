// Judges a submission (§4.6): kinds of members, every rule of every field, the tier, and the agent's name and address. All
// that is wrong comes out at once (D-23). Whether the token is good, the store knows. Pure.
import { emailRule, judgeApplication, optional, readSubmission, text } from '@tapboard/contract'
import type { ApplicationValues, RuleContext } from '@tapboard/contract'
import { fieldFault, type FieldFault } from './refusal.ts'
import { isCovered, judgeTypes, SUBMISSION } from './types.ts'

/** What a submission says, cleaned, and what is wrong with it. */
export interface JudgedSubmission {
  readonly values: ApplicationValues
  readonly agentName: string | null
  readonly agentEmail: string | null
  /** Token of the terms as it was sent. */
  readonly token: string | null
  readonly faults: readonly FieldFault[]
}

/** What the judge knows beside the body. */
export interface SubmissionContext {
  /** See {@link RuleContext.today}. */
  readonly today: string
  readonly sandbox: boolean
  /** Names of the tiers of the key. */
  readonly tiers: readonly string[]
}

const agentNameRule = optional(text(1, 100))
const agentEmailRule = optional(emailRule)

/** The field that tells of a token that is missing or no good. */
export const TOKEN_PATH = 'termsToken'

/** Ends of a legal name that make the sandbox refuse, so that a partner can try what it shows then. */
const REFUSED = /\(refused\)\s*$/i

const SCRIPTED = ['dbaName', 'businessPhone', 'signers[0].dateOfBirth']

/** In the sandbox a legal name that ends in "(refused)" is refused with three messages. */
export const scriptedFaults = (corporateName: string): readonly FieldFault[] =>
  REFUSED.test(corporateName) ? SCRIPTED.map((path) => fieldFault(path, 'upstream')) : []

/** Judges the body of SubmitGoApp. */
export function judgeSubmission(
  body: Readonly<Record<string, unknown>>,
  { today, sandbox, tiers }: SubmissionContext,
): JudgedSubmission {
  const typed = judgeTypes(body, SUBMISSION)
  const { values, parts } = readSubmission(body)
  const context: RuleContext = { today, sandbox, tiers, wire: true }
  const judged = judgeApplication(values, context)
  const agentName = agentNameRule(parts.agentName ?? '', context)
  const agentEmail = agentEmailRule(parts.agentEmail ?? '', context)
  const token = parts.token ?? null
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
    ...(token === null && !sandbox && !isCovered(TOKEN_PATH, typed)
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
