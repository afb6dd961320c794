// Documents and statements of a tier (D-25). ID, version and SHA-256 of its text identify a document; the
// hash changes with every fee, so an acceptance always refers to the displayed text. Pure.
import { sha256, toHex } from '@tapboard/store/crypto'
import type { TierWords } from './texts.ts'
import { ENGLISH } from './texts-en.ts'
import { FRENCH } from './texts-fr.ts'
import { TEXTS_VERSION, type AgreementTexts } from './texts.ts'

/** A document in the answer of Agreement. */
interface AgreementDocument {
  readonly Id: string
  readonly Title: string
  readonly Version: string
  /** SHA-256 of the UTF-8 text in hex. */
  readonly Sha256: string
  readonly Locale: string
  /** Plain text with empty lines between paragraphs. */
  readonly Text: string
}

/** A statement in the answer of Agreement. */
interface AgreementConsent {
  readonly Id: string
  readonly Locale: string
  readonly Text: string
}

/** The texts for a requested language, the first one first. */
const textsFor = (locale: string): readonly AgreementTexts[] =>
  /^fr(-|$)/i.test(locale.trim()) ? [FRENCH, ENGLISH] : [ENGLISH]

function write({ locale, documents }: AgreementTexts, tier: TierWords): readonly AgreementDocument[] {
  return documents.map(({ id, title, paragraphs }) => {
    const Text = paragraphs(tier).join('\n\n')
    const Sha256 = toHex(sha256(Text))
    return { Id: id, Title: title, Version: TEXTS_VERSION, Sha256, Locale: locale, Text }
  })
}

/**
 * Creates the documents of a tier in English, or in French followed by English. Both languages of a document
 * share its ID.
 */
export const documentsOf = (tier: TierWords, locale: string): readonly AgreementDocument[] =>
  textsFor(locale).flatMap((texts) => write(texts, tier))

/**
 * Returns the statements in English, or in French followed by English. Both languages of a statement share its ID.
 */
export const consentsOf = (locale: string): readonly AgreementConsent[] =>
  textsFor(locale).flatMap((texts) =>
    texts.consents.map(({ id, text }) => ({ Id: id, Locale: texts.locale, Text: text })),
  )

/** The identification of an accepted document. */
export interface AgreedDocument {
  readonly Id: string
  readonly Version: string
  readonly Sha256: string
}

/** Whether the list contains each document of the tier in at least one language, and no other document. */
export function coversAllDocuments(tier: TierWords, agreed: readonly AgreedDocument[]): boolean {
  const current = [ENGLISH, FRENCH].flatMap((texts) => write(texts, tier))
  const matches = (document: AgreedDocument) =>
    current.some(
      ({ Id, Version, Sha256 }) =>
        Id === document.Id && Version === document.Version && Sha256 === document.Sha256.toLowerCase(),
    )
  const ids = new Set(agreed.map(({ Id }) => Id))
  return agreed.every(matches) && ENGLISH.documents.every(({ id }) => ids.has(id))
}

/** Whether the list contains exactly the statements. */
export function coversAllConsents(ids: readonly string[]): boolean {
  const given = new Set(ids)
  return given.size === ENGLISH.consents.length && ENGLISH.consents.every(({ id }) => given.has(id))
}
