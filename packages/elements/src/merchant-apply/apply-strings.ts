// The type of `strings` of <merchant-apply>: any part of the texts of its groups. Types only.
import type { ApplyTexts } from '../languages/dictionary.ts'
import type { AddressStrings } from './fields/address.strings.ts'
import type { SignersStrings } from './steps/signers.strings.ts'

/** Any part of a table of texts; a text, a list and a function are replaced as a whole. */
type Replacement<Texts> = Texts extends string | readonly unknown[] | ((...values: never) => unknown)
  ? Texts
  : { readonly [Key in keyof Texts]?: Replacement<Texts[Key]> | undefined }

/** Texts that replace those of `<merchant-apply>`, by group and key. */
export type ApplyStrings = Replacement<
  Omit<ApplyTexts, 'address' | 'signers'> & {
    readonly address: AddressStrings
    readonly signers: SignersStrings
  }
>
