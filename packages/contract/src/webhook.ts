// What the host's server receives without asking, as rows for the OpenAPI document. How often it is told, the BFF decides;
// how a signature is checked, `verifyWebhook` of the BFF shows.
import type * as z from 'zod/mini'
import { ApplicationEvent } from './application/submit.ts'
import { HostEvent, SIGNATURE_HEADER } from './host-event.ts'

/** A request that the API sends to an address which its user has configured. */
export interface Webhook {
  readonly summary: string
  readonly description: string
  /** Schema of the JSON body. */
  readonly body: z.ZodMiniType
  /** Headers that it always carries, by name. */
  readonly headers: Readonly<Record<string, { readonly description: string; readonly pattern: string }>>
  /** Status, range of statuses or `default` → what the sender does then. */
  readonly answers: Readonly<Record<string, string>>
}

const headers: Webhook['headers'] = {
  [SIGNATURE_HEADER]: {
    description:
      'When it was signed, in seconds since 1970, and the HMAC-SHA256 of that number, a full stop and the body, byte for byte, under webhook.secret. Refuse it when the time is more than five minutes off (D-26).',
    pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$',
  },
}

const answers: Webhook['answers'] = {
  '2XX': 'Taken, when it comes within 10 s. The body is not read.',
  default: 'Tried again, at most every 15 minutes, for 24 hours. A redirect is not followed.',
}

/** What the BFF sends, all of it to the same address; `type` tells one kind from the other. */
export const WEB_WEBHOOKS: Readonly<Record<'hostEvent' | 'applicationEvent', Webhook>> = {
  hostEvent: {
    summary: "Tells the host's server what became of a sale.",
    description:
      'Sent to the webhook.url of the merchant at least once for each event, in no promised order. The id stays the same when it is sent again; of two events of one sale the one with the higher sale.version is the later (D-26).',
    body: HostEvent,
    headers,
    answers,
  },
  applicationEvent: {
    summary: "Tells the host's server what became of a merchant application.",
    description:
      'Sent to the webhook.url of the merchant at least once for each event, in no promised order. The id stays the same when it is sent again; of two events of one application the one with the higher application.version is the later. It never holds what the applicant has typed (D-26).',
    body: ApplicationEvent,
    headers,
    answers,
  },
}
