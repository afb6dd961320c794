// The dictionaries of an element: one import function per language, so that bundlers find every file. A page loads only the
// files of its language.
import type { Language } from './languages.ts'

/** Languages other than English, whose texts are separate files. */
export type OtherLanguage = Exclude<Language, 'en'>

/** The import functions of all languages: a missing one does not compile. */
export type EveryDictionary<Texts> = Readonly<
  Record<OtherLanguage, () => Promise<{ readonly STRINGS: Texts }>>
>

/** Some of the texts, at any depth. */
export type Changes<Texts> = Texts extends (...given: never[]) => unknown
  ? Texts
  : Texts extends readonly unknown[]
    ? Texts
    : { readonly [key in keyof Texts]?: Changes<Texts[key]> }

/** The same with British English, where a part has texts that differ. */
export type EveryDictionaryWithBritish<Texts> = EveryDictionary<Texts> & {
  readonly 'en-GB': () => Promise<{ readonly STRINGS: Changes<Texts> }>
}

/** The import functions of the available languages. */
export type DictionaryFiles<Texts> = Partial<EveryDictionary<Texts>> & {
  readonly 'en-GB'?: () => Promise<{ readonly STRINGS: Changes<Texts> }>
}
