// The English texts of the decision about an unknown sale. They load with their part; a host overrides them through the
// property `strings` like all others.

/** Reasons of a refused decision. */
export type RefusedKey = 'token-refused' | 'forbidden' | 'device-not-free' | 'not-resolvable'

/** Amounts, names and times arrive already formatted. */
export const RESOLVE_ENGLISH = {
  decide: 'Settle this sale',
  decideWait: (name: string, time: string) =>
    `${name} may still be asking for the card. You can settle this in ${time}.`,
  decideNow: 'You can settle this now. First look at the terminal, its receipt, or the merchant portal.',
  markPaid: 'Mark as paid',
  markPaidTitle: (amount: string) => `Mark ${amount} as paid`,
  markUnpaid: 'Mark as not paid',
  back: 'Back',
  /** Label and hint. */
  evidence: {
    reference: ['Reference', 'From the receipt or the merchant portal; never the card number'],
    approvalCode: ['Approval code', 'From the receipt'],
  } as Readonly<Record<'reference' | 'approvalCode', readonly [label: string, hint: string]>>,
  evidenceNeeded: 'Type the reference or the approval code.',
  evidenceWrong: 'Letters, digits and signs as they are printed; no blanks in the reference.',
  unpaidOnly: 'Only if you saw on the terminal or in the merchant portal that no payment was made.',
  unpaidThen:
    'The order can then be charged again. If the first payment went through after all, the customer pays twice.',
  unpaidSeen: 'I have looked: no payment was made',
  unpaidNeeded: 'Look first, then tick the box.',
  /** Reasons of a refusal by code; the problems of the other texts contain the rest. */
  undecided: {
    'token-refused': 'You may not settle this. Ask a manager.',
    forbidden: 'You may not settle this. Ask a manager.',
    'device-not-free': 'The terminal may still be asking for the card. Wait a little.',
    'not-resolvable': 'The sale has its result by now.',
  } satisfies Record<RefusedKey, string> as Readonly<Record<string, string>>,
}

/** The texts that a dictionary must give for this part. */
export type ResolveStrings = typeof RESOLVE_ENGLISH
