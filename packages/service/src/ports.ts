// The outside world as the service sees it: everything that is not pure comes in through these ports, so that a test
// can put its own clock, randomness and log in their place.
import type { Store } from '@tapboard/store'
import type { Vault } from './boarding/vault.ts'
import type { Tables } from './schema.ts'

/** Milliseconds since 1970, and timers on the same clock. */
export interface Clock {
  /** Integer milliseconds since 1970. */
  now(): number
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void
}

/** Random bytes from a cryptographic source. */
export type Random = (length: number) => Uint8Array

/** What may stand in a log line: codes, IDs and numbers, never a body, header, key or code of pairing. */
export interface LogFields {
  readonly reference?: string
  readonly method?: string
  readonly route?: string
  readonly status?: number
  readonly durationMs?: number
  readonly code?: string
  readonly accountId?: string
  readonly keyId?: string
  readonly deviceId?: string
  readonly sessionId?: string
  readonly appId?: string
  readonly state?: string
  readonly reason?: string
  readonly attempts?: number
  readonly url?: string
}

/** Structured log; pino's logger fits. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** Lengths of time, all in milliseconds (D-04, D-15, D-28). */
export interface Timings {
  /** From initiate until the terminal must have shown the prompt; later the next customer may stand there. */
  readonly promptShownMs: number
  /** How long a prompt waits for a card (D-15). */
  readonly promptMs: number
  /** Whole session (D-15). */
  readonly sessionMs: number
  /** How long the built-in processor thinks, so that people see it; 0 in tests. */
  readonly authorizeMs: number
  /** Silence after which a terminal counts as DISCONNECTED (D-04). */
  readonly heartbeatLimitMs: number
  /** How long an open channel may stay without its `hello`. */
  readonly helloMs: number
  /** Life of a pairing code (D-28). */
  readonly pairingMs: number
  /** Between two statuses of a sandbox application that its name decides. */
  readonly sandboxStepMs: number
  /** How often deadlines are looked up in the store. */
  readonly tickMs: number
  /** How often waiting readers re-read, because a notice may be lost. */
  readonly rereadMs: number
}

/** The timings of D-04, D-15 and D-28. */
export const TIMINGS: Timings = {
  promptShownMs: 10_000,
  promptMs: 120_000,
  sessionMs: 300_000,
  authorizeMs: 700,
  heartbeatLimitMs: 30_000,
  helloMs: 10_000,
  pairingMs: 86_400_000,
  sandboxStepMs: 3_000,
  tickMs: 1_000,
  rereadMs: 5_000,
}

/** What every part of the service works with. */
export interface Kernel {
  readonly store: Store<Tables>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly timings: Timings
  /** D-16: additions to the specification are off. */
  readonly strict: boolean
  /** What a repeated `xExternalRequestID` gets (D-14). */
  readonly repeat: 'refuse' | 'replay'
  /** This process, for leases and terminals that it holds. */
  readonly instance: string
  /** What seals regulated values; rejects with a DataKeyError where no data key is configured. */
  readonly vault: () => Promise<Vault>
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The machine's cryptographic randomness. */
export const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

const nothing = (): void => {}

/** A log that says nothing. */
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing }
