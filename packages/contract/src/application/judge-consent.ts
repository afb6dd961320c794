// The consent at the end: the current documents, every statement, and the name of a signer. Element and BFF call the same
// function; the paths are those of the body of a submission.
import { cleanText } from './clean.ts'
import type { FieldIssue } from './judge.ts'
import type { Terms } from './page.ts'
import type { SubmitApplication } from './submit.ts'
import type { SignerValues } from './values.ts'

const plain = (name: string): string => cleanText(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Checks whether `typed` is the first and last name of a person of the application; ignores case, accents and spaces. */
export const isSignature = (typed: string, signers: readonly SignerValues[]): boolean =>
  signers.some(
    ({ firstName, lastName }) => firstName !== '' && plain(typed) === plain(`${firstName} ${lastName}`),
  )

const marks = (documents: SubmitApplication['consent']['documents']): string =>
  documents
    .map(({ id, version, sha256 }) => [id, version, sha256].join('\n'))
    .toSorted()
    .join('\n\n')

/** Judges a consent. `terms` are the current terms, or `null` if a frame or the page shows them. */
export function judgeConsent(
  consent: SubmitApplication['consent'],
  signers: readonly SignerValues[],
  terms: Terms | null,
): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (terms && marks(terms.documents) !== marks(consent.documents))
    issues.push({ path: 'consent.documents', code: 'documents-changed' })
  if (terms?.consents.some(({ id }) => !consent.accepted.includes(id)))
    issues.push({ path: 'consent.accepted', code: 'consent-missing' })
  if (!isSignature(consent.signerName, signers))
    issues.push({ path: 'consent.signerName', code: 'signature-name' })
  return issues
}
