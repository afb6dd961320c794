// Signs and verifies webhooks (D-26): `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared secret>`. The time is
// signed too, so that a copied request is valid for five minutes only.
import { ApplicationEvent, HostEvent } from '@tapboard/contract'
import { sign, signatureOf } from '@tapboard/server'
import { fromHex, sameBytes } from '@tapboard/store/crypto'
import * as z from 'zod/mini'

/** The value of the signature header for a body, at a moment in milliseconds. */
export const signWebhook = (secret: string, body: string, nowMs: number): string => sign(secret, body, nowMs)

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

const HEADER_MAX = 1_024

/** Minimum length, as in the configuration: with an empty secret (an unset variable) every sender could sign. */
const SECRET_MIN = 24

function readHeader(
  header: string,
): { readonly seconds: number; readonly macs: readonly Uint8Array[] } | null {
  if (header.length > HEADER_MAX) return null
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const seconds =
    times.length === 1 && /^t=\d{1,12}$/.test(times[0] ?? '') ? Number(times[0]?.slice(2)) : null
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => fromHex(part.slice(3)))
  return seconds === null || macs.length === 0 ? null : { seconds, macs }
}

/** The fault of a signature, or `null`. See {@link verifyWebhook}. */
export function judgeSignature(
  webhook: WebhookToVerify,
): Exclude<Extract<VerifiedWebhook, { ok: false }>['code'], 'event-unknown'> | null {
  const { body, signature, secret, nowMs = Date.now(), toleranceSeconds = 300 } = webhook
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError(
      'Pass the body exactly as it came, a string or bytes: read it raw, before any JSON parser.',
    )
  if (signature === null || signature === undefined || signature === '') return 'signature-missing'
  const read = typeof signature === 'string' ? readHeader(signature) : null
  if (read === null) return 'signature-malformed'
  const secrets = [secret].flat().filter((one) => typeof one === 'string' && one.length >= SECRET_MIN)
  let right = false
  for (const one of secrets) {
    const wanted = signatureOf(one, body, read.seconds)
    for (const mac of read.macs) right = sameBytes(wanted, mac) || right
  }
  if (!right) return 'signature-wrong'
  // Written so that a NaN time or tolerance is rejected.
  const near = Math.abs(nowMs / 1000 - read.seconds) <= toleranceSeconds
  return near ? null : 'signature-old'
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
