// The English texts around the form to settle a sale. They load with their part; a host overrides them through the property `strings`
// like all others. The form itself has the texts of <terminal-pay>.

/** Notes about a decision, and about a refund. */
export const SETTLE_ENGLISH = {
  settledPaid: (order: string) => `Order ${order} is marked as paid.`,
  settledUnpaid: (order: string) => `Order ${order} is marked as not paid.`,
  alreadySettled: (order: string) => `Order ${order} has its result by now. Your entry was not saved.`,
  refundNote: 'This is a refund. “Paid” means that the amount went back to the card.',
}

/** The texts that a dictionary must give for this part. */
export type SettleStrings = typeof SETTLE_ENGLISH
