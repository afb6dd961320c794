// The interface of the transport for repeatable requests, for every runtime.
import type { RawAnswer } from './answer.ts'
import type { UpstreamFault } from './fault.ts'

/** One request. */
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

/** Sends repeatable requests to the upstream. */
export interface Transport {
  request(request: TransportRequest): Promise<RawAnswer | UpstreamFault>
  /** Returns whether another held read is within the limit; if not, the caller polls. */
  hasRoomToHold(): boolean
  close(): Promise<void>
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
