// The texts of <merchant-apply> for people and bank account that differ in British English.
import type { ApplyPeopleDictionary } from '../dictionary.ts'
import type { Changes } from '../files.ts'

export const STRINGS: Changes<ApplyPeopleDictionary> = {
  signers: {
    fields: {
      signers: {
        errors: {
          'control-person': 'Choose “Change” for the person who runs the business, and tick that box there',
        },
      },
      ownershipPercentage: {
        hint: 'In per cent, without decimals. Enter 0 if the person owns nothing.',
      },
      ownerCellPhone: {
        label: 'Mobile phone',
        errors: {
          required: 'Enter the mobile phone number',
          phone: 'Enter a mobile phone number of ten digits, such as (732) 555-0123',
          'phone-toll-free': 'Enter a mobile phone number, not a freephone one',
        },
      },
    },
  },
  bank: {
    drawing: 'A paper cheque: the routing number comes first along the bottom, then the account number.',
    where: 'Both numbers are at the bottom of a paper cheque, and in your bank’s app.',
  },
}
