// The outside world as the BFF sees it: everything that is not pure comes in through these ports, so that a test can
// put its own clock, randomness and log in their place.

/** Milliseconds since 1970, and timers on the same clock. */
export interface Clock {
  now(): number
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void
}

/** Random bytes from a cryptographic source. */
export type Random = (length: number) => Uint8Array

/** Structured log. Fields are an allow-list of codes, IDs and numbers; never a body, header, token or key. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** The allowed fields of a log line. */
export interface LogFields {
  readonly requestId?: string
  readonly method?: string
  readonly route?: string
  readonly status?: number
  readonly durationMs?: number
  readonly code?: string
  readonly merchant?: string
  readonly saleId?: string
  readonly deviceId?: string
  readonly applicationId?: string
  readonly state?: string
  readonly reason?: string
  readonly fence?: number
  readonly attempts?: number
  readonly keyId?: string
}
