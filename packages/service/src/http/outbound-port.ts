// One request to somebody else's server, whichever runtime makes it.

/** What to send. */
export interface OutboundRequest {
  /** http or https. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From the first look-up to the last byte, milliseconds. */
  readonly timeoutMs: number
  /** Longest answer; a longer one is cut off. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** What came back: an answer, or why there is none. */
export type OutboundResult =
  | {
      readonly ok: true
      readonly status: number
      readonly contentType: string
      readonly body: Uint8Array
      /** False: it broke off, or was longer than allowed. */
      readonly whole: boolean
    }
  | { readonly ok: false; readonly code: 'timeout' | 'unreachable' | 'stopped' | 'address-refused' }

/** Sends requests; `close` lets go of connections. */
export interface Outbound {
  /** Sends one and reads the answer. Never rejects. */
  send(request: OutboundRequest): Promise<OutboundResult>
  close(): void
}

/** How strict a way out is. */
export interface OutboundRules {
  /** Loopback, private and other special addresses are refused. */
  readonly publicOnly: boolean
}
