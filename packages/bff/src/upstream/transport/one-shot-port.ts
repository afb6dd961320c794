// What sends at most once, whichever runtime does it: its limits, one request, and the report of what was seen on the wire.
import type { Socket } from 'node:net'
import type { Clock } from '../../ports.ts'
import type { SendReport } from './exchange.ts'

/** How long a send may take. */
export interface SendLimits {
  /** Longest connect, TLS included. Nothing was sent yet, so an early abort is safe. */
  readonly connectMs: number
  /** Longest wait for the answer after the first byte; then the end is unknown. */
  readonly answerMs: number
  /** Longest time that a socket stays open for a late answer; then it is reset, so that no byte arrives later. */
  readonly lateMs: number
}

/** Most sockets that wait for late answers; above it the oldest is closed. */
export const LATE_MAX = 200

/** One request. */
export interface OneShot {
  /** Path below the base path. */
  readonly path: string
  /** Headers beside those that every request has. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Ports of a sender; each default does nothing. */
export interface SenderPorts {
  /** Receives each connection before its first byte, so that a test can observe and cut it. */
  readonly opened?: (socket: Socket) => void
  /** For the time-outs; default: the system's. */
  readonly clock?: Clock
}

/** Sends single requests to one base URL. */
export interface OneShotSender {
  /**
   * Calls `beforeBody` after the connection opens and before the first byte of the request; `false` ends it there
   * (`no_byte`). Never rejects.
   */
  send(shot: OneShot, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport>
  /** Lets go of sockets that wait for late answers. */
  close(): void
}

/** The report of a request that was not sent. */
export const notSent = (cause: string): SendReport => ({ exchange: { kind: 'no_byte', cause }, late: null })
