// Reads the documents and statements of an Agreement answer (D-25). One invalid document, or a text that does not match its
// hash, rejects the whole answer: the person would otherwise agree to something else.
import { memberOf, type Consent, type Terms, type TermsDocument } from '@tapboard/contract'
import { sha256, toHex } from '@tapboard/store/crypto'
import { isOpaque } from './answer.ts'
import { shownText } from './tiers.ts'

/** Maximum size of an answer with documents in bytes. */
export const MAX_TERMS_BYTES = 2_097_152

/** `SubmitApplication` accepts at most this many. */
const MAX_ENTRIES = 20
const MAX_DOCUMENT = 500_000
const MAX_STATEMENT = 2_000

const isLocale = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(value)

/** Checks a document's text. It is shown unchanged, because it is hashed; control characters are line breaks and tabs only. */
const isDocumentText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= MAX_DOCUMENT &&
  !/(?![\t\n\r])\p{Cc}|\p{Cs}/u.test(value)

function readDocument(entry: unknown): TermsDocument | null {
  const member = (name: string): unknown => memberOf(entry, name)
  const [id, version, text, locale] = [member('Id'), member('Version'), member('Text'), member('Locale')]
  const title = shownText(member('Title'))
  const stated = member('Sha256')
  if (!isOpaque(id, 128) || typeof version !== 'string' || !isOpaque(version, 64)) return null
  if (title === null || !isDocumentText(text) || !isLocale(locale) || typeof stated !== 'string') return null
  const hash = toHex(sha256(text))
  return stated.toLowerCase() === hash ? { id, title, version, sha256: hash, locale, text } : null
}

function readConsent(entry: unknown): Consent | null {
  const [id, locale] = [memberOf(entry, 'Id'), memberOf(entry, 'Locale')]
  const text = shownText(memberOf(entry, 'Text'), MAX_STATEMENT)
  return isOpaque(id, 128) && isLocale(locale) && text !== null ? { id, locale, text } : null
}

function readAll<Value>(list: unknown, read: (entry: unknown) => Value | null): Value[] | null {
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) return null
  const values = list.map(read)
  return values.some((value) => value === null) ? null : (values as Value[])
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? ''

/** Distance of a document's language from the requested one: 0 same tag, 1 same language, 2 another language. */
const distance = (locale: string, wished: string): number =>
  locale.toLowerCase() === wished.toLowerCase() ? 0 : languageOf(locale) === languageOf(wished) ? 1 : 2

/** Reads the terms of an answer, the requested language first; `null` if they are incomplete or invalid. */
export function readTerms(body: Readonly<Record<string, unknown>>, wished: string): Terms | null {
  const documents = readAll(memberOf(body, 'Documents'), readDocument)
  const consents = readAll(memberOf(body, 'Consents') ?? [], readConsent)
  if (documents === null || documents.length === 0 || consents === null) return null
  const nearest = (one: { readonly locale: string }, other: { readonly locale: string }): number =>
    distance(one.locale, wished) - distance(other.locale, wished)
  return { documents: documents.toSorted(nearest), consents: consents.toSorted(nearest) }
}
