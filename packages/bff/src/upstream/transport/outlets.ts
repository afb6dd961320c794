// How requests to an upstream leave this process, as a port: requests that may be repeated, and those that are sent at most once.
import type { OneShotSender, SenderPorts, SendLimits } from './one-shot-port.ts'
import type { Transport } from './transport-port.ts'

/** The ways out to an upstream. */
export interface UpstreamOutlets {
  /** To one base URL, for what may be asked again. */
  transport(baseUrl: string): Transport
  /** To one base URL, for requests that are sent at most once. */
  oneShot(baseUrl: string, limits: SendLimits, ports: SenderPorts): OneShotSender
}
