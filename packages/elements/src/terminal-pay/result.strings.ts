// The texts of what became of a sale, in English, but its titles. They come with their part; a host overrides them through
// the property `strings` like all others.

/** Why a sale is in doubt or was not paid, and what a request about it can meet. */
export type ReasonKey =
  | 'no_session'
  | 'session_lost'
  | 'overdue'
  | 'amount_mismatch'
  | 'identity_mismatch'
  | 'contradiction'
  | 'unknown_outcome'
  | 'late_conflict'
  | 'cancelled'
  | 'not-found'
  | 'rate-limited'

/** Amounts, names and times arrive already formatted. */
export const RESULT_ENGLISH = {
  doubtNote: 'The customer may have been charged. Look at the terminal.',
  checkNow: 'Check now',
  /** After a check: the service was asked, or there is nobody to ask. */
  checked: 'Asked again just now.',
  uncheckable: 'The payment service cannot be asked about this sale.',
  missingPart: 'Deciding by hand could not be loaded. Check the connection, or load the page again.',
  reviewNote: 'Do not charge again. Pass the reference on.',
  earlier: 'Earlier attempt',
  byPerson: 'Marked as paid by a person',
  notCharged: 'The customer has not been charged.',
  saidUnpaid: 'A person saw that no payment was made.',
  otherTerminal: 'Choose another terminal',
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  print: 'Print',
  details: 'Details',
  amount: 'Amount',
  reference: 'Reference',
  ourReference: 'Our reference',
  session: 'Session',
  approvalCode: 'Approval code',
  time: 'Time',
  terminal: 'Terminal',
  card: 'Card',
}

/** Why a sale is in doubt or was not paid, by reason; they lie below the problems of the other texts. */
export const REASONS: Readonly<Record<string, string>> = {
  no_session: 'The answer of the payment service was lost.',
  session_lost: 'The payment service no longer knows the sale. We keep asking.',
  overdue: 'The terminal gave no result in time. We keep asking.',
  amount_mismatch: 'The terminal reported a different amount.',
  identity_mismatch: 'The answer belongs to another sale.',
  contradiction: 'The answer contradicts itself.',
  unknown_outcome: 'The answer is not known to us.',
  late_conflict: 'A later answer contradicts it.',
  cancelled: 'Cancelled on the terminal.',
  'not-found': 'There are no details yet.',
  'rate-limited': 'Asked a moment ago. News comes by itself.',
} satisfies Record<ReasonKey, string>

/** The texts that a dictionary must give for this part. */
export type ResultStrings = typeof RESULT_ENGLISH
