// The port through which requests leave this process: to upstreams, and webhooks. `node.ts` implements it with sockets,
// `fetch-outlets.ts` with `fetch`.
import type { WebhookTeller } from '../../durable/outbox/teller.ts'
import type { Clock } from '../../ports.ts'
import type { UpstreamOutlets } from '../../upstream/transport/outlets.ts'

/** The ways out. */
export interface Outlets extends UpstreamOutlets {
  /** To the hosts that are told of events. */
  webhooks(clock: Clock): WebhookTeller
}
