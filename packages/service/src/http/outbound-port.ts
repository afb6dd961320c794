// Port for outbound requests, independent of the runtime.
import type { Clock } from '../ports.ts'

export interface OutboundRequest {
  /** Target URL with scheme http or https. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Timeout from the DNS lookup to the last byte, in ms. */
  readonly timeoutMs: number
  /** Maximum answer size in bytes; the rest is discarded. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * The reason for a missing answer. `unreachable` and `address-refused`: no byte was sent. `broken`: the connection ended, or
 * the runtime does not tell whether it was made.
 */
type OutboundFault = 'timeout' | 'unreachable' | 'broken' | 'stopped' | 'address-refused'

/** An answer, or the reason why there is none. */
export type OutboundResult =
  | {
      readonly ok: true
      readonly status: number
      readonly contentType: string
      readonly body: Uint8Array
      /** False if the body ended early or exceeded the limit. */
      readonly whole: boolean
    }
  | { readonly ok: false; readonly code: OutboundFault }

/** Sends requests; `close` closes its connections. */
export interface Outbound {
  /** Sends a request and reads the answer. Never rejects. */
  send(request: OutboundRequest): Promise<OutboundResult>
  close(): void
}

export interface OutboundRules {
  /** Rejects loopback, private and other special addresses. */
  readonly publicOnly: boolean
}

/** Creates outbound requests on this clock. */
export type CreateOutbound = (clock: Clock, rules: OutboundRules) => Outbound
