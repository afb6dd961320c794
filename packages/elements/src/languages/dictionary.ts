// What a dictionary must give, element by element: a missing or unknown key does not compile. Dictionaries are files of their
// own that import nothing at run time, so that a page loads just the language it speaks.
import type { AddressStrings } from '../merchant-apply/fields/address.strings.ts'
import type { FIELDS } from '../merchant-apply/fields/fields.strings.ts'
import type { RefusalKey, ShellStrings } from '../merchant-apply/merchant-apply.strings.ts'
import type { AgreementStrings } from '../merchant-apply/steps/agreement.strings.ts'
import type { BankStrings } from '../merchant-apply/steps/bank.strings.ts'
import type { BusinessStrings } from '../merchant-apply/steps/business.strings.ts'
import type { ContactStrings } from '../merchant-apply/steps/contact.strings.ts'
import type { DoneStrings } from '../merchant-apply/steps/done.strings.ts'
import type { PlanError, PlanStrings } from '../merchant-apply/steps/plan.strings.ts'
import type { ReviewStrings } from '../merchant-apply/steps/review.strings.ts'
import type { SignersStrings } from '../merchant-apply/steps/signers.strings.ts'
import type { TaxStrings } from '../merchant-apply/steps/tax.strings.ts'
import type { RefusedKey } from '../terminal-pay/resolve.strings.ts'
import type { ReasonKey } from '../terminal-pay/result.strings.ts'
import type { RegisterRefusal } from '../terminal-pay/register.strings.ts'
import type { ProblemKey, Strings } from '../terminal-pay/terminal-pay.strings.ts'

/** A table that a page may leave gaps in, and a dictionary may not. */
type Whole<Texts, Name extends keyof Texts, Key extends string> = Omit<Texts, Name> & {
  readonly [name in Name]: Readonly<Record<Key, string>>
}

/** Texts of `<terminal-pay>`: `pay/<language>.ts` exports one as `STRINGS`. */
export type PayDictionary = Whole<
  Whole<Strings, 'problems', ProblemKey | ReasonKey | RegisterRefusal>,
  'undecided',
  RefusedKey
>

/** Texts of what `<merchant-apply>` draws first: `apply/<language>.ts` exports one as `STRINGS`. */
export interface ApplyDictionary {
  readonly shell: Whole<ShellStrings, 'refusals', RefusalKey>
  readonly plan: Whole<PlanStrings, 'errors', PlanError>
}

/** Texts of its fields up to the signers: `apply-fields/<language>.ts`. */
export interface ApplyFieldsDictionary {
  readonly fields: typeof FIELDS
  /** Countries are named by `Intl.DisplayNames`; states keep their official names where a language has none of its own. */
  readonly address: Omit<AddressStrings, 'states' | 'countries'> & {
    readonly states?: Partial<AddressStrings['states']>
  }
  readonly business: BusinessStrings
  readonly tax: TaxStrings
  readonly contact: ContactStrings
}

/** Texts of people and bank account: `apply-people/<language>.ts`. */
export interface ApplyPeopleDictionary {
  /** Roles are sent as English has them; a dictionary gives their names for the person. */
  readonly signers: Omit<SignersStrings, 'titles'>
  readonly bank: BankStrings
}

/** Texts from the review to the end: `apply-end/<language>.ts`. */
export interface ApplyEndDictionary {
  readonly review: ReviewStrings
  readonly agreement: AgreementStrings
  readonly done: DoneStrings
}

/** All texts of `<merchant-apply>`. */
export type ApplyTexts = ApplyDictionary & ApplyFieldsDictionary & ApplyPeopleDictionary & ApplyEndDictionary
