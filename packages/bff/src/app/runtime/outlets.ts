// How requests leave this process, as a port: everything that may be asked again, what is sent at most once, and webhooks. Node's
// sockets fill it (`node.ts`), or anything with the shape of `fetch` (`fetch-outlets.ts`).
import type { WebhookTeller } from '../../durable/outbox/teller.ts'
import type { Clock } from '../../ports.ts'
import type { OneShotSender, SenderPorts, SendLimits } from '../../upstream/transport/one-shot-port.ts'
import type { Transport } from '../../upstream/transport/transport-port.ts'

/** The ways out. */
export interface Outlets {
  /** To one base URL, for what may be asked again. */
  transport(baseUrl: string): Transport
  /** To one base URL, for what is sent at most once. */
  oneShot(baseUrl: string, limits: SendLimits, ports: SenderPorts): OneShotSender
  /** To the hosts that are told of events. */
  webhooks(clock: Clock): WebhookTeller
}
