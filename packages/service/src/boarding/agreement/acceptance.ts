// Validates an acceptance (D-25): the current documents, every statement, the names, and the evidence.
// Reports all errors at once. Pure.
import { cleanText, isObject, lengthOf, memberOf } from '@tapboard/contract'
import { fieldFault, type FieldFault } from '../refusal.ts'
import { AGREEMENT, isCovered, judgeTypes } from '../types.ts'
import { coversAllConsents, coversAllDocuments, type AgreedDocument } from './documents.ts'
import type { TierWords } from './texts.ts'

export interface Acceptance {
  readonly corporateName: string
  readonly signerName: string
  readonly documents: readonly AgreedDocument[]
  readonly consents: readonly string[]
  readonly evidence: Readonly<Record<string, string>>
}

/** Maximum number of members of the evidence. */
const EVIDENCE_MAX = 20
/** Maximum length of a member; a user agent has a few hundred characters. */
const EVIDENCE_LENGTH = 2_000

const textAt = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

const listAt = (body: unknown, name: string): readonly unknown[] => {
  const value = memberOf(body, name)
  return Array.isArray(value) ? value : []
}

const nameFault = (path: string, name: string): readonly FieldFault[] =>
  name === ''
    ? [fieldFault(path, 'required')]
    : lengthOf(name) > 100
      ? [fieldFault(path, 'too-long')]
      : /\p{L}/u.test(name)
        ? []
        : [fieldFault(path, 'text-characters')]

function evidenceFaults(evidence: unknown): readonly FieldFault[] {
  const path = 'consent.evidence'
  const entries = isObject(evidence) ? Object.entries(evidence) : []
  if (entries.length === 0) return [fieldFault(path, 'required')]
  const good = entries.every(
    ([name, value]) => name.length <= 64 && typeof value === 'string' && value.length <= EVIDENCE_LENGTH,
  )
  const words = `Send at most ${EVIDENCE_MAX} texts of at most ${EVIDENCE_LENGTH} characters.`
  return good && entries.length <= EVIDENCE_MAX ? [] : [{ path, words, code: 'ValidationError' }]
}

/** Parses and validates the member `Acceptance` for a tier. */
export function validateAcceptance(
  body: Readonly<Record<string, unknown>>,
  tier: TierWords,
): { readonly acceptance: Acceptance; readonly faults: readonly FieldFault[] } {
  const typed = judgeTypes(body, AGREEMENT)
  const given = memberOf(body, 'Acceptance')
  const evidence = memberOf(given, 'Evidence')
  const acceptance: Acceptance = {
    corporateName: cleanText(textAt(given, 'CorporateName')),
    signerName: cleanText(textAt(given, 'SignerName')),
    documents: listAt(given, 'Documents')
      .slice(0, 20)
      .map((each) => ({
        Id: textAt(each, 'Id'),
        Version: textAt(each, 'Version'),
        Sha256: textAt(each, 'Sha256'),
      })),
    consents: listAt(given, 'Consents')
      .filter((each) => typeof each === 'string')
      .slice(0, 20),
    evidence: isObject(evidence) ? (evidence as Readonly<Record<string, string>>) : {},
  }
  const faults = [
    ...nameFault('consent.corporateName', acceptance.corporateName),
    ...nameFault('consent.signerName', acceptance.signerName),
    ...(coversAllDocuments(tier, acceptance.documents)
      ? []
      : [fieldFault('consent.documents', 'documents-changed')]),
    ...(coversAllConsents(acceptance.consents) ? [] : [fieldFault('consent.accepted', 'consent-missing')]),
    ...evidenceFaults(evidence),
  ].filter(({ path }) => !isCovered(path, typed) && !typed.some((fault) => fault.path.startsWith(`${path}[`)))
  return { acceptance, faults: [...typed, ...faults] }
}
