// The state of the small model: one order, one terminal, a few attempts. The committed rows survive a crash. Beside them are the
// sending processes, the messages on the wire and the sessions of the upstream. The file also has the ledger that commits a happening,
// the moments at which time makes a difference, and the key of a world.
import { isUnpaid } from '@tapboard/contract'
import { judgeAttempts } from '../../packages/bff/src/sale/machine/check-start.ts'
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { Facts, Happening, Reduction } from '../../packages/bff/src/sale/machine/happening.ts'
import { base } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import {
  intentEndsMs,
  LOOKUP_AFTER_MS,
  RESEND_AGE_MS,
  SENDS_MAX,
  START_DEADLINE_MS,
  STRANGE_MS,
} from '../../packages/bff/src/sale/machine/states.ts'

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

export const BEGINNING: World = { nowMs: 0, attempts: [], pressedMs: null }

/** A fresh attempt as rule 1 commits it. */
const freshAttempt = (
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

export interface Rules {
  readonly judge: (row: SaleRow, happening: Happening, facts: Facts) => Reduction
  /** The external ID of one send. */
  readonly externalId: (row: SaleRow, send: number) => string
  /** INV-1: the claim is committed before a byte leaves. */
  readonly commitsFirst: boolean
  /** INV-2: one open attempt per order. */
  readonly orderLock: boolean
  /** D-83: the origin of a start's deadline. */
  readonly deadlineFrom: 'press' | 'arrival'
}

// The ledger. The rules judge a happening against the committed row after the fence is compared. The locks are checked over all
// rows, as the unique indexes of `schema.ts` do. One call is one transaction.

/** The result of a commit, as in the BFF's ledger. */
export interface Committed {
  readonly kind: 'moved' | 'noted' | 'refused' | 'stale'
  readonly world: World
}

/** The world with one attempt changed. */
export function withAttempt(world: World, at: number, changes: Partial<Attempt>): World {
  const attempts = world.attempts.map((one, index) => (index === at ? { ...one, ...changes } : one))
  return { ...world, attempts }
}

/** Do the unique indexes hold: one attempt per number, one per order while held, one per device while held? */
function indexesHold(rows: readonly SaleRow[], setup: Setup): boolean {
  const numbers = new Set(rows.map(({ attempt }) => attempt))
  const orders = rows.filter((row) => row.orderHold).length
  const devices = rows.filter((row) => row.deviceHold).length
  return numbers.size === rows.length && (orders <= 1 || !setup.rules.orderLock) && devices <= 1
}

/** Applies a happening to an attempt; `fence` is `null` for evidence that needs no lease. */
export function commit(
  world: World,
  setup: Setup,
  at: number,
  happening: Happening,
  fence: number | null,
): Committed {
  const attempt = world.attempts[at]
  if (attempt === undefined) throw new Error('no such attempt')
  const { row } = attempt
  if (fence !== null && fence !== row.fence) return { kind: 'stale', world }
  const others = world.attempts.filter((other) => other !== attempt)
  const { repeat, lookup, rules } = setup
  const orderHeldElsewhere = !row.orderHold && others.some((other) => other.row.orderHold)
  const judged = rules.judge(row, happening, { nowMs: world.nowMs, repeat, lookup, orderHeldElsewhere })
  if (judged.kind === 'refused') return { kind: 'refused', world }
  const version = row.version + (judged.kind === 'moved' ? 1 : 0)
  const after = withAttempt(world, at, { row: { ...row, ...judged.changes, version } })
  const rows = after.attempts.map((one) => one.row)
  if (!indexesHold(rows, setup)) throw new Error(`${happening.type} in ${row.state} breaks a lock`)
  return { kind: judged.kind, world: after }
}

/** The page's view of whether the next attempt may start: the BFF's own judgment, and the device. */
export function looksFree(world: World, setup: Setup): boolean {
  const rows = world.attempts.map(({ row }) => row).toReversed()
  const judged = judgeAttempts(rows, rows.length + 1)
  const open = judged !== null && (setup.rules.orderLock || judged.code !== 'sale-open')
  return !open && rows.every((row) => !row.deviceHold)
}

/** Rule 1, the commit: when two pages both found the order free, only the indexes keep the second one out. */
export function insertNext(world: World, setup: Setup): World {
  const { nowMs, pressedMs } = world
  const fromMs = setup.rules.deadlineFrom === 'press' ? (pressedMs ?? nowMs) : nowMs
  const number = world.attempts.length + 1
  const next = setup.hasDeadlines
    ? freshAttempt(number, nowMs, pressedMs, fromMs + START_DEADLINE_MS)
    : freshAttempt(number, nowMs, null, null)
  const attempts = [...world.attempts, next]
  const held = indexesHold(
    attempts.map(({ row }) => row),
    setup,
  )
  return held ? { ...world, attempts, pressedMs: null } : { ...world, pressedMs: null }
}

// Time: only the moments at which a guard changes. Nothing new can happen between two of them, so the clock jumps from one to the
// next. The limits are the machine's own.

/** Rule 4 waits before the next try. A refusal later than this allows no further try. */
const RETRY_MS = RESEND_AGE_MS - 250

const plus = (ms: number | null, laterMs: number): number | null => (ms === null ? null : ms + laterMs)

/** Is the sale in doubt without a session, or can it still become so? */
const isLost = ({ row }: Attempt): boolean =>
  row.state === 'sending' || (row.state === 'in_doubt' && row.sessionId === null)

/**
 * From these moments on a send may not be claimed any more. The last moment before each counts too: a claim at the latest moment
 * also ends at the latest moment. Always in the same order; `null` = does not matter now.
 */
function lastChances(attempt: Attempt, { repeat }: Setup): readonly (number | null)[] {
  const { row } = attempt
  const mayRepeat = repeat !== 'unknown' && row.sendCount < SENDS_MAX && isLost(attempt)
  return [
    row.state === 'intent' ? intentEndsMs(row) : null,
    mayRepeat || row.state === 'intent' ? row.deadlineAtMs : null,
    mayRepeat || row.state === 'intent' ? plus(row.firstSentAtMs, RESEND_AGE_MS) : null,
  ]
}

/** Moments at which an action becomes due or a limit ends. Order and `null` as above. */
function dueMoments(attempt: Attempt, { lookup, deviceSession, slackMs }: Setup): readonly (number | null)[] {
  const { row, sends, sessions } = attempt
  const isYoung = row.state === 'intent' || row.state === 'sending'
  const mayRetry = isYoung && !row.sendDoubted && row.sendCount < SENDS_MAX
  const isFenced = isLost(attempt) || ['started', 'in_doubt', 'review'].includes(row.state)
  return [
    mayRetry ? row.createdAtMs + RETRY_MS : null,
    mayRetry ? plus(row.deadlineAtMs, RETRY_MS - RESEND_AGE_MS) : null,
    isLost(attempt) && (lookup === 'authoritative' || deviceSession)
      ? plus(row.sendDeadlineMs, LOOKUP_AFTER_MS)
      : null,
    isFenced ? row.deviceFreeAtMs : null,
    // Only an event depends on "still waiting". It is written at the latest when the longest session is over.
    row.state === 'started' ? row.hardAtMs : null,
    ...sessions.map(({ status, endsMs }) => (status === 'live' ? endsMs : null)),
    ...sends.map(({ process, underWay, deadlineMs }) =>
      underWay ? deadlineMs + slackMs : process === 'ready' ? deadlineMs : null,
    ),
  ]
}

/** The next moment at which something changes; `null` when time makes no difference any more. */
export function nextMoment(world: World, setup: Setup): number | null {
  const { nowMs } = world
  let nextMs = Infinity
  if (setup.hasDeadlines && world.pressedMs !== null) {
    const endsMs = world.pressedMs + START_DEADLINE_MS
    if (endsMs > nowMs) nextMs = endsMs - 1 > nowMs ? endsMs - 1 : endsMs
  }
  for (const attempt of world.attempts) {
    for (const atMs of dueMoments(attempt, setup))
      if (atMs !== null && atMs > nowMs) nextMs = Math.min(nextMs, atMs)
    for (const atMs of lastChances(attempt, setup))
      if (atMs !== null && atMs > nowMs) nextMs = Math.min(nextMs, atMs - 1 > nowMs ? atMs - 1 : atMs)
  }
  return nextMs === Infinity ? null : nextMs
}

// The durations of rules 10, 11, 12 and 17 are left free: any of them may be over at any moment, independent of the other timers.
// This allows more than can happen, never less. The limits are tested beside the machine.

/** Has the last observation lasted long enough to count? */
export const hasLasted = ({ seenFirstMs: firstMs }: SaleRow, nowMs: number): boolean =>
  firstMs !== null && nowMs - firstMs >= STRANGE_MS

/** The row with its observation lasting long enough. */
export const lasting = (row: SaleRow, nowMs: number): SaleRow => ({
  ...row,
  seenFirstMs: nowMs - STRANGE_MS,
})

/** The row with its observation still too young. */
export const fresh = (row: SaleRow, nowMs: number): SaleRow => ({ ...row, seenFirstMs: nowMs })

// Two worlds are equal when their possible futures are equal. Times count only as the remaining time, fences only by their owner.
// An attempt that nothing can change any more counts only as over.

/** Over without a charge, and no pending message can change that. */
const isOver = (attempt: Attempt, world: World, setup: Setup): boolean =>
  isUnpaid(attempt.row.state) &&
  attempt.sessions.every(({ status }) => status === 'unpaid') &&
  attempt.sends.every((send) => !mayArrive(send, world, setup))

function keyOfAttempt(attempt: Attempt, world: World, setup: Setup): string {
  if (isOver(attempt, world, setup)) return 'over'
  const { row, sends, sessions } = attempt
  const parts: (string | number | null)[] = [
    row.state,
    row.reason,
    row.sendCount,
    Number(row.sendDoubted),
    Number(row.orderHold),
    Number(row.deviceHold),
    Number(row.stillWaiting),
    row.sessionId,
    row.seen,
    Math.min(row.seenCount, 3),
    row.byWhom,
    attempt.missedLookUp ? 1 : 0,
    attempt.idleDevice,
    attempt.word,
    setup.repeat === 'unknown' ? attempt.written.length : 0,
  ]
  for (const { status, externalId } of sessions) parts.push(externalId, status)
  for (const send of sends) {
    const { answer, externalId, fence, number, process, underWay } = send
    const owns = fence === row.fence
    const says = answer === null ? '' : 'sessionId' in answer ? answer.kind + answer.sessionId : answer.kind
    parts.push(
      number,
      externalId,
      process,
      owns ? 1 : 0,
      underWay && mayArrive(send, world, setup) ? 1 : 0,
      says,
    )
  }
  const isSendable = row.state === 'intent' || row.state === 'sending' || row.state === 'in_doubt'
  if (attempt.pressedMs !== null && isSendable)
    parts.push('pressed', Math.max(0, attempt.pressedMs + START_DEADLINE_MS - world.nowMs))
  if (row.seen !== null) parts.push(hasLasted(row, world.nowMs) ? 1 : 0)
  for (const atMs of [...dueMoments(attempt, setup), ...lastChances(attempt, setup)])
    parts.push(atMs === null ? '' : Math.max(0, atMs - world.nowMs))
  return parts.join(',')
}

/** Is a start under way, and for how long may it still be sent? */
const onTheWay = ({ pressedMs, nowMs }: World, { hasDeadlines }: Setup): number => {
  if (pressedMs === null) return 0
  return hasDeadlines ? 1 + Math.max(0, pressedMs + START_DEADLINE_MS - nowMs) : 1
}

/** Equal for two worlds exactly when the exploration treats them as one. */
export const keyOf = (world: World, setup: Setup): string =>
  `${onTheWay(world, setup)};${world.attempts.map((attempt) => keyOfAttempt(attempt, world, setup)).join(';')}`
