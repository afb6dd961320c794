// How the dictionaries of an element are found: one function per language that fetches its file, so that bundlers see each of
// them. Every file loads by itself, when a page speaks that language.
import type { Language } from './languages.ts'

/** Languages whose texts do not stand in the elements. */
export type OtherLanguage = Exclude<Language, 'en'>

/** Where a dictionary is, in every language: one that is missing does not compile. */
export type EveryDictionary<Texts> = Readonly<
  Record<OtherLanguage, () => Promise<{ readonly STRINGS: Texts }>>
>

/** Where those are that there are. */
export type DictionaryFiles<Texts> = Partial<EveryDictionary<Texts>>
