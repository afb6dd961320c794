// What the host's server is told of its sales without a page: the body of a webhook and the argument of `onSettled`. Who
// tells it and how often, the BFF decides; it may come twice and in any order, so it carries an ID and a version.
import * as z from 'zod/mini'
import { Sale } from './sale.ts'

/** What a host's server can be told. */
export const HOST_EVENTS = [
  /** The upstream says paid. */
  'sale.approved',
  /** An attempt is over and not paid: declined, timed out, failed, never reached the terminal, given up. */
  'sale.unpaid',
  /** Money may or may not have moved; repeated once a day after three days. */
  'sale.in_doubt',
  /** The evidence contradicts itself: a person must look. `late_conflict` takes back what was said before. */
  'sale.review',
  /** A person said paid (`approved`) or unpaid (`closed_unpaid`). */
  'sale.resolved',
] as const

/** See {@link HOST_EVENTS}. */
export type HostEventType = (typeof HOST_EVENTS)[number]

/** One thing that the host's server is told. Never holds a secret. */
export const HostEvent = z.object({
  /** The same however often it is told: handle each ID once. */
  id: z.string(),
  type: z.enum(HOST_EVENTS),
  /** When it was committed, milliseconds since 1970. */
  atMs: z.number(),
  merchant: z.string(),
  order: z.string(),
  /** The sale as it was then. Of two events of one sale, the one with the higher `version` is the later. */
  sale: Sale,
})

/** Shape of {@link HostEvent}. */
export type HostEvent = z.infer<typeof HostEvent>

/** Header of a signed webhook: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">` (D-26). */
export const SIGNATURE_HEADER = 'x-tapboard-signature'
