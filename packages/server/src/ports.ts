// Ports to the outside world that both servers have. A test replaces them.

/** A clock with timers, which a test can replace. */
export interface Clock {
  /** Current time in integer milliseconds since 1970. */
  now(): number
  /** Schedules one callback after `delayMs`; the result cancels it. */
  after(delayMs: number, callback: () => void): () => void
}

/** Returns bytes from a cryptographic random source. */
export type Random = (length: number) => Uint8Array

/** A structured log. `Fields` lists the permitted fields of a line. */
export interface Logger<Fields> {
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
}

/** The used part of the Fetch API. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** The other end of the connection of a request. */
export interface Peer {
  /** Its address according to the socket. */
  readonly address: string | null
}

/** Anything with a fetch handler. */
export interface FetchHandler {
  fetch(request: Request, peer?: Peer): Promise<Response>
}
