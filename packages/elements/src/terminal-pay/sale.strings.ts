// The English texts of a press and of a sale in progress, and the titles of its results. They load with the sale part; a host
// overrides them through the property `strings` like all others.

/** Problems of a press or of a request about a sale. */
export type SaleProblem =
  | 'upstream-unreachable'
  | 'upstream-busy'
  | 'upstream-unavailable'
  | 'upstream-refused'
  | 'store-restored'
  | 'store-unavailable'
  | 'draining'
  | 'device-busy'
  | 'device-not-connected'
  | 'device-not-found'
  | 'grant-superseded'
  | 'grant-withdrawn'
  | 'earlier-attempt-unclear'
  | 'not-cancelable'
  | 'button-covered'
  | 'queue-over'
  | 'queue-left'

/** Amounts, names and times arrive already formatted. */
export const SALE_ENGLISH = {
  chargeAgain: (amount: string, name: string) => `Charge ${amount} again${name && ` on ${name}`}`,
  /** The chosen terminal is held by another sale: without a result, until a known time, or in progress. */
  heldNote: (name: string, time: string) =>
    time
      ? `An earlier sale on ${name} has no result yet. ${name} is free by ${time}, or sooner. Wait, or choose another terminal.`
      : `${name} is taking another payment. Wait, or choose another terminal.`,
  /** A charge that waits until its terminal is free: the button, the title, and the time for which it waits. */
  chargeWhenFree: (amount: string, name: string) => `Charge ${amount} when ${name} is free`,
  queued: (amount: string, name: string) => `Waiting for ${name} – ${amount} not charged yet`,
  queuedNote: (time: string) =>
    `It starts once, when the terminal is free. Keep this page open. It waits for ${time}.`,
  unqueue: 'Do not wait',
  /** An unsent press, with the remaining time; then the same after that time. */
  unsentYet: 'Not sent yet – no connection',
  unsentYetNote: (time: string) => `Nothing has reached the terminal. We keep trying for ${time}.`,
  giveUp: 'Give up',
  unsent: (amount: string) => `${amount} not sent – not charged`,
  unanswered: 'No answer yet – look at the terminal',
  unansweredNote: 'The sale may have started. Do not charge again. We keep asking.',
  contacting: (name: string) => `Contacting ${name}`,
  follow: (name: string) => `Follow the terminal ${name}`,
  present: 'Tap, insert or swipe the card',
  authorizing: 'Authorizing the card',
  steps: ['Contact', 'Card', 'Authorize'] as readonly string[],
  /** The spoken name of a step that is behind. */
  stepDone: (step: string) => `${step}, done`,
  /** The ways to present a card, in the order of their pictures. */
  ways: ['Tap', 'Insert', 'Swipe'] as readonly string[],
  /** An estimate: the terminal counts by itself. */
  timeLeft: (time: string) => `About ${time} left to present the card`,
  elapsed: (time: string) => `Running for ${time}`,
  stillWaiting: 'Still waiting – check the terminal',
  noNews: (time: string) => `No news since ${time} – the terminal shows the result`,
  terminalLost: (name: string) => `${name} lost its network`,
  stop: 'Hide this sale',
  stopNote: 'Hiding does not cancel the sale.',
  cancel: 'Cancel the sale',
  cancelInstead: (button: string) => `To cancel, use “${button}”.`,
  /** The terminal has read the card. */
  cancelLate: 'The card was read, so it is too late to cancel.',
  canceling: 'Canceling…',
  unwatched: 'This sale may still be open',
  unwatchedNote: 'Hiding did not cancel it. Show it again to see the result.',
  watchAgain: 'Show the sale',
  doubt: (amount: string) => `We don’t know if ${amount} was paid. Do not charge again.`,
  review: (amount: string) => `A manager must check this payment of ${amount}`,
  chargedAfterAll: (amount: string) => `${amount} was charged after all`,
  /** An earlier attempt turned out paid: while this one is at the terminal, if it is paid too, otherwise. */
  paidStop: 'Stop: order already paid. Cancel on the terminal.',
  paidTwice: 'This order may have been paid twice',
  paidTwiceNote: 'An earlier attempt was paid. Give both references to your manager.',
  paidBefore: 'Order already paid. Do not charge again.',
  approved: (amount: string) => `${amount} approved`,
  markedPaid: (amount: string) => `${amount} marked as paid`,
  paid: (amount: string) => `Paid ${amount}`,
  unpaid: {
    declined: 'Card declined',
    timed_out: 'No card was presented in time',
    no_answer: 'The card processor did not answer in time',
    failed: 'The payment did not go through',
    not_started: 'The terminal was not reached',
    abandoned: 'The sale was not started',
    closed_unpaid: 'Marked as not paid',
  },
  ended: {
    declined: (amount: string) => `${amount} declined – not charged`,
    timed_out: (amount: string) => `No card in time – ${amount} not charged`,
    /** Timed out after the card was read. */
    no_answer: (amount: string) => `No answer from the card processor – ${amount} not charged`,
    failed: (amount: string) => `Payment failed – ${amount} not charged`,
    not_started: (amount: string) => `Terminal not reached – ${amount} not charged`,
    abandoned: (amount: string) => `Sale not started – ${amount} not charged`,
    cancelled: (amount: string) => `Canceled on the terminal – ${amount} not charged`,
    cancelled_here: (amount: string) => `Canceled at the till – ${amount} not charged`,
    closed_unpaid: (amount: string) => `${amount} marked as not paid`,
  },
  canceledThere: 'Sale canceled on the terminal',
  canceledHere: 'Sale canceled at the till',
  otherTerminal: 'Choose another terminal',
}

/** Problems of a press or of a request about a sale; merged into the problems of the other texts. */
export const SALE_PROBLEMS: Readonly<Record<string, string>> = {
  'upstream-unreachable': 'The payment service cannot be reached.',
  'upstream-busy': 'The payment service is busy.',
  'upstream-unavailable': 'The payment service cannot be reached. Try again in a moment.',
  'upstream-refused': 'The payment service refused the request.',
  'store-restored': 'Payments are paused here. Nothing was charged. Tell your manager.',
  'store-unavailable': 'The server cannot reach its data. Try again in a moment.',
  draining: 'The server is restarting. Try again in a moment.',
  'device-busy': 'The terminal was still taking another payment. Wait, or choose another terminal.',
  'device-not-connected': 'The terminal was not connected. Try again, or choose another terminal.',
  'device-not-found': 'This terminal is not registered any more.',
  'grant-superseded': 'The order has changed. Check the amount, then charge.',
  'grant-withdrawn': 'The order was withdrawn. Nothing was charged. Reload the page, or ask a manager.',
  'earlier-attempt-unclear': 'Nothing was sent. An earlier attempt of this order is being checked first.',
  'not-cancelable': 'The sale can no longer be canceled.',
  'queue-over':
    'Nothing was charged. The terminal was busy for 5 minutes. Try again, or choose another terminal.',
  'queue-left': 'Nothing was charged. This page was hidden while it waited. Charge again.',
  'button-covered': 'Nothing was sent. Something covered the button. Close it, then press again.',
} satisfies Record<SaleProblem, string>

/** The texts that a dictionary must give for this part. */
export type SaleStrings = typeof SALE_ENGLISH
