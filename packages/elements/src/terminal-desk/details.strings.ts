// The English texts of the details of a row. They load with their part; a host overrides them through the property `strings` like all
// others.

/** The labels of the members that an opened row shows. */
export const DETAILS_ENGLISH = {
  attempt: 'Attempt',
  reference: 'Reference',
  approvalCode: 'Approval code',
  ourReference: 'Our reference',
  ended: 'Ended',
  message: 'Message',
  settledBy: 'Settled by',
  requestedBy: 'Refunded by',
  /** The part of a sale that was not refunded. */
  refundable: 'Can be refunded',
  /** In place of the button, for a sale that a person marked as paid. */
  refundElsewhere: 'Marked as paid by a manager. Refund it in the merchant portal.',
}

/** The texts that a dictionary must give for this part. */
export type DetailsStrings = typeof DETAILS_ENGLISH
