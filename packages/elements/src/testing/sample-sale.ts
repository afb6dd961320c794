// A shop's terminals and a sale on the first of them: for tests, and for pages that show the element without a server.
import type { Checkout, DeviceView, Sale } from '@tapboard/contract'

/** Two terminals, one of them disconnected. */
export const DEVICES: readonly DeviceView[] = [
  {
    id: 'dev_front',
    name: 'Front counter',
    make: 'A920',
    serialEnding: '4821',
    status: 'CONNECTED',
    ageMs: 900,
    hold: null,
  },
  {
    id: 'dev_work',
    name: 'Workshop',
    make: 'A77',
    serialEnding: '0093',
    status: 'DISCONNECTED',
    ageMs: 95_000,
    hold: null,
  },
]

/** Start time, ms since 1970. */
export const SAMPLE_NOW_MS = 1_780_000_000_000

/** A new sale on the first of {@link DEVICES}. */
export const SALE: Sale = {
  id: 'sale_1',
  kind: 'sale',
  refundOf: null,
  refund: null,
  order: 'R-1042',
  attempt: 1,
  state: 'sending',
  reason: null,
  message: null,
  phase: 'contacting',
  stillWaiting: false,
  cancelable: true,
  amountMinor: 4200,
  currency: 'USD',
  device: { id: 'dev_front', name: 'Front counter', make: 'A920', serialEnding: '4821' },
  externalId: 'tb-7Q2M4K6X',
  sessionId: null,
  reference: null,
  approvalCode: null,
  card: null,
  by: null,
  createdAtMs: SAMPLE_NOW_MS,
  settledAtMs: null,
  conflictWith: null,
  deviceFreeAtMs: null,
  checkable: false,
  cancelRequested: false,
  staleSinceMs: null,
  nextAskAtMs: null,
  version: 1,
  nowMs: SAMPLE_NOW_MS + 400,
}

/** Members of an approved sale in addition to {@link SALE}. */
export const APPROVED: Partial<Sale> = {
  state: 'approved',
  phase: 'authorizing',
  cancelable: false,
  reference: '10000441239',
  approvalCode: '712304',
  card: 'Visa …4242',
  by: 'upstream',
  settledAtMs: SAMPLE_NOW_MS + 21_000,
}

/** Members of a checkout that refunds a part of a sale. */
export const REFUND: Partial<Checkout> & Pick<Checkout, 'kind' | 'refund'> = {
  kind: 'refund',
  refund: {
    of: 'sale_0',
    paidAmountMinor: 10_000,
    refundedAmountMinor: 0,
    card: 'Visa …4242',
    reference: '10000441200',
  },
}
