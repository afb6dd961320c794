// What the partner's page asks its own server.
import type { ApplicationEvent, ApplicationSnapshot, MintedToken } from '@tapboard/contract'
import type { SignUp } from '../host/sign-up/book.ts'
import { ask } from './host-api.ts'

/** A sign-up as the partner's server knows it. */
export interface SignUpView extends SignUp {
  /** What the BFF told the server; `false` before anything was begun, `null` when it could not be asked. */
  readonly application: ApplicationSnapshot | false | null
  /** What the service keeps, numbers by their last digits. */
  readonly kept: Readonly<Record<string, string>> | null
}

const at = (applicant: string, rest = ''): string => `/api/sign-ups/${encodeURIComponent(applicant)}${rest}`

/** The sign-up of this page. */
export const getSignUp = (applicant: string): Promise<SignUpView> => ask(at(applicant))

/** Begins a new one. */
export const addSignUp = (scenario: string): Promise<SignUp> => ask('/api/sign-ups', { scenario })

/** What the partner's server heard of it after number `after`; held for a moment while there is nothing. */
export const getHeardOf = (
  applicant: string,
  after: number,
): Promise<readonly { readonly number: number; readonly event: ApplicationEvent }[]> =>
  ask(at(applicant, `/heard?after=${after}`))

/** A link that opens it in another browser. */
export const getLink = async (applicant: string): Promise<string> =>
  (await ask<{ url: string }>(at(applicant, '/link'), {})).url

/** A token for this page's key. */
export const getApplyToken = (applicant: string, jkt: string): Promise<MintedToken> =>
  ask('/api/apply-token', { applicant, jkt })
