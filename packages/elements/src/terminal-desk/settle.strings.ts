// The English texts around the form to settle a sale. They load with their part; a host overrides them through the property `strings`
// like all others. The form itself has the texts of <terminal-pay>.

/** The notes that the desk shows after a decision. */
export const SETTLE_ENGLISH = {
  settledPaid: (order: string) => `Order ${order} is marked as paid.`,
  settledUnpaid: (order: string) => `Order ${order} is marked as not paid.`,
  settledRefunded: (order: string) => `Order ${order} is marked as refunded.`,
  settledNotRefunded: (order: string) => `Order ${order} is marked as not refunded.`,
  alreadySettled: (order: string) => `Order ${order} has its result by now. Your entry was not saved.`,
}

/** The texts that a dictionary must give for this part. */
export type SettleStrings = typeof SETTLE_ENGLISH
