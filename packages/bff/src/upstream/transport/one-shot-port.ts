// The interface of a sender that sends each request at most once, for every runtime: limits, request, report.
import type { Socket } from 'node:net'
import type { Clock } from '../../ports.ts'
import type { SendReport } from './exchange.ts'

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

/** One request. */
export interface OneShot {
  /** Path below the base path. */
  readonly path: string
  /** Headers in addition to those of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Ports of a sender; each default does nothing. */
export interface SenderPorts {
  /** Receives each connection before its first byte, so that a test can observe and cut it. */
  readonly opened?: (socket: Socket) => void
  /** Clock of the timeouts; default: the system's. */
  readonly clock?: Clock
}

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

/** Creates the report of a request that was not sent. */
export const notSent = (cause: string): SendReport => ({ exchange: { kind: 'no_byte', cause }, late: null })
