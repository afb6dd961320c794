// Delivers one event: to a webhook over HTTP, or to the host's own function. One attempt each; `deliverer.ts` decides on retries. No
// redirect is followed, and the body of an answer is not read.
import { HostEvent } from '@tapboard/contract'
import type { DeliveryHandler, DeliveryResult } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import { signWebhook, type SecretRing } from '@tapboard/server'
import type { OutboxRow } from './outbox-row.ts'

/** The receiver of a merchant's webhooks. */
export interface WebhookTarget {
  /** https, or http on this machine; without user and fragment. */
  readonly url: string
  /**
   * Key of the signature, shared only with the receiver: `whsec_` and the base64 of 24 to 64 random bytes, or a text of at least 24
   * characters. `[new, old]` during a rotation: the header has a signature with each.
   */
  readonly secret: SecretRing
}

/** Longest wait for one receiver, from connect to the end of its answer. */
export const DELIVERY_TIMEOUT_MS = 10_000

/** Returns the cause of an HTTP attempt without an answer, for the log. */
const codeOfFailure = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('Timeout')) return 'webhook-timeout'
  return name === 'AbortError' ? 'webhook-stopped' : 'webhook-unreachable'
}

/** Returns headers to add to an attempt. */
type MoreHeaders = () => Readonly<Record<string, string>>

/** The event of a webhook, as it is sent. */
export interface SentEvent {
  /** The same in each attempt. */
  readonly eventId: string
  readonly type: string
  /** The sale that it is about; none for an event about no single sale. */
  readonly saleId?: string
  readonly body: string
}

/** Sends webhooks; `close` closes the connections. */
export interface WebhookSender {
  /** `more` is called at each attempt. */
  to(target: WebhookTarget, more?: MoreHeaders): DeliveryHandler<SentEvent>
  close(): Promise<void>
}

interface SignedPost {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborted when the attempt ends. */
  readonly signal: AbortSignal
}

/** Sends a webhook by `post`, which returns the status of the answer and follows no redirect. */
export const webhookHandler =
  (clock: Clock, post: (url: string, signed: SignedPost) => Promise<number>): WebhookSender['to'] =>
  ({ url, secret }, more = () => ({})) =>
  async (row, stop) => {
    const late = new AbortController()
    const cancel = clock.after(DELIVERY_TIMEOUT_MS, () => late.abort())
    try {
      const status = await post(url, {
        headers: {
          ...more(),
          'content-type': 'application/json',
          ...signWebhook(secret, { id: row.eventId, body: row.body }, clock.now()),
        },
        body: row.body,
        signal: AbortSignal.any([stop, late.signal]),
      })
      return status >= 200 && status < 300 ? { ok: true } : { ok: false, code: `webhook-${status}` }
    } catch (error) {
      return { ok: false, code: late.signal.aborted ? 'webhook-timeout' : codeOfFailure(error) }
    } finally {
      cancel()
    }
  }

/** The host's callback `onSettled`. A promise that rejects repeats the call later. */
export type OnSettled = (event: HostEvent) => void | Promise<void>

/** Calls the host's function. If it throws, rejects or takes longer than 10 s, it is called again later. */
export const hookHandler =
  (onSettled: OnSettled, clock: Clock): DeliveryHandler<OutboxRow> =>
  async (row) => {
    let cancel = (): void => {}
    const late = new Promise<DeliveryResult>((resolve) => {
      cancel = clock.after(DELIVERY_TIMEOUT_MS, () => resolve({ ok: false, code: 'hook-timeout' }))
    })
    const attempt = async (): Promise<DeliveryResult> => {
      try {
        await onSettled(HostEvent.parse(JSON.parse(row.body)))
        return { ok: true }
      } catch {
        return { ok: false, code: 'hook-failed' }
      }
    }
    try {
      return await Promise.race([attempt(), late])
    } finally {
      cancel()
    }
  }
