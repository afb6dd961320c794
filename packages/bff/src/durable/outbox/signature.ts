// Verifies webhooks and reads their event. The server package has the signatures; they contain the time, so that a copied request
// is valid for five minutes only (D-26, D-179).
import { ApplicationEvent, HostEvent } from '@tapboard/contract'
import { judgeSignature, judgeWebhook, type ReceivedHeaders, type SignedBody } from '@tapboard/server'
import * as z from 'zod/mini'

/** The webhook to check: its raw body, its secret, and its headers. */
export type WebhookToVerify = SignedBody &
  (
    | {
        /** The headers of the request: those of `fetch`, or those of Node with names in lower case. */
        readonly headers: ReceivedHeaders
      }
    | {
        /** Only the header `X-Tapboard-Signature`, which is sent until the next minor version: pass `headers`. */
        readonly signature: string | null | undefined
      }
  )

/** The event, or the fault of the signature. */
export type VerifiedWebhook =
  | {
      readonly ok: true
      /** Of a sale (`type` begins with `sale.`) or of a merchant application (`application.`). */
      readonly event: HostEvent | ApplicationEvent
    }
  | {
      readonly ok: false
      /**
       * `signature-missing`, `signature-malformed`, `signature-wrong` (another secret or a changed body), `signature-old`
       * (or a clock that is wrong): answer 400. `event-unknown`: signed by us, but of a newer version; answer 200 and ask
       * `GET /v1/orders/{order}`. `secret-missing`: `secret` is undefined or has less than 24 characters, usually because an
       * environment variable is not set; answer 500, so that the event is delivered again.
       */
      readonly code:
        | 'secret-missing'
        | 'signature-missing'
        | 'signature-malformed'
        | 'signature-wrong'
        | 'signature-old'
        | 'event-unknown'
    }

const Event = z.union([HostEvent, ApplicationEvent])

/**
 * Verifies a webhook and reads its event, in constant time. It never throws for input of the sender, and throws a TypeError
 * if the body was parsed before: a parsed body is not the signed one.
 */
export function verifyWebhook(webhook: WebhookToVerify): VerifiedWebhook {
  const code = 'headers' in webhook ? judgeWebhook(webhook) : judgeSignature(webhook)
  if (code !== null) return { ok: false, code }
  const { body } = webhook
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const event = Event.safeParse(JSON.parse(text))
    return event.success ? { ok: true, event: event.data } : { ok: false, code: 'event-unknown' }
  } catch {
    return { ok: false, code: 'event-unknown' }
  }
}
