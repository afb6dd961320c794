// The texts of <terminal-pay> that differ in British English.
import type { PayDictionary } from '../dictionary.ts'
import type { Changes } from '../files.ts'

export const STRINGS: Changes<PayDictionary> = {
  authorizing: 'Authorising the card',
  steps: ['Contact', 'Card', 'Authorise'],
  canceling: 'Cancelling…',
  canceledThere: 'Sale cancelled on the terminal',
  canceledHere: 'Sale cancelled at the till',
  answers: ['Approved', 'Declined or cancelled', 'Still waiting, or nothing'],
  problems: { 'not-cancelable': 'The sale can no longer be cancelled.' },
}
