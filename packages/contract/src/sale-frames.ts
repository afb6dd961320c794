// What a page reads only once a sale runs: the events and frames of its stream, and the report of its transaction. In a file of its
// own, because the first load of `<terminal-pay>` has the rest.
import * as z from 'zod/mini'
import { Sale } from './sale.ts'

/** Events of a sale, in the past tense. All but the last seven are transitions. */
export const SALE_EVENTS = [
  'created',
  'claimed',
  'released',
  'started',
  'refused',
  'doubted',
  'reviewed',
  'approved',
  'declined',
  'timed_out',
  'failed',
  'abandoned',
  'attested_paid',
  'attested_unpaid',
  'still_waiting',
  'progressed',
  'device_released',
  'cancel_requested',
  'cancel_failed',
  'session_found',
  'flagged',
] as const

/** Event of a sale; see {@link SALE_EVENTS}. */
export type SaleEventType = (typeof SALE_EVENTS)[number]

/** A frame of the event stream: the event and the sale after it. */
export const SaleFrame = z.object({
  number: z.number(),
  type: z.enum(SALE_EVENTS),
  atMs: z.number(),
  sale: Sale,
})

export type SaleFrame = z.infer<typeof SaleFrame>

/**
 * A frame without an event: start of a period without news of the sale, or `null` when news is back; and `nextAskAtMs` as in
 * {@link Sale}.
 */
export const StaleFrame = z.object({
  staleSinceMs: z.nullable(z.number()),
  nextAskAtMs: z._default(z.nullable(z.number()), null),
  nowMs: z.number(),
})

export type StaleFrame = z.infer<typeof StaleFrame>

/** A frame of an order's stream: the deciding attempt, and whether the token's grant is still the newest. */
export const OrderFrame = z.object({
  order: z.string(),
  /** The deciding attempt, as in {@link Checkout}; `null` before the first one. */
  sale: z.nullable(Sale),
  /** The host granted the order again with other terms: request a new token with `getToken`. */
  superseded: z.boolean(),
  nowMs: z.number(),
})

export type OrderFrame = z.infer<typeof OrderFrame>

/** Label and value rows of the report of one transaction. */
export const TransactionDetails = z.object({
  reference: z.string(),
  rows: z.array(z.object({ name: z.string(), value: z.string() })),
})

export type TransactionDetails = z.infer<typeof TransactionDetails>
