// The dictionaries of an element: one import function per language, so that bundlers find every file. A page loads only the
// files of its language.
import type { Language } from './languages.ts'

/** Languages other than English, whose texts are separate files. */
export type OtherLanguage = Exclude<Language, 'en'>

/** The import functions of all languages: a missing one does not compile. */
export type EveryDictionary<Texts> = Readonly<
  Record<OtherLanguage, () => Promise<{ readonly STRINGS: Texts }>>
>

/** The import functions of the available languages. */
export type DictionaryFiles<Texts> = Partial<EveryDictionary<Texts>>
