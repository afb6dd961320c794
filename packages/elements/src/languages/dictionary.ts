// The keys of a dictionary, element by element: a missing or unknown key does not compile. Dictionaries are separate files
// without imports at run time, so that a page loads only its own language.
import type { AddressStrings } from '../merchant-apply/fields/address.strings.ts'
import type { FIELDS } from '../merchant-apply/fields/fields.strings.ts'
import type { ShellStrings } from '../merchant-apply/merchant-apply.strings.ts'
import type { AgreementStrings, RefusalKey } from '../merchant-apply/steps/agreement.strings.ts'
import type { BankStrings } from '../merchant-apply/steps/bank.strings.ts'
import type { BusinessStrings } from '../merchant-apply/steps/business.strings.ts'
import type { ContactStrings } from '../merchant-apply/steps/contact.strings.ts'
import type { DoneStrings } from '../merchant-apply/steps/done.strings.ts'
import type { PlanError, PlanStrings } from '../merchant-apply/steps/plan.strings.ts'
import type { ReviewStrings } from '../merchant-apply/steps/review.strings.ts'
import type { SignersStrings } from '../merchant-apply/steps/signers.strings.ts'
import type { TaxStrings } from '../merchant-apply/steps/tax.strings.ts'
import type { DeskProblem, DeskStrings, OpenReason } from '../terminal-desk/terminal-desk.strings.ts'
import type { RefundStrings } from '../terminal-pay/refund.strings.ts'
import type { RefusedKey } from '../terminal-pay/resolve.strings.ts'
import type { ReasonKey } from '../terminal-pay/result.strings.ts'
import type { RegisterRefusal } from '../terminal-pay/register.strings.ts'
import type { Strings } from '../terminal-pay/english.ts'
import type { ProblemKey } from '../terminal-pay/terminal-pay.strings.ts'

/** A table that is partial in the texts of a page and complete in a dictionary. */
type Whole<Texts, Name extends keyof Texts, Key extends string> = Omit<Texts, Name> & {
  readonly [name in Name]: Readonly<Record<Key, string>>
}

/** Texts of `<terminal-pay>`: `pay/<language>.ts` exports one as `STRINGS`. */
export type PayDictionary = Whole<
  Whole<Omit<Strings, 'refund'>, 'problems', ProblemKey | ReasonKey | RegisterRefusal>,
  'undecided',
  RefusedKey
>

/** Its texts of a refund: `pay-refund/<language>.ts`. */
export interface PayRefundDictionary {
  readonly refund: RefundStrings
}

/** Texts of `<terminal-desk>`: `desk/<language>.ts` exports one as `STRINGS`. */
export interface DeskDictionary {
  readonly desk: Whole<Whole<DeskStrings, 'problems', DeskProblem>, 'reasons', OpenReason>
}

/** Texts of the first render of `<merchant-apply>`: `apply/<language>.ts` exports one as `STRINGS`. */
export interface ApplyDictionary {
  readonly shell: ShellStrings
  readonly plan: Whole<PlanStrings, 'errors', PlanError>
}

/** Texts of its fields up to the signers: `apply-fields/<language>.ts`. */
export interface ApplyFieldsDictionary {
  readonly fields: typeof FIELDS
  /** `Intl.DisplayNames` names the countries; states keep their official names if a language has no names for them. */
  readonly address: Omit<AddressStrings, 'states' | 'countries'> & {
    readonly states?: Partial<AddressStrings['states']>
  }
  readonly business: BusinessStrings
  readonly tax: TaxStrings
  readonly contact: ContactStrings
}

/** Texts of people and bank account: `apply-people/<language>.ts`. */
export interface ApplyPeopleDictionary {
  /** Roles are sent in English; a dictionary gives their names for display. */
  readonly signers: Omit<SignersStrings, 'titles'>
  readonly bank: BankStrings
}

/** Texts from the review to the end: `apply-end/<language>.ts`. */
export interface ApplyEndDictionary {
  readonly review: ReviewStrings
  readonly agreement: Whole<AgreementStrings, 'refusals', RefusalKey>
  readonly done: DoneStrings
}

/** All texts of `<merchant-apply>`. */
export type ApplyTexts = ApplyDictionary & ApplyFieldsDictionary & ApplyPeopleDictionary & ApplyEndDictionary
