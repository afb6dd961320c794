// The words of the step "Confirmation", in English. A page replaces any of them under `strings.done`.
import type { ApplicationStatus } from '@tapboard/contract'

/** What is said of a state: a title, what happens next, what the person can do. */
type Said = readonly [title: string, ...sentences: string[]]

/** Words of the step. */
export interface DoneStrings {
  /** State → title and sentences; the partner's name arrives. */
  readonly states: (
    partner: string,
  ) => Readonly<Record<Exclude<ApplicationStatus, 'draft' | 'refused'>, Said>>
  /** No answer came. */
  readonly lost: Said
  /** The BFF said afterwards that it has nothing. */
  readonly unheard: Said
  readonly sendAgain: string
  readonly toForm: string
  readonly appId: string
  readonly reference: string
  readonly ourId: string
  readonly plan: string
  readonly submitted: string
  readonly checked: string
  readonly check: string
  readonly agreed: string
  readonly signedBy: string
  readonly signedAt: string
  readonly version: (version: string) => string
  readonly print: string
}

/** English. */
export const DONE: DoneStrings = {
  states: (partner) => ({
    submitting: ['Sending your application', 'This takes a few seconds. Do not send it again.'],
    in_doubt: [
      'Your application may have been received',
      'Do not send it again.',
      `We have no answer yet and keep asking. If nothing changes within a day, contact ${partner} and give the reference below.`,
    ],
    submitted: [
      'Application submitted',
      'The review begins by itself. You need not do anything now.',
      'You can close this page: come back to it at any time to see how it stands.',
    ],
    in_review: [
      'Your application is being reviewed',
      'You need not do anything now. If something is missing, somebody will contact you.',
    ],
    action_required: [
      'Something more is needed',
      `${partner} will ask the main contact for it. Have the application ID at hand.`,
    ],
    approved: ['Your application is approved', `${partner} will tell you how to begin.`],
    declined: [
      'Your application was declined',
      `Ask ${partner} for the reasons and for what you can do. Give the application ID below.`,
    ],
    withdrawn: ['The application was withdrawn', `If you did not want that, contact ${partner}.`],
  }),
  lost: [
    'Your application may have been received',
    'Do not send it again.',
    'The connection was lost before an answer came. As soon as it is back we ask, and say here what became of it.',
  ],
  unheard: [
    'Your application was not received',
    'The connection was lost on the way. Nothing that you typed is lost: send the same application again.',
  ],
  sendAgain: 'Send it again',
  toForm: 'Look at it first',
  appId: 'Application ID',
  reference: 'Reference',
  ourId: 'Our reference',
  plan: 'Plan',
  submitted: 'Submitted',
  checked: 'Last news',
  check: 'Check now',
  agreed: 'What you agreed to',
  signedBy: 'Signed by',
  signedAt: 'Signed',
  version: (version) => `Version ${version}`,
  print: 'Print',
}
