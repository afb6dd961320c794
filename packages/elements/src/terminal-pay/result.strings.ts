// The English texts of results, without their titles. They load with their part; a host overrides them through the property
// `strings` like all others.

/** Reasons of a doubt or of an unpaid end, and problems of a request about the sale. */
export type ReasonKey =
  | 'no_session'
  | 'session_lost'
  | 'overdue'
  | 'amount_mismatch'
  | 'identity_mismatch'
  | 'contradiction'
  | 'unknown_outcome'
  | 'late_conflict'
  | 'not-found'
  | 'rate-limited'

/** Amounts, names and times arrive already formatted. */
export const RESULT_ENGLISH = {
  /** The reason for missing news, below "No news since". */
  staleNote: 'The payment service does not answer. We keep asking.',
  offlineNote: 'This page gets no news from the server. It tries again automatically.',
  refusedNote: 'This page may not read the sale now. Sign in again, or load the page again.',
  contactingNote: 'This takes longer than usual. Do not charge again.',
  cancelingNote: 'Wait for the result. The customer may already have paid.',
  terminalLostNote: 'Plug it in. The sale stays open until there is a result.',
  /** The person who can settle an unknown sale, and the time. */
  settleAt: (time: string) => `A manager can settle this from ${time}.`,
  settleNow: 'A manager can settle this now.',
  /** The BFF asks for an unknown result without a person: the time until it asks next, then while it asks. */
  askAgainIn: (time: string) => `We ask again in ${time}.`,
  askingNow: 'We are asking now.',
  /** The guide through an unknown result: the question, its answers, and the safe actions. */
  terminalShows: 'What does the terminal show?',
  answers: [
    'Approved',
    'Declined or canceled',
    'Still asks for the card',
    'Start screen (“Welcome”), or nothing',
  ] as readonly string[],
  keepReceipt: 'Keep the receipt.',
  /** A start screen says nothing about the result. */
  mayBeThrough: 'It may still have gone through.',
  waitHere: 'Wait here. The result appears automatically.',
  checkNow: 'Ask for the result now',
  /** After a check: the service was asked, or it cannot be asked. */
  checked: 'Asked again just now.',
  uncheckable: 'The payment service cannot be asked about this sale.',
  reviewNote: 'Do not charge again. Give the reference to your manager.',
  /** The reference of a sale, short enough to read it aloud. */
  sayReference: (code: string) => `Reference to read aloud: ${code}`,
  chargedAfterAllNote:
    'We first heard that it was not charged. The payment service now reports this payment.',
  disputedNote: 'One report says that this was paid, another one that it was not.',
  /** Another manager settled the sale first; with the typed reference, or empty. */
  settledFirst: (entry: string) =>
    entry
      ? `Another manager settled this first. Your entry ${entry} was not saved.`
      : 'Another manager settled this first. Your entry was not saved.',
  earlier: 'Earlier attempt',
  markedPaidNote: (time: string, code: string) =>
    code
      ? `A manager entered this at ${time} with approval code ${code}.`
      : `A manager entered this result at ${time}.`,
  noAnswerNote: 'The card was read, but the card processor did not answer in time.',
  elsewhere: 'Another till may have charged this order since.',
  saidUnpaid: 'A manager saw that no payment was made.',
  /** After a payment: the next sale. After an end without one: the customer has left. */
  done: 'New sale',
  closeSale: 'Close',
  closed: 'Sale closed',
  copy: 'Copy',
  /** The same while the result is unknown or contradictory: for the manager. */
  copyDetails: 'Copy the details',
  copied: 'Copied',
  print: 'Print',
  share: 'Share',
  /** On a receipt of the sandbox. */
  noMoney: 'Test – no money moved',
  details: 'Details',
  state: 'State',
  amount: 'Amount',
  reference: 'Reference',
  ourReference: 'Our reference',
  session: 'Session',
  approvalCode: 'Approval code',
  time: 'Time',
  terminal: 'Terminal',
  card: 'Card',
}

/** Reasons of a doubt or of an unpaid end; merged into the problems of the other texts. */
export const REASONS: Readonly<Record<string, string>> = {
  no_session: 'We lost the payment service’s answer.',
  session_lost: 'The payment service no longer knows the sale. We keep asking.',
  overdue: 'The terminal gave no result in time. We keep asking.',
  amount_mismatch: 'The terminal gave another amount.',
  identity_mismatch: 'This is the answer to another sale.',
  contradiction: 'The answer contradicts itself.',
  unknown_outcome: 'We do not know this answer of the payment service.',
  late_conflict: 'A later answer of the payment service contradicts the first one.',
  'not-found': 'There are no details yet.',
  'rate-limited': 'Asked a moment ago. The result appears automatically.',
} satisfies Record<ReasonKey, string>

/** The texts that a dictionary must give for this part. */
export type ResultStrings = typeof RESULT_ENGLISH
