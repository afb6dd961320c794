// Client of the partner's own server.
import type { ApplicationEvent, ApplicationSnapshot, MintedToken } from '@tapboard/contract'
import type { SignUp } from '../host/sign-up/sign-up-store.ts'
import { ask } from './host-api.ts'

/** A sign-up of the partner's server. */
export interface SignUpView extends SignUp {
  /** Status from the BFF; `false` if there is no application, `null` if the BFF is unreachable. */
  readonly application: ApplicationSnapshot | false | null
  /** Data at the service, numbers with their last digits only. */
  readonly kept: Readonly<Record<string, string>> | null
}

const at = (applicant: string, rest = ''): string => `/api/sign-ups/${encodeURIComponent(applicant)}${rest}`

/** Reads the sign-up of this page. */
export const getSignUp = (applicant: string): Promise<SignUpView> => ask(at(applicant))

export const addSignUp = (scenario: string): Promise<SignUp> => ask('/api/sign-ups', { scenario })

/** Webhook events of the sign-up after number `after`; long-polls. */
export const getHeardOf = (
  applicant: string,
  after: number,
): Promise<readonly { readonly number: number; readonly event: ApplicationEvent }[]> =>
  ask(at(applicant, `/received?after=${after}`))

/** Creates a link that opens the sign-up in another browser. */
export const getLink = async (applicant: string): Promise<string> =>
  (await ask<{ url: string }>(at(applicant, '/link'), {})).url

/** Requests a token for this page's key. */
export const getApplyToken = (applicant: string, jkt: string): Promise<MintedToken> =>
  ask('/api/apply-token', { applicant, jkt })
