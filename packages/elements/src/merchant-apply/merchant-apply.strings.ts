// The English texts of the shell of <merchant-apply> and of its first step; each further step has its own. A host overrides any
// of them through the property `strings`.
import type { Step } from '@tapboard/contract'
import type { FaultText } from '../shared/mistakes.ts'

/** Texts and functions that make texts; dates arrive already formatted. */
export const ENGLISH = {
  test: 'Test mode',
  testNote: 'Test mode: nothing you enter is sent to a bank. Use sample data.',
  fillSample: 'Fill with sample data',
  partner: (name: string) => `Sign up with ${name}`,
  steps: {
    start: 'Before you start',
    plan: 'Choose a plan',
    business: 'Your business',
    tax: 'Tax details',
    contact: 'Where to find you',
    signers: 'Owners and signers',
    bank: 'Bank account',
    review: 'Check your answers',
    agreement: 'Agreement',
    done: 'Your application',
  } as Readonly<Record<Step, string>>,
  stepOf: (number: number, of: number) => `Step ${number} of ${of}`,
  progress: 'Progress',
  /** The spoken name of a step with a mark. */
  marked: {
    past: (step: string) => `${step}, done`,
    wrong: (step: string) => `${step}, needs a change`,
  },
  begin: 'Start',
  continue: 'Continue',
  back: 'Back',
  problem: 'There is a problem',
  unset: 'This sign-up is not set up. Ask the company that sent you here.',
  unreached: 'The server cannot be reached. Check the connection.',
  /** Why the sign-up cannot start, if the page gives no token or the server is not ready. */
  faults: {
    'token-unreachable': 'This page cannot reach its server. Check the connection.',
    'token-unauthorized':
      'You are signed out, or may not use this sign-up. Sign in again, or ask the company that sent you here.',
    'token-unavailable': 'The server is not ready right now.',
    'token-limited': 'The server is busy: too many requests at once.',
  } satisfies Record<Exclude<FaultText, 'setup' | 'network'>, string>,
  /** The time of the next try; 0 while a request is out. */
  retrying: (seconds: number) => (seconds ? `Trying again in ${seconds} s` : 'Trying again…'),
  tryAgain: 'Try again',
  stuck: 'The next page could not be loaded. Check the connection. Nothing you typed is lost.',
  takes:
    'It takes about ten minutes. You can stop at any time and come back: your answers are kept for 60 days.',
  ready: 'Have ready',
  things: [
    'your US tax ID: EIN, or SSN or ITIN of a sole proprietor',
    'for each owner of 25% or more and each signer: home address, date of birth, SSN or ITIN, mobile phone',
    'routing and account number of your US bank – or add them later',
  ] as readonly string[],
  resumed: (when: string) => `Welcome back. We saved your answers on ${when}.`,
  startOver: 'Start over',
  startOverSure: 'Delete all answers and start over?',
  startOverYes: 'Delete my answers',
  keep: 'Keep them',
  again: 'Tax IDs and account numbers are never kept. Enter them again.',
  saving: 'Saving…',
  saved: 'Saved',
  unsaved: 'Not saved yet. We keep trying; you can go on.',
  changed: 'Your answers were changed in another tab or on another device.',
  loadNewer: 'Load the newer ones',
  keepMine: 'Keep what is here',
}

/** Empty texts for the render before the first dictionary is loaded. */
export const EMPTY_TEXTS: ShellStrings = {
  ...ENGLISH,
  progress: '',
  steps: { start: '\xa0' } as ShellStrings['steps'],
}

/** The texts a dictionary of the shell must give. */
export type ShellStrings = typeof ENGLISH
