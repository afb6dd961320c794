// The documents and statements of a tier (D-25). A document is known by ID, version and SHA-256 of its text, which changes
// with every fee: nobody has agreed to another text than the one they saw. Pure.
import { sha256, toHex } from '@tapboard/store/crypto'
import type { TierWords } from './texts.ts'
import { ENGLISH } from './texts-en.ts'
import { FRENCH } from './texts-fr.ts'
import { TEXTS_VERSION, type AgreementTexts } from './texts.ts'

/** A document as Agreement answers it. */
export interface AgreementDocument {
  readonly Id: string
  readonly Title: string
  readonly Version: string
  /** SHA-256 of the text in UTF-8, hex. */
  readonly Sha256: string
  readonly Locale: string
  /** Plain text, paragraphs separated by an empty line. */
  readonly Text: string
}

/** A statement as Agreement answers it. */
export interface AgreementConsent {
  readonly Id: string
  readonly Locale: string
  readonly Text: string
}

const isFrench = (locale: string): boolean => /^fr(-|$)/i.test(locale.trim())

function write({ locale, documents }: AgreementTexts, tier: TierWords): readonly AgreementDocument[] {
  return documents.map(({ id, title, paragraphs }) => {
    const Text = paragraphs(tier).join('\n\n')
    const Sha256 = toHex(sha256(Text))
    return { Id: id, Title: title, Version: TEXTS_VERSION, Sha256, Locale: locale, Text }
  })
}

/** The documents of a tier: in English, or first in French and then in English. The languages of a document share its ID. */
export const documentsOf = (tier: TierWords, locale: string): readonly AgreementDocument[] =>
  (isFrench(locale) ? [FRENCH, ENGLISH] : [ENGLISH]).flatMap((texts) => write(texts, tier))

/** The statements to agree to, in one language. */
export function consentsOf(locale: string): readonly AgreementConsent[] {
  const texts = isFrench(locale) ? FRENCH : ENGLISH
  return texts.consents.map(({ id, text }) => ({ Id: id, Locale: texts.locale, Text: text }))
}

/** A document as somebody agreed to it. */
export interface AgreedDocument {
  readonly Id: string
  readonly Version: string
  readonly Sha256: string
}

/** Is each document of the tier among these in one of its languages, and nothing else? */
export function areTheDocuments(tier: TierWords, agreed: readonly AgreedDocument[]): boolean {
  const current = [ENGLISH, FRENCH].flatMap((texts) => write(texts, tier))
  const matches = (document: AgreedDocument) =>
    current.some(
      ({ Id, Version, Sha256 }) =>
        Id === document.Id && Version === document.Version && Sha256 === document.Sha256.toLowerCase(),
    )
  const ids = new Set(agreed.map(({ Id }) => Id))
  return agreed.every(matches) && ENGLISH.documents.every(({ id }) => ids.has(id))
}

/** Is every statement agreed to, and no other? */
export function areTheConsents(ids: readonly string[]): boolean {
  const given = new Set(ids)
  return given.size === ENGLISH.consents.length && ENGLISH.consents.every(({ id }) => given.has(id))
}
