// The languages that the elements speak, and which of them is nearest to a language tag.

/** Languages with a dictionary; English stands in the elements themselves. */
export const LANGUAGES = ['en', 'es', 'fr-CA', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'ar', 'he'] as const

/** A language that the elements speak. */
export type Language = (typeof LANGUAGES)[number]

/**
 * The language nearest to a tag: the same language in the same script, English where there is none. By the tag alone: what
 * `Intl.Locale` knows of scripts takes a browser longer to load than all else that is done before the first drawing.
 */
export function languageFor(tag: string): Language {
  const [canonical = 'en'] = Intl.getCanonicalLocales(tag)
  // Who reads the traditional script is not given the simplified one.
  if (/^zh(?!-Hans).*-(Hant|TW|HK|MO)/.test(canonical)) return 'en'
  const [wanted] = canonical.split('-')
  return LANGUAGES.find((language) => language.split('-')[0] === wanted) ?? 'en'
}
