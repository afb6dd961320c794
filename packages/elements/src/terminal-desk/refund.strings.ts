// The English texts of the form to refund a sale. They load with their part; a host overrides them through the property `strings` like
// all others. What follows the form has the texts of <terminal-pay>.

/** A text gets its amounts as formatted texts. */
export const REFUND_ENGLISH = {
  refundAmount: 'Amount to refund',
  /** Below the field; the rest of the sale. */
  refundMost: (amount: string) => `At most ${amount}`,
  refundWrong: (amount: string) => `Type an amount of at most ${amount}.`,
  refundNext: 'Continue',
}

/** The texts that a dictionary must give for this part. */
export type RefundStrings = typeof REFUND_ENGLISH
