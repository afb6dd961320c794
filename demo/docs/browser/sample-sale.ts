// A shop, its terminals and a sale, for pages that show the element without a server, and for the chart of its phases.
import type { Checkout, Sale } from '@tapboard/contract'
import {
  DEVICES,
  SALE as STARTED,
  SAMPLE_NOW_MS,
} from '../../../packages/elements/src/testing/sample-sale.ts'

/** A sale as it begins, where the upstream cannot cancel. */
export const SALE: Sale = { ...STARTED, cancelable: false }

/** The answer to the first request of the element. */
export const CHECKOUT: Checkout = {
  kind: 'sale',
  refund: null,
  merchant: { id: 'shop', name: 'Harbor Cycle Repair' },
  environment: 'sandbox',
  order: SALE.order,
  amountMinor: SALE.amountMinor,
  currency: SALE.currency,
  devices: [...DEVICES],
  sale: null,
  nextAttempt: 1,
  features: { cancel: false, details: false },
  nowMs: SAMPLE_NOW_MS,
}
