// An application for tests of its transitions.
import type { ApplicationRow } from './row.ts'

/** An application whose submission is being sent, without a draft. */
export const SUBMITTING: ApplicationRow = {
  id: 'apl_1',
  merchant: 'shop',
  applicant: 'a-1',
  state: 'submitting',
  version: 4,
  appId: null,
  reference: null,
  tierName: 'Standard',
  submittedAtMs: null,
  checkedAtMs: null,
  issues: '[]',
  agreed: '{}',
  draft: null,
  draftStep: null,
  draftVersion: 6,
  draftSavedAtMs: null,
  createdAtMs: 1,
}
