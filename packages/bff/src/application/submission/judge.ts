// Validates a submission before it is stored: values with their secrets, the tier, the consents, the signature. Pure; the
// current tiers and terms are parameters.
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
import { acceptedStatements, type AcceptedStatement } from '../plans/statements.ts'
import { canonicalHash } from './canonical.ts'

/** The current facts that a submission is validated against. */
interface JudgeFacts {
  readonly nowMs: number
  readonly environment: 'sandbox' | 'production'
  /** Names of the tiers that token and upstream both allow. */
  readonly tiers: readonly string[]
  /** The terms of the consent; `null` if a frame or the page shows them, or the tier is not offered. */
  readonly terms: Terms | null
  /** Whether the page must send a terms token. */
  readonly needsToken: boolean
}

/** The cleaned values with their secrets and the accepted statements, or the issues. */
type Verdict =
  | {
      readonly ok: true
      readonly values: ApplicationValues
      readonly statements: readonly AcceptedStatement[]
    }
  | { readonly ok: false; readonly issues: readonly Issue[] }

const issueOf = ({ path, code }: FieldIssue): Issue => ({ path, code, message: FIELD_MESSAGES[code] })

/** The issue of terms that are not those that the page showed. */
const CHANGED: FieldIssue = { path: 'consent.documents', code: 'documents-changed' }

/** Validates a submission; reports all issues at once. */
export function judgeSubmission(
  body: SubmitApplication,
  secrets: ApplicationSecrets,
  { nowMs, environment, tiers, terms, needsToken }: JudgeFacts,
): Verdict {
  const context = { today: latestDate(nowMs), sandbox: environment === 'sandbox', tiers, wire: false }
  const { values, issues } = judgeApplication(withSecrets(body.values, secrets), context)
  const { statements, changed } = acceptedStatements(body.consent.accepted, terms)
  const accepted = statements.map(({ id }) => id)
  const consent = judgeConsent({ ...body.consent, accepted }, values.signers, terms)
  const isNamed = consent.some(({ path }) => path === CHANGED.path)
  const token: FieldIssue[] =
    needsToken && body.termsToken === undefined ? [{ path: 'termsToken', code: 'terms-token' }] : []
  const all = [...issues, ...(changed && !isNamed ? [CHANGED] : []), ...consent, ...token].map(issueOf)
  return all.length === 0 ? { ok: true, values, statements } : { ok: false, issues: all }
}

/** Returns the secrets as entered and all regulated values as sent, to redact them from answers. */
export const secretTexts = (secrets: ApplicationSecrets, values: ApplicationValues): readonly string[] =>
  [...Object.values(secrets).flat(), ...textsOf(values, isRegulated).map(([, text]) => text)].filter(
    (text) => text.length >= 4,
  )

/** Hashes the accepted values without the secrets. */
export const hashValues = (values: ApplicationValues): string => canonicalHash(withoutSecrets(values))

/** Returns the index of the signer; the first of two persons with the same name. */
export function signerIndex(typed: string, { signers }: ApplicationValues): number | null {
  const index = signers.findIndex((signer) => isSignature(typed, [signer]))
  return index < 0 ? null : index
}
