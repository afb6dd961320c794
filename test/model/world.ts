// The state of the small model: one order, one terminal, a few attempts. The committed rows survive a crash. Beside them are the
// sending processes, the messages on the wire and the sessions of the upstream. `steps.ts` has the possible steps.
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { base } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import type { Rules } from './rules.ts'

/** One request to start a session, on its way from a process to the upstream and back. */
export interface Send {
  readonly externalId: string
  /** The number of this send of the attempt, from 1. */
  readonly number: number
  /** The lease under which it is sent. A process that lost its lease keeps using an old fence. */
  readonly fence: number
  /**
   * `ready`: claimed, no byte written. `waiting`: the body is written. `naming`: got "used before" and is about to write down the
   * named session. `listening`: timed out, keeps the socket. `gone`: no process receives an answer.
   */
  readonly process: 'ready' | 'waiting' | 'naming' | 'listening' | 'gone'
  /** Is the body on the wire? It may arrive at any moment until `deadlineMs` plus the slack of the network, or never. */
  readonly underWay: boolean
  /** The answer under way; it may arrive at any moment, or never. */
  readonly answer: Answer | null
  /** No byte is written from this moment on. */
  readonly deadlineMs: number
}

/** The upstream's answer to a start. */
export type Answer =
  | { readonly kind: 'accepted'; readonly sessionId: string }
  | { readonly kind: 'used before'; readonly sessionId: string }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'busy' }

/** A session at the upstream; `paid` is a charge. */
export interface Session {
  readonly id: string
  readonly externalId: string
  readonly status: 'live' | 'paid' | 'unpaid'
  /** The longest possible lifetime: 300 s (D-15). */
  readonly endsMs: number
}

/** One payment attempt for the order. */
export interface Attempt {
  readonly row: SaleRow
  /** The time of the clerk's press, where starts carry a deadline. */
  readonly pressedMs: number | null
  readonly sends: readonly Send[]
  /**
   * The owner got "no such session" and has not written it down. Only this answer can become stale: every other answer stays true
   * or can be given at any moment anyway.
   */
  readonly missedLookUp: boolean
  /**
   * The owner got "no session of ours on the device" and has not written it down: asked while a request could still arrive
   * (`early`), or after that (`late`). A late answer stays true.
   */
  readonly idleDevice: 'early' | 'late' | null
  readonly sessions: readonly Session[]
  /** External IDs of the bodies that were written and not answered with a complete 429. */
  readonly written: readonly string[]
  /** Whether a person decided, and was right each time. */
  readonly word: 'right' | 'wrong' | null
}

/** The whole world at one moment. */
export interface World {
  readonly nowMs: number
  readonly attempts: readonly Attempt[]
  /**
   * The time of a press after the page found the order free: the request for the next attempt is on its way to the ledger, for
   * any duration. `null` = no request is under way.
   */
  readonly pressedMs: number | null
}

/** The parameters of an exploration. */
export interface Setup {
  /** The BFF's configuration about the upstream. */
  readonly repeat: 'unknown' | 'refuses' | 'replays'
  readonly lookup: 'none' | 'authoritative'
  /** Does a device report its live session? */
  readonly deviceSession: boolean
  /** The upstream's actual behaviour for a known external ID. */
  readonly onRepeat: 'starts another session' | 'refuses' | 'replays'
  /** The greatest number of attempts of the order. */
  readonly attempts: number
  /** How long after the send deadline a written body may still arrive. */
  readonly slackMs: number
  /** Whether the upstream may also contradict itself, use unknown words, and forget sessions for a while. */
  readonly isOdd: boolean
  /** Whether starts carry a deadline (D-83); rows of earlier versions have none. */
  readonly hasDeadlines: boolean
  /** Whether a person may make a false statement. */
  readonly peopleErr: boolean
  readonly rules: Rules
}

/** Before anything has happened. */
export const BEGINNING: World = { nowMs: 0, attempts: [], pressedMs: null }

/** A fresh attempt as rule 1 commits it. */
export const freshAttempt = (
  number: number,
  nowMs: number,
  pressedMs: number | null,
  deadlineMs: number | null,
): Attempt => ({
  pressedMs,
  row: {
    ...base,
    id: `sale ${number}`,
    attempt: number,
    idempotencyKey: `key ${number}`,
    externalId: `tb-${number}`,
    leaseOwner: null,
    leaseUntilMs: null,
    nextAtMs: nowMs,
    createdAtMs: nowMs,
    deadlineAtMs: deadlineMs,
    // A start that arrives after its deadline is over at its commit (D-84).
    ...(deadlineMs !== null && nowMs >= deadlineMs ? over('abandoned', 'expired', nowMs) : {}),
  },
  sends: [],
  missedLookUp: false,
  idleDevice: null,
  sessions: [],
  written: [],
  word: null,
})

/** May this request still reach the upstream? */
export const mayArrive = (send: Send, { nowMs }: World, { slackMs }: Setup): boolean =>
  (send.underWay && nowMs <= send.deadlineMs + slackMs) ||
  (send.process === 'ready' && nowMs < send.deadlineMs)

/** All sessions the upstream holds for the order. */
export const sessionsOf = ({ attempts }: World): Session[] => attempts.flatMap(({ sessions }) => sessions)

/** Does the upstream have a session for this request, and recognize it as a repeat? Then it starts nothing. */
export const isKnown = (send: Send, sessions: readonly Session[], { onRepeat }: Setup): boolean =>
  onRepeat !== 'starts another session' && sessions.some(({ externalId }) => externalId === send.externalId)
