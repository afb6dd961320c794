// The texts of <terminal-pay>, in English, but those of its later parts, which are loaded with them. A host
// overrides any of them through the property `strings`; nothing else in the element holds words for people.
import type { FaultText } from '../shared/mistakes.ts'
import type { RegisterStrings } from './register.strings.ts'
import type { ResultStrings } from './result.strings.ts'
import type { ResolveStrings } from './resolve.strings.ts'

/** What can go wrong before a sale is known: fault codes, problem codes, and `otherwise` for the rest. */
export type ProblemKey =
  | 'upstream-unreachable'
  | 'upstream-busy'
  | FaultText
  | 'device-busy'
  | 'device-not-connected'
  | 'device-not-found'
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
  helpTitle: (name: string) => `${name} is not connected`,
  help: [
    'Check that it has power and is switched on.',
    'Check its network: Wi-Fi or cable.',
    'Look for the “Running…” notice on its screen.',
    'After a restart it needs up to a minute.',
  ] as readonly string[],
  checkAgain: 'Check again',
  charge: (amount: string, name: string) => `Charge ${amount}${name && ` on ${name}`}`,
  contacting: (name: string) => `Contacting ${name}`,
  follow: (name: string) => `Follow the terminal ${name}`,
  present: 'Tap, insert or swipe the card',
  authorizing: 'Authorising the card',
  steps: ['Contact', 'Card', 'Authorise'] as readonly string[],
  stillWaiting: 'Still waiting – check the terminal',
  /** Said first where the page cannot read the order and cannot exclude a running sale. */
  running: 'A sale may be running. Look at the terminal.',
  reconnecting: 'Reconnecting. The sale goes on at the terminal',
  stop: 'Stop watching',
  stopNote: 'Stop watching does not cancel the sale on the terminal.',
  cancel: 'Cancel the sale',
  unwatched: 'Not watching',
  unwatchedNote: 'The sale may go on at the terminal. It has not been cancelled.',
  watchAgain: 'Watch again',
  doubt: 'Result unknown. Do not charge again yet',
  review: 'Needs a look',
  /** An earlier attempt turned out paid: while this one is at the terminal, when it is paid too, otherwise. */
  paidStop: 'Stop: an earlier attempt of this order was paid. Cancel on the terminal.',
  paidTwice: 'This order may have been paid twice: an earlier attempt was paid. Pass both references on.',
  paidBefore: 'An earlier attempt of this order was paid. Do not charge again.',
  approved: 'Approved',
  paid: (amount: string) => `Paid ${amount}`,
  unpaid: {
    declined: 'Card declined',
    timed_out: 'The time ran out',
    failed: 'The payment did not go through',
    not_started: 'The terminal was not reached',
    abandoned: 'The sale was not started',
    closed_unpaid: 'Marked as not paid',
  },
  tryAgain: 'Try again',
  /** When the next try leaves; 0 while it is out. */
  retrying: (seconds: number) => (seconds ? `Trying again in ${seconds} s` : 'Trying again…'),
  /** What went wrong, by fault code, problem code or reason of a sale; `otherwise` for the rest. */
  problems: {
    'upstream-unreachable': 'The payment service cannot be reached.',
    'upstream-busy': 'The payment service is busy.',
    network: 'The server cannot be reached. Check the connection.',
    'device-busy': 'The terminal is busy with another sale.',
    'device-not-connected': 'The terminal is not connected.',
    'device-not-found': 'The terminal is no longer registered.',
    'not-cancelable': 'The sale can no longer be cancelled.',
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
