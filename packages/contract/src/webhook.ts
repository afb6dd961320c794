// Webhooks to the host's server, as rows for the OpenAPI document. The BFF decides when to send;
// `verifyWebhook` of the BFF checks a signature.
import type * as z from 'zod/mini'
import { ApplicationEvent } from './application/submit.ts'
import { HostEvent, SIGNATURE_HEADER, WEBHOOK_HEADERS } from './host-event.ts'

/** A request that the API sends to a configured address. */
export interface Webhook {
  readonly summary: string
  readonly description: string
  /** Schema of the JSON body. */
  readonly body: z.ZodMiniType
  /** Headers of every request, by name. */
  readonly headers: Readonly<
    Record<string, { readonly description: string; readonly pattern: string; readonly example: string }>
  >
  /** Reaction of the sender by status, range of statuses or `default`. */
  readonly answers: Readonly<Record<string, string>>
}

const headers: Webhook['headers'] = {
  [WEBHOOK_HEADERS.id]: {
    description: 'The ID of the event, the same in every delivery.',
    pattern: '^[0-9A-Za-z._-]+$',
    example: 'sale_8f3k2m.4',
  },
  [WEBHOOK_HEADERS.timestamp]: {
    description: 'Time of signing in seconds since 1970. Reject it if it is more than five minutes off.',
    pattern: '^[0-9]{1,12}$',
    example: '1780000000',
  },
  [WEBHOOK_HEADERS.signature]: {
    description:
      'As in Standard Webhooks 1.0: "v1," and the base64 of the HMAC-SHA256 of ID, full stop, timestamp, full stop and raw body under webhook.secret. During a rotation one for each secret, separated by spaces.',
    pattern: '^v1,[0-9A-Za-z+/]{43}=( v1,[0-9A-Za-z+/]{43}=)*$',
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  [SIGNATURE_HEADER]: {
    description:
      'Deprecated; sent until the next minor version. Time of signing in seconds since 1970, and the HMAC-SHA256 in hex of that number, a full stop and the raw body under webhook.secret.',
    pattern: '^t=[0-9]+(,v1=[0-9a-f]{64})+$',
    example: 't=1780000000,v1=584c56d5681da08324fe11e4d7a3a62726a793b34ccc6d23243c2b0dfc951a11',
  },
}

const answers: Webhook['answers'] = {
  '2XX': 'Accepted, if it arrives within 10 s. The body is not read.',
  default: 'Retried for 24 hours, with pauses of up to 15 minutes. Redirects are not followed.',
}

/** Webhooks of the BFF, sent to one address; `type` distinguishes them. */
export const WEB_WEBHOOKS: Readonly<Record<'hostEvent' | 'applicationEvent', Webhook>> = {
  hostEvent: {
    summary: "Reports the outcome of a sale or refund to the host's server.",
    description:
      'Sent to the webhook.url of the merchant at least once per event, in any order. A repeated event has the same id; of two events of a sale, the one with the higher sale.version is newer.',
    body: HostEvent,
    headers,
    answers,
  },
  applicationEvent: {
    summary: "Reports the status of a merchant application to the host's server.",
    description:
      'Sent to the webhook.url of the merchant at least once per event, in any order. A repeated event has the same id; of two events of an application, the one with the higher application.version is newer. It never contains values of the applicant.',
    body: ApplicationEvent,
    headers,
    answers,
  },
}
