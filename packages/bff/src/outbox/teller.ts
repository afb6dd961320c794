// Tells one event: to a webhook over HTTP, or to the host's own function. One try each; what a failure leads to,
// `deliverer.ts` decides. A receiver is never followed elsewhere and its answer is never read into anything.
import { HostEvent, SIGNATURE_HEADER } from '@tapboard/contract'
import type { Teller, Told } from '@tapboard/store'
import { Agent, request } from 'undici'
import type { Clock } from '../ports.ts'
import type { OutboxRow } from './outbox-row.ts'
import { signWebhook } from './signature.ts'

/** Where a merchant's webhooks go. */
export interface WebhookTarget {
  /** https, or http on this machine; without user and fragment. */
  readonly url: string
  /** Keys the signature; at least 24 characters, known to the receiver alone. */
  readonly secret: string
}

/** Longest wait for one receiver, from connect to the end of its answer (D-26). */
export const TELL_TIMEOUT_MS = 10_000

/** Bytes of an answer that are taken off the socket, unread, so that the connection can be used again. */
const ANSWER_BYTES = 16_384

const codeOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('Timeout')) return 'webhook-timeout'
  return name === 'AbortError' ? 'webhook-stopped' : 'webhook-unreachable'
}

/** Tells webhooks; `close` lets go of its connections. */
export interface WebhookTeller {
  to(target: WebhookTarget): Teller<OutboxRow>
  close(): Promise<void>
}

/** Makes the HTTP side. Redirects are not followed: a signed body goes to the configured address or nowhere. */
export function createWebhookTeller(clock: Clock): WebhookTeller {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 5_000 },
    headersTimeout: TELL_TIMEOUT_MS,
    bodyTimeout: TELL_TIMEOUT_MS,
    maxHeaderSize: 16_384,
  })
  return {
    to:
      ({ url, secret }) =>
      async (row, stop) => {
        const late = new AbortController()
        const cancel = clock.after(TELL_TIMEOUT_MS, () => late.abort())
        const signal = AbortSignal.any([stop, late.signal])
        try {
          const answer = await request(url, {
            dispatcher: agent,
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'user-agent': 'Tapboard',
              [SIGNATURE_HEADER]: signWebhook(secret, row.body, clock.now()),
            },
            body: row.body,
            signal,
          })
          // What was said counts; a body that is too long or breaks off only costs the connection.
          await answer.body.dump({ limit: ANSWER_BYTES, signal }).catch(() => answer.body.destroy())
          const { statusCode } = answer
          return statusCode >= 200 && statusCode < 300
            ? { ok: true }
            : { ok: false, code: `webhook-${statusCode}` }
        } catch (error) {
          return { ok: false, code: late.signal.aborted ? 'webhook-timeout' : codeOf(error) }
        } finally {
          cancel()
        }
      },
    close: () => agent.destroy(),
  }
}

/** What a host passes as `onSettled`. */
export type OnSettled = (event: HostEvent) => void | Promise<void>

/** Tells the host's own function; one that throws, rejects or takes longer than 10 s is told again. */
export const hookTeller =
  (onSettled: OnSettled, clock: Clock): Teller<OutboxRow> =>
  async (row) => {
    let cancel = (): void => {}
    const late = new Promise<Told>((resolve) => {
      cancel = clock.after(TELL_TIMEOUT_MS, () => resolve({ ok: false, code: 'hook-timeout' }))
    })
    const telling = async (): Promise<Told> => {
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
