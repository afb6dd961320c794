// The texts of a refund in <terminal-pay> that differ in British English.
import type { PayRefundDictionary } from '../dictionary.ts'
import type { Changes } from '../files.ts'

export const STRINGS: Changes<PayRefundDictionary> = {
  refund: {
    canceledThere: 'Refund cancelled on the terminal',
    canceledHere: 'Refund cancelled at the till',
    ended: {
      cancelled: (amount) => `Cancelled on the terminal – ${amount} not refunded`,
      cancelled_here: (amount) => `Cancelled at the till – ${amount} not refunded`,
    },
    problems: { 'not-cancelable': 'The refund can no longer be cancelled.' },
  },
}
