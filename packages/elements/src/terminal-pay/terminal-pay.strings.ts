// The English texts of <terminal-pay>, without those of its later parts, which load with them. A host overrides any of them
// through the property `strings`; no other file of the element contains texts for users.
import type { FaultText } from '../shared/mistakes.ts'
import type { RegisterStrings } from './register.strings.ts'
import type { ResultStrings } from './result.strings.ts'
import type { ResolveStrings } from './resolve.strings.ts'

/** Faults before a sale is known: fault codes, problem codes, and `otherwise` for the rest. */
export type ProblemKey =
  | 'upstream-unreachable'
  | 'upstream-busy'
  | 'upstream-unavailable'
  | 'upstream-refused'
  | 'store-unavailable'
  | 'draining'
  | FaultText
  | 'device-busy'
  | 'device-not-connected'
  | 'device-not-found'
  | 'grant-superseded'
  | 'earlier-attempt-unclear'
  | 'not-cancelable'
  | 'otherwise'

/** Texts and functions that make texts; amounts, names and times arrive already formatted. */
export const ENGLISH = {
  loading: 'Getting ready',
  test: 'Test mode',
  order: (order: string) => `Order ${order}`,
  choosing: 'Choose a terminal',
  noTerminals: 'No terminal is registered yet.',
  serial: (ending: string) => `ends in ${ending}`,
  connected: 'Connected',
  disconnected: 'Not connected',
  unknown: 'Status unknown',
  /** A terminal that another sale holds, with the remaining time if it is known. */
  held: (time: string) => (time ? `Free in ${time}` : 'In use'),
  heldNote: (name: string, time: string) =>
    time
      ? `An earlier sale on ${name} has no result yet. ${name} is free in ${time}. Wait, or choose another terminal.`
      : `${name} is taking another payment. Wait, or choose another terminal.`,
  helpTitle: (name: string) => `${name} is not connected`,
  help: [
    'Check that it has power and is switched on.',
    'Check its network: Wi-Fi or cable.',
    'Look for the “Running…” notice on its screen.',
    'After a restart it needs up to a minute.',
  ] as readonly string[],
  checkAgain: 'Check again',
  charge: (amount: string, name: string) => `Charge ${amount}${name && ` on ${name}`}`,
  chargeAgain: (amount: string, name: string) => `Charge ${amount} again${name && ` on ${name}`}`,
  amountNow: (amount: string) => `The amount changed to ${amount}.`,
  /** An unsent press, with the remaining time; then the same after that time. */
  unsentYet: 'Not sent yet – no connection',
  unsentYetNote: (time: string) => `Nothing has reached the terminal. We keep trying for ${time}.`,
  giveUp: 'Give up',
  unsent: 'Not sent. The customer was not charged.',
  unanswered: 'No answer yet – look at the terminal',
  unansweredNote: 'The sale may have started. Do not charge again. We keep asking.',
  contacting: (name: string) => `Contacting ${name}`,
  follow: (name: string) => `Follow the terminal ${name}`,
  present: 'Tap, insert or swipe the card',
  authorizing: 'Authorizing the card',
  steps: ['Contact', 'Card', 'Authorize'] as readonly string[],
  stillWaiting: 'Still waiting – check the terminal',
  /** The title if the page cannot read the order and cannot exclude a running sale. */
  running: 'A sale may be running. Look at the terminal.',
  noNews: (time: string) => `No news since ${time} – the terminal shows the result`,
  terminalLost: (name: string) => `${name} lost its network`,
  stop: 'Hide this sale',
  stopNote: 'Hiding does not cancel the sale.',
  cancel: 'Cancel the sale',
  canceling: 'Canceling…',
  unwatched: 'Sale hidden',
  unwatchedNote: 'It may still be open on the terminal. Hiding did not cancel it.',
  watchAgain: 'Show the sale',
  doubt: 'Result unknown. Do not charge again yet',
  review: 'A manager must check this payment',
  chargedAfterAll: 'The card was charged after all',
  /** An earlier attempt turned out paid: while this one is at the terminal, if it is paid too, otherwise. */
  paidStop: 'Stop: an earlier attempt of this order was paid. Cancel on the terminal.',
  paidTwice: 'This order may have been paid twice: an earlier attempt was paid. Pass both references on.',
  paidBefore: 'An earlier attempt of this order was paid. Do not charge again.',
  approved: 'Approved',
  /** The same with its amount, for the live region. */
  paidSpoken: (amount: string) => `${amount} approved`,
  markedPaid: 'Marked as paid',
  paid: (amount: string) => `Paid ${amount}`,
  unpaid: {
    declined: 'Card declined',
    timed_out: 'The time ran out',
    failed: 'The payment did not go through',
    not_started: 'The terminal was not reached',
    abandoned: 'The sale was not started',
    closed_unpaid: 'Marked as not paid',
  },
  canceledThere: 'Sale canceled on the terminal',
  canceledHere: 'Sale canceled at the till',
  tryAgain: 'Try again',
  /** The time of the next try; 0 while a request is out. */
  retrying: (seconds: number) => (seconds ? `Trying again in ${seconds} s` : 'Trying again…'),
  otherTerminal: 'Choose another terminal',
  /** Errors by fault code, problem code or reason of a sale; `otherwise` for the rest. */
  problems: {
    'upstream-unreachable': 'The payment service cannot be reached.',
    'upstream-busy': 'The payment service is busy.',
    'upstream-unavailable': 'The payment service cannot be reached. Try again in a moment.',
    'upstream-refused': 'The payment service refused the request.',
    'store-unavailable': 'The server cannot reach its data. Try again in a moment.',
    draining: 'The server is restarting. Try again in a moment.',
    network: 'The server cannot be reached. Check the connection.',
    'device-busy': 'The terminal was taking another payment. Wait, or choose another terminal.',
    'device-not-connected': 'The terminal was not connected. Try again, or choose another terminal.',
    'device-not-found': 'The terminal is no longer registered.',
    'grant-superseded': 'The order has changed. Check the amount, then charge.',
    'earlier-attempt-unclear': 'Nothing was sent. An earlier attempt of this order is being checked first.',
    'not-cancelable': 'The sale can no longer be canceled.',
    'token-unreachable': 'This page cannot reach its server. Check the connection.',
    'token-unauthorized': 'You are signed out, or may not take payments here. Sign in again.',
    'token-unavailable': 'The payment server is not ready right now.',
    'token-limited': 'The payment server is busy: too many requests at once.',
    setup: 'This checkout is not set up yet.',
    otherwise: 'Something went wrong. Try again in a moment.',
  } satisfies Record<ProblemKey, string> as Readonly<Record<string, string>>,
  register: 'Register a terminal',
}

/** Texts that are always there. */
export type BaseStrings = typeof ENGLISH

/** The texts a dictionary must give. */
export type Strings = BaseStrings & ResultStrings & ResolveStrings & RegisterStrings
