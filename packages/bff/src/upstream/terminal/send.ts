// Sends an initiate (§4.3) over its own connection and reports the exchange; `classify.ts` interprets it.
import { upstream, type Dialect } from '@tapboard/contract'
import { writeInitiate, type Software } from './initiate.ts'
import type { Sender } from './merchant.ts'
import { notSent, type SenderPorts, type SendLimits } from '../transport/one-shot-port.ts'
import type { UpstreamOutlets } from '../transport/outlets.ts'

export type { SendLimits } from '../transport/one-shot-port.ts'

/** Longest life of a socket; the fence of the terminal includes this time. */
export const SEND_LIMITS: SendLimits = { connectMs: 3_000, answerMs: 10_000, lateMs: 50_000 }

/** Settings of a sender. */
export interface SenderConfig {
  readonly baseUrl: string
  readonly apiKey: string
  readonly dialect: Dialect
  readonly software: Software
  /** Shorter limits for tests on real sockets. */
  readonly limits?: Partial<SendLimits>
}

/** Ports of a sender of initiates. */
export interface InitiatePorts extends SenderPorts {
  /** Opens the connections. */
  readonly outlets: Pick<UpstreamOutlets, 'oneShot'>
}

/** Creates a sender to one upstream with one key. */
export function createSender(config: SenderConfig, ports: InitiatePorts): Sender {
  const { baseUrl, apiKey, dialect, software } = config
  const sender = ports.outlets.oneShot(baseUrl, { ...SEND_LIMITS, ...config.limits }, ports)
  return {
    async send(order, beforeBody) {
      const body = writeInitiate(order, dialect, software)
      if (body === null) return notSent('the wire format cannot express the amount')
      const headers = { authorization: apiKey }
      return sender.send({ path: upstream.initiateSession.path, headers, body }, beforeBody)
    },
    close: sender.close,
  }
}
