// Everything that must be right before a submission is written down, judged at once: values with their secrets, the tier, the
// consents, the name. Pure; what the upstream offers and asks now comes in.
import {
  FIELD_MESSAGES,
  isRegulated,
  isSignature,
  judgeApplication,
  judgeConsent,
  latestDate,
  textsOf,
  withoutSecrets,
  withSecrets,
  type ApplicationSecrets,
  type ApplicationValues,
  type FieldIssue,
  type Issue,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import { canonicalHash } from './canonical.ts'

/** Facts for the judge. */
export interface JudgeFacts {
  readonly nowMs: number
  readonly environment: 'sandbox' | 'production'
  /** Names of the tiers that token and upstream both allow. */
  readonly tiers: readonly string[]
  /** The terms of the consent; `null` where a frame or the page shows them, or where they are unknown. */
  readonly terms: Terms | null
  /** Must the page bring a token of the terms? */
  readonly needsToken: boolean
}

/** Cleaned values with the secrets in their places, or the issues. */
export type Verdict =
  | { readonly ok: true; readonly values: ApplicationValues }
  | { readonly ok: false; readonly issues: readonly Issue[] }

const issueOf = ({ path, code }: FieldIssue): Issue => ({ path, code, message: FIELD_MESSAGES[code] })

export function judgeSubmission(
  body: SubmitApplication,
  secrets: ApplicationSecrets,
  { nowMs, environment, tiers, terms, needsToken }: JudgeFacts,
): Verdict {
  const context = { today: latestDate(nowMs), sandbox: environment === 'sandbox', tiers, wire: false }
  const { values, issues } = judgeApplication(withSecrets(body.values, secrets), context)
  const consent = judgeConsent(body.consent, values.signers, terms)
  const token: FieldIssue[] =
    needsToken && body.termsToken === undefined ? [{ path: 'termsToken', code: 'terms-token' }] : []
  const all = [...issues, ...consent, ...token].map(issueOf)
  return all.length === 0 ? { ok: true, values } : { ok: false, issues: all }
}

/** The secrets as they were typed and every regulated value as it is sent, to redact them. */
export const secretTexts = (secrets: ApplicationSecrets, values: ApplicationValues): readonly string[] =>
  [...Object.values(secrets).flat(), ...textsOf(values, isRegulated).map(([, text]) => text)].filter(
    (text) => text.length >= 4,
  )

/** Recognises what was agreed to, without the secrets. */
export const hashValues = (values: ApplicationValues): string => canonicalHash(withoutSecrets(values))

/** Which person of the list signed; of two with one name the first. */
export function signerIndex(typed: string, { signers }: ApplicationValues): number | null {
  const index = signers.findIndex((signer) => isSignature(typed, [signer]))
  return index < 0 ? null : index
}
