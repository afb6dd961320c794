// Signs and verifies webhooks (D-26): `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared secret>`. The time is
// signed too, so that a copied request is valid for five minutes only.
import { ApplicationEvent, HostEvent } from '@tapboard/contract'
import { judgeSignature, sign } from '@tapboard/server'
import { secretsIn, type SecretRing } from '@tapboard/server'
import * as z from 'zod/mini'

/** The value of the signature header for a body, at a moment in milliseconds. */
export const signWebhook = (ring: SecretRing, body: string, nowMs: number): string =>
  sign(secretsIn(ring), body, nowMs)

/** The webhook to check. */
export interface WebhookToVerify {
  /** The raw body, before any parser: one changed byte invalidates the signature. */
  readonly body: string | Uint8Array
  /** The header `X-Tapboard-Signature`. */
  readonly signature: string | null | undefined
  /** The merchant's `webhook.secret`, or both during a rotation. A missing or short secret matches nothing. */
  readonly secret: string | readonly string[]
  /** Milliseconds since 1970; default now. */
  readonly nowMs?: number
  /** Maximum difference of the signed time from `nowMs` in seconds. Default 300. */
  readonly toleranceSeconds?: number
}

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
       * `GET /v1/orders/{order}`.
       */
      readonly code:
        | 'signature-missing'
        | 'signature-malformed'
        | 'signature-wrong'
        | 'signature-old'
        | 'event-unknown'
    }

/** All signed events. */
const Event = z.union([HostEvent, ApplicationEvent])

/**
 * Verifies a webhook and reads its event, in constant time. It never throws for input of the sender, and throws a TypeError
 * if the body was parsed before: a parsed body is not the signed one.
 */
export function verifyWebhook(webhook: WebhookToVerify): VerifiedWebhook {
  const code = judgeSignature(webhook)
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
