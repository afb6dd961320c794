// Events for the host's server: the body of a webhook and the argument of `onSettled`. The BFF decides when
// and how often to send. An event may arrive twice and in any order, so it has an ID and a version.
import * as z from 'zod/mini'
import { Sale } from './sale.ts'

/** Event types for the host's server. */
export const HOST_EVENTS = [
  /** The upstream reports a payment. */
  'sale.approved',
  /**
   * The paid amount is not that of the newest `sale` token, so `paid` is false: the total changed while the
   * customer paid. Sent beside `sale.approved` or `sale.resolved`.
   */
  'sale.amount_differs',
  /** An attempt ended without a payment: declined, timed out, failed, never reached the terminal, or abandoned. */
  'sale.unpaid',
  /** The outcome is unknown; repeated once a day after three days. */
  'sale.in_doubt',
  /** The evidence is contradictory: a person must decide. `late_conflict` revokes an earlier event. */
  'sale.review',
  /** A person stated paid (`approved`) or unpaid (`closed_unpaid`). */
  'sale.resolved',
  /** The upstream reports that the amount was paid back. */
  'refund.approved',
  /** An attempt of a refund ended without paying anything back. */
  'refund.unpaid',
  /** The outcome of a refund is unknown; repeated once a day after three days. */
  'refund.in_doubt',
  /** The evidence about a refund is contradictory: a person must decide. */
  'refund.review',
  /** A person stated that a refund was paid back (`approved`) or not (`closed_unpaid`). */
  'refund.resolved',
] as const

/** Type of a host event; see {@link HOST_EVENTS}. */
export type HostEventType = (typeof HOST_EVENTS)[number]

/** An event for the host's server. Never contains a secret. */
export const HostEvent = z.object({
  /** Unique ID, the same in every delivery: process each ID once. */
  id: z.string(),
  type: z.enum(HOST_EVENTS),
  /** Time of the commit, in ms since 1970. */
  atMs: z.number(),
  merchant: z.string(),
  order: z.string(),
  /** The sale or refund after the event. Of two events of a sale, the one with the higher `version` is newer. */
  sale: Sale,
})

export type HostEvent = z.infer<typeof HostEvent>

/** Headers of a signed webhook, as in Standard Webhooks 1.0. */
export const WEBHOOK_HEADERS = {
  /** ID of the event, the same in every delivery. */
  id: 'webhook-id',
  /** Time of the delivery, in seconds since 1970. */
  timestamp: 'webhook-timestamp',
  /** `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`, one for each secret of a rotation, separated by spaces. */
  signature: 'webhook-signature',
} as const

/**
 * Header of a signed request: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. A webhook has it beside
 * {@link WEBHOOK_HEADERS} until the next minor version.
 */
export const SIGNATURE_HEADER = 'x-tapboard-signature'
