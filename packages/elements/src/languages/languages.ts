// The supported languages, and the choice of the one nearest to a language tag.

/** Languages with texts; the English texts are part of the elements. */
export const LANGUAGES = ['en', 'es', 'fr-CA', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'ar', 'he'] as const

export type Language = (typeof LANGUAGES)[number]

/** A language, or British English, whose files contain only its differences from English. */
export type Spoken = Language | 'en-GB'

/** Regions whose English is spelled as in Great Britain. */
const BRITISH = /^en-(.+-)?(GB|AU|NZ|IE|ZA|IN)$/

/**
 * The supported language nearest to a tag: the same language in the same script, else English. It reads only the tag: loading
 * the script data of `Intl.Locale` takes a browser longer than all other work before the first render.
 */
export function languageFor(tag: string): Spoken {
  const [canonical = 'en'] = Intl.getCanonicalLocales(tag)
  // Readers of the traditional script do not get the simplified one.
  if (/^zh(?!-Hans).*-(Hant|TW|HK|MO)/.test(canonical)) return 'en'
  if (BRITISH.test(canonical)) return 'en-GB'
  const [wanted] = canonical.split('-')
  return LANGUAGES.find((language) => language.split('-')[0] === wanted) ?? 'en'
}
