// The languages that the elements speak, and which of them is nearest to a language tag.

/** Languages with a dictionary; English stands in the elements themselves (design/experience.md). */
export const LANGUAGES = ['en', 'es', 'fr-CA', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'ar', 'he'] as const

/** A language that the elements speak. */
export type Language = (typeof LANGUAGES)[number]

/** The language nearest to a tag that `Intl` accepts: the same language in the same script, English where there is none. */
export function languageFor(tag: string): Language {
  const wanted = new Intl.Locale(tag).maximize()
  return (
    LANGUAGES.find((language) => {
      const own = new Intl.Locale(language).maximize()
      return own.language === wanted.language && own.script === wanted.script
    }) ?? 'en'
  )
}
