// The texts of the step "Confirmation", in English. A page replaces any of them under `strings.done`.
import type { ApplicationStatus } from '@tapboard/contract'

/** Texts of a state: a title, the next event, the instruction. */
type StateText = readonly [title: string, ...sentences: string[]]

export interface DoneStrings {
  /** State → title and sentences, with the partner's name as argument. */
  readonly states: (
    partner: string,
  ) => Readonly<Record<Exclude<ApplicationStatus, 'draft' | 'refused'>, StateText>>
  /** No answer came. */
  readonly lost: StateText
  /** The BFF later reported that it has no submission. */
  readonly notReceived: StateText
  /** The boarding API reports that information is missing, and never which. */
  readonly noReason: string
  /** The sentences about missing information, if the partner gives an address. */
  readonly answer: (partner: string) => readonly string[]
  /** Heading of the partner's addresses. */
  readonly contact: (partner: string) => string
  readonly email: string
  readonly phone: string
  readonly website: string
  /** Subject of an e-mail to the partner. */
  readonly subject: (reference: string) => string
  readonly sendAgain: string
  readonly toForm: string
  /** The stages after the submission. */
  readonly review: string
  readonly decision: string
  /** Label of the short reference. */
  readonly quote: string
  readonly copy: string
  readonly copied: string
  /** All IDs and hashes. */
  readonly record: string
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
  /** A document is no longer offered in the version that was signed. */
  readonly gone: (partner: string) => string
  readonly print: string
}

export const DONE: DoneStrings = {
  states: (partner) => ({
    submitting: ['Sending your application', 'This takes a few seconds. Do not send it again.'],
    in_doubt: [
      'Your application may have been received',
      'Do not send it again.',
      `We have no answer yet and keep asking. If nothing changes within a day, contact ${partner} and quote the reference below.`,
    ],
    submitted: [
      'Application submitted',
      'The review starts automatically. There is nothing you need to do.',
      'You can close this page. Come back to it at any time to see the status.',
    ],
    in_review: [
      'Your application is being reviewed',
      'There is nothing you need to do now. If something is missing, someone will contact you.',
    ],
    action_required: [
      'More information is needed',
      `${partner} will ask the main contact for it. There is nothing to fill in on this page.`,
      'Have the reference below at hand.',
    ],
    approved: ['Your application is approved', `${partner} will tell you how to begin.`],
    declined: [
      'Your application was declined',
      `Ask ${partner} for the reasons and for what you can do. Quote the reference below.`,
    ],
    withdrawn: ['The application was withdrawn', `If you did not want that, contact ${partner}.`],
  }),
  lost: [
    'Your application may have been received',
    'Do not send it again.',
    'The connection was lost before an answer came. When the connection is back, we check and show the result here.',
  ],
  notReceived: [
    'Your application was not received',
    'The connection was lost on the way. Nothing that you typed is lost: send the same application again.',
  ],
  noReason: 'The review has not told us what is missing.',
  answer: (partner) => [
    `${partner} tells the main contact what is missing.`,
    'Send it to the contact below, and give your reference.',
  ],
  contact: (partner) => `Contact ${partner}`,
  email: 'E-mail',
  phone: 'Phone',
  website: 'Website',
  subject: (reference) => `Application ${reference}`,
  sendAgain: 'Send it again',
  toForm: 'Look at it first',
  review: 'Review',
  decision: 'Decision',
  quote: 'Your reference',
  copy: 'Copy',
  copied: 'Copied',
  record: 'Full IDs and proof',
  appId: 'Application ID',
  reference: 'Reference',
  ourId: 'Our reference',
  plan: 'Plan',
  submitted: 'Submitted',
  checked: 'Last update',
  check: 'Check now',
  agreed: 'What you agreed to',
  signedBy: 'Signed by',
  signedAt: 'Signed',
  version: (version) => `Version ${version}`,
  gone: (partner) => `This version is no longer available here. Ask ${partner} for a copy.`,
  print: 'Print',
}
