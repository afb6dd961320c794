// The port through which requests leave this process: a transport for repeatable requests, a sender for the others.
import type { OneShotSender, SenderPorts, SendLimits } from './one-shot-port.ts'
import type { Transport } from './transport-port.ts'

/** Creates the connections to an upstream. */
export interface UpstreamOutlets {
  /** Creates a transport to one base URL, for requests that may be repeated. */
  transport(baseUrl: string): Transport
  /** Creates a sender to one base URL, for requests that are sent at most once. */
  oneShot(baseUrl: string, limits: SendLimits, ports: SenderPorts): OneShotSender
}
