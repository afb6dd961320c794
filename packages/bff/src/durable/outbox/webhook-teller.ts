// Tells a webhook over Node's sockets, by connections of its own that are kept for the next event.
import { Agent, request } from 'undici'
import type { Clock } from '../../ports.ts'
import { TELL_TIMEOUT_MS, webhookTeller, type WebhookTeller } from './teller.ts'

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
    to: webhookTeller(clock, async (url, { headers, body, signal }) => {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Tapboard' },
        body,
        signal,
      })
      // The status decides; a body that is too long or breaks off only costs the connection.
      await answer.body.dump({ limit: ANSWER_BYTES, signal }).catch(() => answer.body.destroy())
      return answer.statusCode
    }),
    close: () => agent.destroy(),
  }
}
