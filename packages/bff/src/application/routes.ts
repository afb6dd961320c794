// The routes of merchant sign-up. Where a merchant has no boarding set up, each says so.
import type { HandlersOf } from '../http/call.ts'
import { refuse } from '../http/refusal.ts'

type ApplicationRoute =
  | 'getApplication'
  | 'saveDraft'
  | 'discardDraft'
  | 'getTerms'
  | 'submitApplication'
  | 'getApplicationStatus'
  | 'readApplication'
  | 'resolveApplication'

/** Handlers of the sign-up routes. */
export function applicationHandlers(): HandlersOf<ApplicationRoute> {
  const notConfigured = async () =>
    refuse('boarding-not-configured', "Set the merchant's boarding and upstream.boardingUrl.")
  return {
    getApplication: notConfigured,
    saveDraft: notConfigured,
    discardDraft: notConfigured,
    getTerms: notConfigured,
    submitApplication: notConfigured,
    getApplicationStatus: notConfigured,
    readApplication: notConfigured,
    resolveApplication: notConfigured,
  }
}
