// Tells a webhook over Node's sockets, by connections of its own that are kept for the next event.
import { SIGNATURE_HEADER } from '@tapboard/contract'
import { Agent, request } from 'undici'
import type { Clock } from '../ports.ts'
import { signWebhook } from './signature.ts'
import { codeOfTelling, TELL_TIMEOUT_MS, type WebhookTeller } from './teller.ts'

/** Bytes of an answer that are taken off the socket, unread, so that the connection can be used again. */
const ANSWER_BYTES = 16_384

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
          return { ok: false, code: late.signal.aborted ? 'webhook-timeout' : codeOfTelling(error) }
        } finally {
          cancel()
        }
      },
    close: () => agent.destroy(),
  }
}
