// The routes of merchant sign-up. Where a merchant has no boarding set up, each says so.
import type { HandlersOf } from '../http/call.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { SignUp } from './create-applications.ts'

type ReadingRoute = 'getApplication' | 'saveDraft' | 'discardDraft' | 'getTerms'
type SubmittingRoute =
  | 'submitApplication'
  | 'getApplicationStatus'
  | 'readApplication'
  | 'resolveApplication'
  | 'receiveBoardingEvent'

/** A merchant without sign-up. */
export const NOT_CONFIGURED: Refusal = refuse(
  'boarding-not-configured',
  "Set the merchant's boarding and upstream.boardingUrl.",
)

function readingHandlers(_signUp: SignUp): HandlersOf<ReadingRoute> {
  const notConfigured = async () => NOT_CONFIGURED
  return {
    getApplication: notConfigured,
    saveDraft: notConfigured,
    discardDraft: notConfigured,
    getTerms: notConfigured,
  }
}

function submittingHandlers(_signUp: SignUp): HandlersOf<SubmittingRoute> {
  const notConfigured = async () => NOT_CONFIGURED
  return {
    submitApplication: notConfigured,
    getApplicationStatus: notConfigured,
    readApplication: notConfigured,
    resolveApplication: notConfigured,
    receiveBoardingEvent: notConfigured,
  }
}

/** Handlers of the sign-up routes. */
export const applicationHandlers = (signUp: SignUp): HandlersOf<ReadingRoute | SubmittingRoute> => ({
  ...readingHandlers(signUp),
  ...submittingHandlers(signUp),
})
