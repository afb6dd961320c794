// The texts of <terminal-pay> that differ in British English.
import type { PayDictionary } from '../dictionary.ts'
import type { Changes } from '../files.ts'

export const STRINGS: Changes<PayDictionary> = {
  authorizing: 'Authorising the card',
  steps: ['Contact', 'Card', 'Authorise'],
  canceling: 'Cancelling…',
  ended: {
    cancelled: (amount) => `Cancelled on the terminal – ${amount} not charged`,
    cancelled_here: (amount) => `Cancelled at the till – ${amount} not charged`,
  },
  canceledThere: 'Sale cancelled on the terminal',
  canceledHere: 'Sale cancelled at the till',
  answers: [
    'Approved',
    'Declined or cancelled',
    'Still asks for the card',
    'Start screen (“Welcome”), or nothing',
  ],
  problems: { 'not-cancelable': 'The sale can no longer be cancelled.' },
}
