// The texts of the step "Tax details", in English. A page replaces any of them under `strings.tax`.
import type { TaxIdType } from '@tapboard/contract'
import type { FieldWords } from '../fields/words.ts'

export interface TaxStrings {
  readonly fields: {
    readonly taxIdType: FieldWords<'choose' | 'ein-needed'>
    readonly taxId: FieldWords<'required' | 'nine-digits' | 'ein-invalid'>
  }
  /** Kind of number → name and description. */
  readonly types: Readonly<Record<TaxIdType, readonly [name: string, about: string]>>
  /** The form asks for the owner's personal number only once. */
  readonly later: string
}

export const TAX: TaxStrings = {
  fields: {
    taxIdType: {
      label: 'Which number do you use for taxes?',
      errors: {
        choose: 'Choose the number that you use for taxes',
        'ein-needed': 'Choose EIN: this kind of business needs one',
      },
    },
    taxId: {
      label: 'EIN (employer identification number)',
      hint: 'Nine digits, such as 12-3456789. It is on the letter from the IRS and on your tax return.',
      errors: {
        required: 'Enter the EIN',
        'nine-digits': 'Enter an EIN of nine digits',
        'ein-invalid': 'Check the EIN: it is not valid',
      },
    },
  },
  types: {
    EIN: ['EIN', 'The IRS gave your business a number of its own.'],
    SSN: ['Social Security number', 'You pay the taxes of the business under your own number.'],
    ITIN: ['ITIN', 'You have an individual taxpayer identification number instead.'],
  },
  later:
    'Nothing to type here: we ask for this number once, with your own details under “Owners and signers”.',
}
