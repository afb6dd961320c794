// How the dictionaries of an element are found: one function per language that fetches its file, so that bundlers see each of
// them. Every file loads by itself, when a page speaks that language.
import type { Language } from './languages.ts'

/** Languages whose texts do not stand in the elements. */
export type OtherLanguage = Exclude<Language, 'en'>

/** Where a dictionary is, by language. */
export type DictionaryFiles<Texts> = Readonly<
  Partial<Record<OtherLanguage, () => Promise<{ readonly STRINGS: Texts }>>>
>
