// What asks the upstream whatever may be asked again, whichever runtime does it.
import type { RawAnswer } from './answer.ts'
import type { UpstreamFault } from './fault.ts'

/** One request. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST'
  /** Path and query, below the base path. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Longest wait for the answer's head; longer for a held read. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Held reads have connections of their own, so that they never starve the others. */
  readonly held?: boolean
  /** Most bytes of the answer that are read; default `MAX_ANSWER_BYTES`. */
  readonly maxBytes?: number
}

/** Asks the upstream something. */
export interface Transport {
  request(request: TransportRequest): Promise<RawAnswer | UpstreamFault>
  /** Returns whether another held read is within the limit; if not, the caller polls. */
  hasRoomToHold(): boolean
  close(): Promise<void>
}

/** A transport that counts its held reads. `ask` never rejects. */
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

/** Connections for held reads: one per open sale with room to spare; beyond it sales are polled. */
export const HELD_CONNECTIONS = 512
