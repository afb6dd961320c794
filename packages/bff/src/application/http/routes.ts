// The routes of merchant sign-up. For a merchant without `boarding`, each answers `boarding-not-configured`.
import type { HandlersOf } from '../../http/call.ts'
import type { Lifecycle } from '../../http/lifecycle.ts'
import type { Log } from '../../ports.ts'
import type { SignUp } from '../create-applications.ts'
import { NOT_CONFIGURED, pageHandlers, type FieldPageConfig, type PageRoute } from './page-routes.ts'
import { submissionHandlers, type SubmissionRoute } from './submission-routes.ts'

/** Creates the handlers of all sign-up routes. */
export const applicationHandlers = (
  signUp: SignUp,
  lifecycle: Lifecycle,
  log: Log,
  config: FieldPageConfig,
): HandlersOf<PageRoute | SubmissionRoute> => ({
  ...pageHandlers(signUp, config),
  ...submissionHandlers({
    submissions: signUp.submissions,
    partners: signUp.partner,
    lifecycle,
    log,
    notConfigured: NOT_CONFIGURED,
  }),
})
