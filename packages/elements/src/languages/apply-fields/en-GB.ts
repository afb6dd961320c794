// The texts of the fields of <merchant-apply> up to the signers that differ in British English. US numbers and forms keep their
// names: a British reader applies for a US business.
import type { ApplyFieldsDictionary } from '../dictionary.ts'
import type { Changes } from '../files.ts'

export const STRINGS: Changes<ApplyFieldsDictionary> = {
  address: {
    streetAddress2: {
      label: 'Flat, suite or unit',
      errors: { 'too-long': 'Use at most 100 characters for the flat' },
    },
  },
  business: {
    fields: {
      dbaSame: {
        errors: { 'dba-needed': 'Untick this and enter a trading name of at most 60 characters' },
      },
    },
    types: { nonProfit: ['Non-profit', 'A charity, church, club or other cause, not for profit.'] },
  },
}
