// Sends webhooks over Node's sockets with keep-alive connections.
import { Agent, request } from 'undici'
import type { Clock } from '../../ports.ts'
import { DELIVERY_TIMEOUT_MS, webhookHandler, type WebhookSender } from './delivery-handlers.ts'

/**
 * Connections to one origin. All merchants of a platform may have the same one, so the deliverer's limit of all attempts bounds them,
 * and receivers that hang leave connections to others.
 */
const CONNECTIONS = 512

/** Most bytes of an answer that are discarded so that the connection can be reused. */
const ANSWER_BYTES = 16_384

/** Creates the sender. Redirects are not followed: a signed body goes only to the configured address. */
export function createWebhookSender(clock: Clock): WebhookSender {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: 5_000 },
    headersTimeout: DELIVERY_TIMEOUT_MS,
    bodyTimeout: DELIVERY_TIMEOUT_MS,
    maxHeaderSize: 16_384,
  })
  return {
    to: webhookHandler(clock, async (url, { headers, body, signal }) => {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Tapboard' },
        body,
        signal,
      })
      // Only the status counts; a body that is too long or truncated only closes the connection.
      await answer.body.dump({ limit: ANSWER_BYTES, signal }).catch(() => answer.body.destroy())
      return answer.statusCode
    }),
    close: () => agent.destroy(),
  }
}
