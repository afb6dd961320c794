// The texts of the step "Where to find you", in English. A page replaces any of them under `strings.contact`.
import type { FieldWords } from '../fields/words.ts'

export interface ContactStrings {
  readonly fields: {
    readonly businessPhone: FieldWords<'required' | 'phone'>
    readonly businessEmail: FieldWords<'email' | 'too-long'>
    readonly mailingSame: FieldWords<never>
  }
  readonly business: string
  readonly noBox: string
  readonly reach: string
  readonly mail: string
}

export const CONTACT: ContactStrings = {
  fields: {
    businessPhone: {
      label: 'Business phone',
      errors: {
        required: 'Enter the business phone number',
        phone: 'Enter a business phone number of ten digits, such as (732) 555-0123',
      },
    },
    businessEmail: {
      label: 'Business e-mail',
      optional: true,
      errors: {
        email: 'Enter an e-mail address such as name@example.com, or leave it empty',
        'too-long': 'Use at most 100 characters for the e-mail address',
      },
    },
    mailingSame: { label: 'Send letters to the business address', errors: {} },
  },
  business: 'Business address',
  noBox: 'Where you work, not a PO box. If you work from home, enter your home address.',
  reach: 'Phone and e-mail',
  mail: 'Mailing address',
}
