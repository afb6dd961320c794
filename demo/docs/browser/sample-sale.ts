// A shop, its terminals and a sale, for pages that show the element without a server, and for the chart of what it shows.
import type { Checkout, Sale } from '@tapboard/contract'

const NOW_MS = Date.UTC(2026, 0, 15, 15, 20)

/** A sale as it begins. */
export const SALE: Sale = {
  id: 'sale_1',
  order: 'R-1042',
  attempt: 1,
  state: 'sending',
  reason: null,
  message: null,
  phase: 'contacting',
  stillWaiting: false,
  cancelable: false,
  amountMinor: 4200,
  currency: 'USD',
  device: { id: 'dev_front', name: 'Front counter', make: 'A920', serialEnding: '4821' },
  externalId: 'tb-7Q2M4K9X',
  sessionId: null,
  reference: null,
  approvalCode: null,
  card: null,
  by: null,
  createdAtMs: NOW_MS,
  settledAtMs: null,
  conflictWith: null,
  deviceFreeAtMs: null,
  version: 1,
  nowMs: NOW_MS,
}

/** What the element asks for first. */
export const CHECKOUT: Checkout = {
  merchant: { id: 'shop', name: 'Harbor Cycle Repair' },
  environment: 'sandbox',
  order: SALE.order,
  amountMinor: SALE.amountMinor,
  currency: SALE.currency,
  devices: [
    { ...SALE.device, status: 'CONNECTED', ageMs: 900 },
    {
      id: 'dev_work',
      name: 'Workshop',
      make: 'A77',
      serialEnding: '0093',
      status: 'DISCONNECTED',
      ageMs: 95_000,
    },
  ],
  sale: null,
  nextAttempt: 1,
  features: { cancel: false, details: false },
  nowMs: NOW_MS,
}
