// The texts of the step "Agreement", in English. A page replaces any of them under `strings.agreement`.
import type { FieldWords } from '../fields/words.ts'

/** Why a request was rejected: problem codes, and `otherwise` for the rest. */
export type RefusalKey = 'upstream-unavailable' | 'rate-limited' | 'network' | 'otherwise'

export interface AgreementStrings {
  readonly fields: {
    readonly 'consent.documents': FieldWords<'documents-changed'>
    readonly 'consent.accepted': FieldWords<'consent-missing'>
    readonly 'consent.signerName': FieldWords<'signature-name'>
    readonly termsToken: FieldWords<'terms-token'>
  }
  /** The error of a box that is not ticked, with the beginning of its statement. */
  readonly tick: (statement: string) => string
  readonly fees: (plan: string) => string
  readonly loading: string
  readonly failed: string
  readonly tryAgain: string
  readonly edition: (version: string) => string
  /** French comes first because an address is in Quebec, and the page has another language. */
  readonly quebec: string
  /** Opens and closes a document. */
  readonly read: string
  readonly close: string
  readonly print: string
  /** Saves a document as a file. */
  readonly save: string
  /** Language and hash of a document. */
  readonly proof: string
  readonly language: string
  /** The signature in the file of a document. */
  readonly signed: (name: string, when: string) => string
  readonly agreed: string
  readonly host: string
  /** Names of the persons who may sign. */
  readonly signers: (names: string) => string
  /** Why a request was rejected, by problem code; `otherwise` for the rest. */
  readonly refusals: Readonly<Record<string, string>>
  /** Only the partner can end the reason of the rejection. */
  readonly paused: (partner: string) => string
  readonly submit: string
  readonly sending: string
  readonly back: string
}

export const AGREEMENT: AgreementStrings = {
  fields: {
    'consent.documents': {
      label: 'Documents',
      errors: { 'documents-changed': 'The documents have changed. Read the new version and agree again' },
    },
    'consent.accepted': {
      label: 'Your agreement',
      errors: { 'consent-missing': 'Tick every box to agree' },
    },
    'consent.signerName': {
      label: 'Sign with your name',
      errors: { 'signature-name': 'Type your first and last name as in the application' },
    },
    termsToken: {
      label: 'Terms and conditions',
      errors: { 'terms-token': 'Agree to the terms and conditions' },
    },
  },
  tick: (statement) => `Tick this box: ${statement}`,
  fees: (plan) => `Fees on the ${plan} plan`,
  loading: 'Getting the documents',
  failed: 'The documents could not be loaded.',
  tryAgain: 'Try again',
  edition: (version) => `Version ${version}`,
  quebec: 'For an address in Quebec, each text comes in French first, then in another language.',
  read: 'Read',
  close: 'Close',
  print: 'Print',
  save: 'Download',
  proof: 'Proof',
  language: 'Language',
  signed: (name, when) => `Signed by ${name}, ${when}`,
  agreed: 'You have agreed to the terms and conditions.',
  host: 'You agree to the terms and conditions when you submit.',
  signers: (names) => `As in the application: ${names}`,
  refusals: {
    'upstream-unavailable':
      'The application service cannot be reached. Nothing was sent. Try again in a moment.',
    'rate-limited': 'Too many tries. Wait a minute, then try again.',
    network: 'The server cannot be reached. Check the connection, then try again.',
    otherwise: 'That did not work, and nothing was sent. Try again in a moment.',
  } satisfies Record<RefusalKey, string>,
  paused: (partner) =>
    `Nothing was sent: ${partner} cannot take applications right now. Please tell them. Trying again will not help.`,
  submit: 'Agree and submit application',
  sending: 'Sending your application',
  back: 'Back',
}
