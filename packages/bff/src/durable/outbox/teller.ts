// Tells one event: to a webhook over HTTP (how, the runtime decides), or to the host's own function. One try each; what a failure leads to,
// `deliverer.ts` decides. A receiver is never followed elsewhere and its answer is never read into anything.
import { HostEvent, SIGNATURE_HEADER } from '@tapboard/contract'
import type { DeliveryHandler, DeliveryResult } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import type { OutboxRow } from './outbox-row.ts'
import { signWebhook } from './signature.ts'

/** The receiver of a merchant's webhooks. */
export interface WebhookTarget {
  /** https, or http on this machine; without user and fragment. */
  readonly url: string
  /** Key of the signature; at least 24 characters, shared only with the receiver. */
  readonly secret: string
}

/** Longest wait for one receiver, from connect to the end of its answer. */
export const TELL_TIMEOUT_MS = 10_000

/** Returns the cause of an HTTP attempt without an answer, for the log. */
const codeOfTelling = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('Timeout')) return 'webhook-timeout'
  return name === 'AbortError' ? 'webhook-stopped' : 'webhook-unreachable'
}

/** Sends webhooks; `close` closes the connections. */
export interface WebhookTeller {
  to(target: WebhookTarget): DeliveryHandler<OutboxRow>
  close(): Promise<void>
}

/** One signed POST. */
export interface SignedPost {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborted when the attempt ends. */
  readonly signal: AbortSignal
}

/** Sends a webhook by `post`, which returns the status of the answer and follows no redirect. */
export const webhookTeller =
  (clock: Clock, post: (url: string, signed: SignedPost) => Promise<number>): WebhookTeller['to'] =>
  ({ url, secret }) =>
  async (row, stop) => {
    const late = new AbortController()
    const cancel = clock.after(TELL_TIMEOUT_MS, () => late.abort())
    try {
      const status = await post(url, {
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signWebhook(secret, row.body, clock.now()),
        },
        body: row.body,
        signal: AbortSignal.any([stop, late.signal]),
      })
      return status >= 200 && status < 300 ? { ok: true } : { ok: false, code: `webhook-${status}` }
    } catch (error) {
      return { ok: false, code: late.signal.aborted ? 'webhook-timeout' : codeOfTelling(error) }
    } finally {
      cancel()
    }
  }

/** The host's callback `onSettled`. */
export type OnSettled = (event: HostEvent) => void | Promise<void>

/** Calls the host's function. If it throws, rejects or takes longer than 10 s, it is called again later. */
export const hookTeller =
  (onSettled: OnSettled, clock: Clock): DeliveryHandler<OutboxRow> =>
  async (row) => {
    let cancel = (): void => {}
    const late = new Promise<DeliveryResult>((resolve) => {
      cancel = clock.after(TELL_TIMEOUT_MS, () => resolve({ ok: false, code: 'hook-timeout' }))
    })
    const telling = async (): Promise<DeliveryResult> => {
      try {
        await onSettled(HostEvent.parse(JSON.parse(row.body)))
        return { ok: true }
      } catch {
        return { ok: false, code: 'hook-failed' }
      }
    }
    try {
      return await Promise.race([telling(), late])
    } finally {
      cancel()
    }
  }
