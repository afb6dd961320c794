// An approved sale for the tests of the demo's servers.
import type { Sale } from '@tapboard/contract'

/** 42.51 USD of order R-1042, approved on the terminal at the front counter. */
export const APPROVED_SALE: Sale = {
  id: 'sal_1',
  order: 'R-1042',
  attempt: 1,
  state: 'approved',
  reason: null,
  message: null,
  phase: 'authorizing',
  stillWaiting: false,
  cancelable: false,
  amountMinor: 4251,
  currency: 'USD',
  device: { id: 'dev_1', name: 'Front counter', make: 'A920', serialEnding: '0001' },
  externalId: 'tb-1',
  sessionId: 'ses_1',
  reference: '1000042',
  approvalCode: 'A1B2C3',
  card: 'Visa …4242',
  by: 'upstream',
  createdAtMs: 0,
  settledAtMs: 1,
  conflictWith: null,
  deviceFreeAtMs: null,
  checkable: false,
  cancelRequested: false,
  staleSinceMs: null,
  version: 6,
  nowMs: 2,
}
