// The English texts of <terminal-pay> before a sale begins; those of its later parts load with them. A host overrides any of them
// through the property `strings`; no other file of the element contains texts for users.
import type { FaultText } from '../shared/mistakes.ts'
import type { SaleProblem } from './sale.strings.ts'

/** Faults before a sale is known, `otherwise` for the rest, and those of a sale. */
export type ProblemKey = FaultText | 'otherwise' | SaleProblem

/** Texts and functions that make texts; amounts, names and times arrive already formatted. */
export const ENGLISH = {
  loading: 'Getting ready',
  test: 'Test mode',
  order: (order: string) => `Order ${order}`,
  choosing: 'Choose a terminal',
  /** Under a Charge button that is off. */
  chooseFirst: 'Choose a terminal first',
  /** The button that opens the list of terminals. */
  change: 'Change',
  noTerminals: 'No terminal is registered yet. A manager can register one.',
  serial: (ending: string) => `ends in ${ending}`,
  connected: 'Connected',
  disconnected: 'Not connected',
  unknown: 'Status unknown',
  /** A terminal that another sale holds, with the time by which it is free, if that is known. */
  held: (time: string) => (time ? `Free by ${time}` : 'In use'),
  helpTitle: (name: string) => `${name} is not connected`,
  checkAgain: 'Check again',
  charge: (amount: string, name: string) => `Charge ${amount}${name && ` on ${name}`}`,
  amountNow: (amount: string) => `The amount changed to ${amount}.`,
  /** The title if the page cannot read the order and cannot exclude a running sale or refund. */
  running: 'A transaction may be running. Look at the terminal.',
  tryAgain: 'Try again',
  /** The time of the next try; 0 while a request is out. */
  retrying: (seconds: number) => (seconds ? `Trying again in ${seconds} s` : 'Trying again…'),
  /** A file of the element that did not load. */
  missingPart: 'A part of this page could not be loaded. Check the connection, or load the page again.',
  /** Errors by fault code, problem code or reason of a sale; `otherwise` for the rest. */
  problems: {
    network: 'The server cannot be reached. Check the connection.',
    'token-unreachable': 'This page cannot reach its server. Check the connection.',
    'token-unauthorized': 'You are signed out, or may not do this here. Sign in again, or ask a manager.',
    'token-unavailable': 'The payment server is not ready right now.',
    'token-limited': 'The payment server is busy: too many requests at once.',
    setup: 'This checkout is not set up. Tell your manager.',
    otherwise: 'Something went wrong. Try again in a moment.',
  } satisfies Record<FaultText | 'otherwise', string> as Readonly<Record<string, string>>,
  register: 'Register a terminal',
}

/** Texts that are always there. */
export type BaseStrings = typeof ENGLISH
