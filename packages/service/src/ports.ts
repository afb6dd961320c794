// Ports to the outside world: a test can replace clock, randomness and log.
import type { Logger, TraceFields } from '@tapboard/server'

export type { Clock, Random } from '@tapboard/server'

/** Fields of a log line: codes, IDs and numbers, never a body, header, key or pairing code. */
export interface LogFields extends TraceFields {
  readonly reference?: string
  readonly method?: string
  readonly route?: string
  readonly status?: number
  readonly durationMs?: number
  readonly code?: string
  readonly accountId?: string
  readonly userId?: string
  readonly keyId?: string
  readonly deviceId?: string
  readonly sessionId?: string
  readonly appId?: string
  readonly state?: string
  readonly reason?: string
  readonly attempts?: number
  readonly url?: string
  /** Address of the caller of a refused or an audited request. */
  readonly source?: string
  /** The action that an audit line records. */
  readonly action?: string
}

/** Structured log; a pino logger fits. */
export type Log = Logger<LogFields>

/** Durations of the service, all in milliseconds. */
export interface Timings {
  /** Limit from initiate until the terminal shows the prompt; later the next customer may use the terminal. */
  readonly promptShownMs: number
  /** Longest time that a prompt waits for a card. */
  readonly promptMs: number
  /** Longest duration of a session. */
  readonly sessionMs: number
  /** Simulated delay of the built-in processor; 0 in tests. */
  readonly authorizeMs: number
  /** Longest time without the answer of an external processor; then the charge is reversed. */
  readonly answerMs: number
  /** Silence after which a terminal counts as DISCONNECTED. */
  readonly heartbeatLimitMs: number
  /** Limit for the `hello` message on an open channel. */
  readonly helloMs: number
  /** Lifetime of a pairing code. */
  readonly pairingMs: number
  /** Interval between two scripted statuses of a sandbox application. */
  readonly sandboxStepMs: number
  /** Interval between two checks of the deadlines in the store. */
  readonly tickMs: number
  /** Interval at which waiting readers poll, because a notice may be lost. */
  readonly rereadMs: number
}

export const TIMINGS: Timings = {
  promptShownMs: 10_000,
  promptMs: 120_000,
  sessionMs: 300_000,
  authorizeMs: 700,
  answerMs: 30_000,
  heartbeatLimitMs: 30_000,
  helloMs: 10_000,
  pairingMs: 86_400_000,
  sandboxStepMs: 3_000,
  tickMs: 1_000,
  rereadMs: 5_000,
}
