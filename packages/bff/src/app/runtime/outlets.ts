// How requests leave this process, as a port: those to upstreams, and webhooks. Node's sockets implement it (`node.ts`), or anything
// with the shape of `fetch` (`fetch-outlets.ts`).
import type { WebhookTeller } from '../../durable/outbox/teller.ts'
import type { Clock } from '../../ports.ts'
import type { UpstreamOutlets } from '../../upstream/transport/outlets.ts'

/** The ways out. */
export interface Outlets extends UpstreamOutlets {
  /** To the hosts that are told of events. */
  webhooks(clock: Clock): WebhookTeller
}
