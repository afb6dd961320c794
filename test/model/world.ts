// Everything that exists in the small model: one order, one terminal, a few attempts. What is committed (the rows) survives
// a crash; who sends, what is on the wire and what the upstream holds stand beside it. What can happen, `steps.ts` says.
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { base } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import type { Rules } from './rules.ts'

/** One request to start a session, on its way from a process to the upstream and back. */
export interface Send {
  readonly externalId: string
  /** Which send of the attempt it is, from 1. */
  readonly number: number
  /** The lease under which it is sent. A process that lost its lease goes on with an old fence. */
  readonly fence: number
  /**
   * `ready`: claimed, no byte written. `waiting`: the body is written. `naming`: was told "used before" and is about to
   * write down the session that was named. `listening`: gave up waiting, keeps the socket. `gone`: nobody hears an answer.
   */
  readonly process: 'ready' | 'waiting' | 'naming' | 'listening' | 'gone'
  /** Is the body on the wire? It may arrive at any moment until `deadlineMs` and the network's slack, or never. */
  readonly underWay: boolean
  /** The answer on its way back; it may arrive at any moment, or never. */
  readonly answer: Answer | null
  /** No byte is written from this moment on. */
  readonly deadlineMs: number
}

/** What the upstream answers to a start. */
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
  /** The longest it may live: 300 s (D-15). */
  readonly endsMs: number
}

/** One attempt to be paid for the order. */
export interface Attempt {
  readonly row: SaleRow
  /** When the clerk pressed, where starts carry a deadline. */
  readonly pressedMs: number | null
  readonly sends: readonly Send[]
  /**
   * Its owner was told that there is no such session, and has not written it down. Only this answer can grow old: whatever
   * else an upstream says stays true, or may be said at any moment anyway.
   */
  readonly missedLookUp: boolean
  /**
   * Its owner was told that the device has no session of ours, and has not written it down: asked while a request could
   * still arrive (`early`), or after that. What is true late stays true.
   */
  readonly idleDevice: 'early' | 'late' | null
  readonly sessions: readonly Session[]
  /** External IDs of the bodies that were written and not answered with a complete 429. */
  readonly written: readonly string[]
  /** Whether a person decided, and was right each time. */
  readonly word: 'right' | 'wrong' | null
}

/** The whole of it at one moment. */
export interface World {
  readonly nowMs: number
  readonly attempts: readonly Attempt[]
  /**
   * When a page found the order free and its clerk pressed: the request for the next attempt is on the way to the ledger, for
   * however long. `null` = no request is.
   */
  readonly pressedMs: number | null
}

/** What is explored. */
export interface Setup {
  /** What the BFF is told about the upstream. */
  readonly repeat: 'unknown' | 'refuses' | 'replays'
  readonly lookup: 'none' | 'authoritative'
  /** Whether a device says which live session it has. */
  readonly deviceSession: boolean
  /** What the upstream really does with an external ID that it has seen. */
  readonly onRepeat: 'starts another session' | 'refuses' | 'replays'
  /** Most attempts of the order. */
  readonly attempts: number
  /** How long after the send deadline a written body may still arrive. */
  readonly slackMs: number
  /** Whether it may also contradict itself, say unknown words, and forget sessions for a while. */
  readonly isOdd: boolean
  /** Whether starts carry a deadline (D-83); rows of earlier versions have none. */
  readonly hasDeadlines: boolean
  /** Whether a person may say what is not so. */
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
    idempotency_key: `key ${number}`,
    external_id: `tb-${number}`,
    lease_owner: null,
    lease_until_ms: null,
    next_at_ms: nowMs,
    created_at_ms: nowMs,
    deadline_at_ms: deadlineMs,
    // A start that arrives after its deadline is over as soon as it is committed (D-84).
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

/** Does the upstream have a session for this request, and know it for a repeat? Then it starts nothing. */
export const isKnown = (send: Send, sessions: readonly Session[], { onRepeat }: Setup): boolean =>
  onRepeat !== 'starts another session' && sessions.some(({ externalId }) => externalId === send.externalId)
