// The routes of merchant sign-up. Where a merchant has no boarding set up, each says so.
import type { HandlersOf } from '../http/call.ts'
import type { SignUp } from './create-applications.ts'
import { NOT_CONFIGURED, pageHandlers, type PageRoute } from './page-routes.ts'

type SubmittingRoute =
  | 'submitApplication'
  | 'getApplicationStatus'
  | 'readApplication'
  | 'resolveApplication'
  | 'receiveBoardingEvent'

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
export const applicationHandlers = (signUp: SignUp): HandlersOf<PageRoute | SubmittingRoute> => ({
  ...pageHandlers(signUp),
  ...submittingHandlers(signUp),
})
