// Port for requests to an upstream, independent of the runtime: a transport for requests that may be repeated, and a sender
// for requests that are sent at most once. `app/runtime/` implements it with sockets and with `fetch`.
import type { Socket } from 'node:net'
import type { Clock } from '../../ports.ts'
import type { RawAnswer } from './answer.ts'
import type { UpstreamFault } from './fault.ts'

/** Opens the connections to an upstream. */
export interface UpstreamOutbound {
  /** Creates a transport to one base URL, for requests that may be repeated. */
  transport(baseUrl: string): Transport
  /** Creates a sender to one base URL, for requests that are sent at most once. */
  oneShot(baseUrl: string, limits: SendLimits, ports: SenderPorts): OneShotSender
}

/** Sends repeatable requests to the upstream. */
export interface Transport {
  request(request: TransportRequest): Promise<RawAnswer | UpstreamFault>
  /** Returns whether another held read is within the limit; if not, the caller polls. */
  hasRoomToHold(): boolean
  close(): Promise<void>
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST'
  /** Path and query, below the base path. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Timeout of the whole request in ms; for a held read it includes the hold. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Held reads use separate connections, so that they do not block other requests. */
  readonly held?: boolean
  /** Maximum size of the answer in bytes; default `MAX_ANSWER_BYTES`. */
  readonly maxBytes?: number
}

/** Creates a transport that counts its held reads. `ask` must not reject. */
export function countingHeld(ask: Transport['request'], close: Transport['close']): Transport {
  let held = 0
  return {
    async request(request) {
      if (request.held !== true) return ask(request)
      held += 1
      try {
        return await ask(request)
      } finally {
        held -= 1
      }
    },
    hasRoomToHold: () => held < HELD_CONNECTIONS,
    close,
  }
}

/** Connections for held reads, one per open sale; above the limit sales are polled. */
export const HELD_CONNECTIONS = 512

/** Sends single requests to one base URL. */
export interface OneShotSender {
  /**
   * Calls `beforeBody` after the connection opens and before the first byte of the request; `false` cancels the send
   * (`no_byte`). Never rejects.
   */
  send(shot: OneShot, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport>
  /** Closes the sockets that wait for late answers. */
  close(): void
}

/** One request that is sent at most once. */
export interface OneShot {
  /** Path below the base path. */
  readonly path: string
  /** Headers in addition to those of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON text that is sent. */
  readonly body: string
}

/** Ports of a sender; each default does nothing. */
export interface SenderPorts {
  /** Receives each connection before its first byte, so that a test can observe and cut it. */
  readonly opened?: (socket: Socket) => void
  /** Clock of the timeouts; default: the system's. */
  readonly clock?: Clock
}

/** Time limits of a send in ms. */
export interface SendLimits {
  /** Longest connect, TLS included. Nothing was sent yet, so an early abort is safe. */
  readonly connectMs: number
  /** Longest wait for the answer after the first byte; then the result is unknown. */
  readonly answerMs: number
  /** Longest time that a socket stays open for a late answer; then it is reset, so that no byte arrives later. */
  readonly lateMs: number
}

/** Most sockets that wait for late answers; above it the oldest is closed. */
export const LATE_MAX = 200

/** The observed exchange of a request that is sent at most once, without interpretation. */
export type Exchange =
  /** No byte of the request was written: DNS, refused, connect timeout, TLS, or cancelled by the last check. */
  | { readonly kind: 'no_byte'; readonly cause: string }
  /** An answer, possibly truncated (`complete` is false). */
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  /** Reset, closed or timed out after the first byte, without an answer. */
  | { readonly kind: 'broken'; readonly cause: string }

/** The report of a send. `late` resolves with an answer that arrives after the timeout on the open socket, else with `null`. */
export interface SendReport {
  readonly exchange: Exchange
  readonly late: Promise<Exchange | null> | null
}

/** Creates the report of a request that was not sent. */
export const notSent = (cause: string): SendReport => ({ exchange: { kind: 'no_byte', cause }, late: null })
