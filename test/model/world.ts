// The state of the small model: the attempts to pay one order, or to pay one sale back. The committed rows survive a crash. Beside them
// are the sending processes, the messages on the wire and the sessions of the upstream. The file also has the ledger that commits a
// input, the moments at which time makes a difference, and the key of a world.
import { isUnpaid } from '@tapboard/contract'
import { endangeredRefunds, type RefundableSale } from '../../packages/bff/src/sale/machine/check-refund.ts'
import { judgeAttempts } from '../../packages/bff/src/sale/machine/check-start.ts'
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { Facts, SaleInput, Reduction } from '../../packages/bff/src/sale/machine/sale-input.ts'
import { base } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import type { OrderGrant } from '../../packages/bff/src/token/order-grant.ts'
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

/** One attempt to pay the order, or to refund the sale. */
export interface Attempt {
  readonly row: SaleRow
  /** The time of the clerk's press, where starts carry a deadline. */
  readonly pressedMs: number | null
  /** The generation of the token that started it; `null` without one. */
  readonly generation: number | null
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
  /** The presses whose requests are on their way to the ledger, for any duration. */
  readonly presses: readonly Press[]
  /** The newest grant of the order; `null` where the tokens of pages have none. */
  readonly grant: ModelGrant | null
}

/** A grant, numbered by its changes (D-87, D-143). */
type ModelGrant = Pick<OrderGrant, 'generation' | 'withdrawn'>

/** A start that a page may request: of the order, or of one reference of a refund. */
export interface Wish {
  /** The host's reference of the refund; `null` for a sale. */
  readonly reference: string | null
  readonly amountMinor: number
  readonly deviceId: string
}

/** A press after its page found the start possible. */
interface Press {
  readonly wish: Wish
  readonly atMs: number
  /** The generation of the page's token; `null` without one. */
  readonly generation: number | null
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
  /** The sale that is paid back; `null` where the order itself is paid. */
  readonly refunded: RefundableSale | null
  /** The starts that pages request, one request of each at a time. */
  readonly wishes: readonly Wish[]
  /** The greatest number of attempts in all. */
  readonly attempts: number
  /** How long after the send deadline a written body may still arrive. */
  readonly slackMs: number
  /** Whether the upstream may also contradict itself, use unknown words, and forget sessions for a while. */
  readonly isOdd: boolean
  /** Whether starts carry a deadline (D-83); rows of earlier versions have none. */
  readonly hasDeadlines: boolean
  /** Whether a person may make a false statement. */
  readonly peopleErr: boolean
  /** How often the host withdraws the grant or makes a newer one; 0: the tokens of pages have no grant. */
  readonly grantChanges: number
  readonly rules: Rules
}

export const beginning = ({ grantChanges }: Setup): World => ({
  nowMs: 0,
  attempts: [],
  presses: [],
  grant: grantChanges === 0 ? null : { generation: 1, withdrawn: false },
})

/** The attempts that exclude each other: those of the order, or of one reference. */
export const isSameGroup = (one: Pick<SaleRow, 'refundRef'>, other: Pick<SaleRow, 'refundRef'>): boolean =>
  one.refundRef === other.refundRef

/** The committed rows, oldest first. */
export const rowsOf = ({ attempts }: World): SaleRow[] => attempts.map(({ row }) => row)

/** The members of a row that only a refund has. */
function refundOf(sale: RefundableSale, { reference }: Wish): Partial<SaleRow> {
  const { id, reference: creditReference } = sale
  return { kind: 'refund', refundOf: id, refundRef: reference, creditReference, requestedBy: 'ann' }
}

/** The next attempt of a wish as rule 1 commits it. */
function freshAttempt(world: World, setup: Setup, { wish, atMs: pressedMs, generation }: Press): Attempt {
  const { nowMs } = world
  const { reference, amountMinor, deviceId } = wish
  const number = rowsOf(world).filter(({ refundRef }) => refundRef === reference).length + 1
  const name = reference === null ? String(number) : `${reference}-${number}`
  const fromMs = setup.rules.deadlineFrom === 'press' ? pressedMs : nowMs
  const deadlineMs = setup.hasDeadlines ? fromMs + START_DEADLINE_MS : null
  return {
    pressedMs: setup.hasDeadlines ? pressedMs : null,
    generation,
    row: {
      ...base,
      ...(setup.refunded === null ? {} : refundOf(setup.refunded, wish)),
      amountMinor,
      deviceId,
      id: `sale ${name}`,
      attempt: number,
      idempotencyKey: `key ${name}`,
      externalId: `tb-${name}`,
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
  }
}

/** May this request still reach the upstream? */
export const mayArrive = (send: Send, { nowMs }: World, { slackMs }: Setup): boolean =>
  (send.underWay && nowMs <= send.deadlineMs + slackMs) ||
  (send.process === 'ready' && nowMs < send.deadlineMs)

/** All sessions of the upstream. */
export const sessionsOf = ({ attempts }: World): Session[] => attempts.flatMap(({ sessions }) => sessions)

/** Does the upstream have a session for this request, and recognize it as a repeat? Then it starts nothing. */
export const isKnown = (send: Send, sessions: readonly Session[], { onRepeat }: Setup): boolean =>
  onRepeat !== 'starts another session' && sessions.some(({ externalId }) => externalId === send.externalId)

export interface Rules {
  readonly judge: (row: SaleRow, input: SaleInput, facts: Facts) => Reduction
  /** The external ID of one send. */
  readonly externalId: (row: SaleRow, send: number) => string
  /** INV-1: the claim is committed before a byte leaves. */
  readonly commitsFirst: boolean
  /** INV-2: one open attempt per order, or per reference of a refund. */
  readonly orderLock: boolean
  /** INV-22: whether a refund may be inserted beside the others. */
  readonly covers: (row: SaleRow, sale: SaleRow, refunds: readonly SaleRow[]) => boolean
  /** D-143: the insert compares the token's generation with the newest grant. */
  readonly isGranted: (generation: number, newest: ModelGrant) => boolean
  /** INV-22: the insert repeats the check of the page's request. */
  readonly checksInsert: boolean
  /** Rules 22 and 24: attempts that newer evidence endangers are flagged. */
  readonly flags: boolean
  /** D-83: the origin of a start's deadline. */
  readonly deadlineFrom: 'press' | 'arrival'
}

// The ledger. The rules judge an input against the committed row after the fence is compared. The locks are checked over all
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

/** Do the unique indexes hold: one attempt per number and one per order or reference while held, one per device while held? */
function indexesHold(rows: readonly SaleRow[], setup: Setup): boolean {
  const numbers = new Set(rows.map(({ refundRef, attempt }) => `${refundRef} ${attempt}`))
  const orders = rows.filter((row) => row.orderHold)
  const devices = rows.filter((row) => row.deviceHold)
  const isTwice = (held: readonly SaleRow[], member: 'refundRef' | 'deviceId'): boolean =>
    new Set(held.map((row) => row[member])).size < held.length
  return (
    numbers.size === rows.length &&
    !(setup.rules.orderLock && isTwice(orders, 'refundRef')) &&
    !isTwice(devices, 'deviceId')
  )
}

/** Rules 22 and 24: sets `conflictWith` in the attempts that the evidence about one of them endangers. */
function flagged(world: World, { refunded }: Setup, row: SaleRow): World {
  const rows = rowsOf(world)
  const endangered =
    refunded === null
      ? rows.filter(({ attempt }) => attempt > row.attempt)
      : endangeredRefunds(row, refunded, rows)
  const attempts = world.attempts.map((one) =>
    endangered.includes(one.row)
      ? { ...one, row: { ...one.row, conflictWith: row.id, version: one.row.version + 1 } }
      : one,
  )
  return { ...world, attempts }
}

/** Applies an input to an attempt; `fence` is `null` for evidence that needs no lease. */
export function commit(
  world: World,
  setup: Setup,
  at: number,
  input: SaleInput,
  fence: number | null,
): Committed {
  const attempt = world.attempts[at]
  if (attempt === undefined) throw new Error('no such attempt')
  const { row } = attempt
  if (fence !== null && fence !== row.fence) return { kind: 'stale', world }
  const others = world.attempts.filter((other) => other !== attempt)
  const { repeat, lookup, rules } = setup
  const orderHeldElsewhere =
    !row.orderHold && others.some((other) => other.row.orderHold && isSameGroup(other.row, row))
  const judged = rules.judge(row, input, { nowMs: world.nowMs, repeat, lookup, orderHeldElsewhere })
  if (judged.kind === 'refused') return { kind: 'refused', world }
  const version = row.version + (judged.kind === 'moved' ? 1 : 0)
  const after = withAttempt(world, at, { row: { ...row, ...judged.changes, version } })
  if (!indexesHold(rowsOf(after), setup)) throw new Error(`${input.type} in ${row.state} breaks a lock`)
  const flags =
    rules.flags && judged.kind === 'moved' && judged.effects.some(({ type }) => type === 'flag_newer')
  return { kind: judged.kind, world: flags ? flagged(after, setup, row) : after }
}

/** Rule 1, the check: whether the next attempt of a wish may start, by the BFF's own judgment, and the device. */
export function looksFree(world: World, setup: Setup, wish: Wish): boolean {
  const { row } = freshAttempt(world, setup, { wish, atMs: world.nowMs, generation: null })
  const rows = rowsOf(world)
  const own = rows.filter((other) => isSameGroup(other, row)).toReversed()
  const judged = judgeAttempts(own, row.attempt)
  const open = judged !== null && (setup.rules.orderLock || judged.code !== 'sale-open')
  return (
    !open &&
    isCovered(rows, row, setup) &&
    rows.every((other) => !other.deviceHold || other.deviceId !== row.deviceId)
  )
}

const isCovered = (rows: readonly SaleRow[], row: SaleRow, { refunded, rules }: Setup): boolean =>
  refunded === null || rules.covers(row, refunded, rows)

/** Rule 1, the commit: when two pages both found the start possible, only the indexes and the cover keep the second one out. */
export function insertNext(world: World, setup: Setup, press: Press): World {
  const rows = rowsOf(world)
  const presses = world.presses.filter((other) => other !== press)
  const next = freshAttempt(world, setup, press)
  const attempts = [...world.attempts, next]
  const { grant } = world
  const isInserted =
    indexesHold([...rows, next.row], setup) &&
    (grant === null || press.generation === null || setup.rules.isGranted(press.generation, grant)) &&
    (!setup.rules.checksInsert || next.row.state === 'abandoned' || isCovered(rows, next.row, setup))
  if (!isInserted) return { ...world, presses }
  // No further attempt is explored, so the other requests do not matter any more.
  return { ...world, attempts, presses: attempts.length < setup.attempts ? presses : [] }
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
  for (const { atMs } of setup.hasDeadlines ? world.presses : []) {
    const endsMs = atMs + START_DEADLINE_MS
    if (endsMs > nowMs) nextMs = Math.min(nextMs, endsMs - 1 > nowMs ? endsMs - 1 : endsMs)
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

/** Paid, and no pending message, session or answer can change that. */
const isPaid = ({ row, sends, sessions }: Attempt): boolean =>
  row.state === 'approved' &&
  sends.length === 0 &&
  (row.byWhom === 'upstream'
    ? sessions.every(({ status }) => status !== 'live')
    : sessions.length > 0 && sessions.every(({ status }) => status === 'paid'))

/** May this attempt still be sent? */
const isSendable = ({ state }: SaleRow): boolean =>
  state === 'intent' || state === 'sending' || state === 'in_doubt'

function keyOfAttempt(attempt: Attempt, world: World, setup: Setup): string {
  const { row, sends, sessions } = attempt
  if (isOver(attempt, world, setup)) return `over ${row.refundRef}`
  if (isPaid(attempt))
    return ['paid', row.refundRef, row.amountMinor, row.orderHold, attempt.word, sessions.length].join(' ')
  const parts: (string | number | null)[] = [
    row.refundRef,
    row.amountMinor,
    // A flag only matters to a claim.
    row.conflictWith !== null && isSendable(row) ? 1 : 0,
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
  if (attempt.pressedMs !== null && isSendable(row))
    parts.push('pressed', Math.max(0, attempt.pressedMs + START_DEADLINE_MS - world.nowMs))
  if (row.seen !== null) parts.push(hasLasted(row, world.nowMs) ? 1 : 0)
  for (const atMs of [...dueMoments(attempt, setup), ...lastChances(attempt, setup)])
    parts.push(atMs === null ? '' : Math.max(0, atMs - world.nowMs))
  return parts.join(',')
}

/** The requests of the presses, and for how long each may still be sent. */
const underWay = ({ presses, nowMs }: World, { hasDeadlines, wishes }: Setup): string =>
  wishes
    .map((wish) => {
      const press = presses.find((one) => one.wish === wish)
      if (press === undefined) return 0
      return hasDeadlines ? 1 + Math.max(0, press.atMs + START_DEADLINE_MS - nowMs) : 1
    })
    .join(',')

/** The grant, and the tokens of the requests under way. */
const keyOfGrant = ({ grant, presses }: World): string =>
  grant === null
    ? ''
    : `${grant.generation},${Number(grant.withdrawn)},${presses.map(({ generation }) => generation).join()};`

/** Equal for two worlds exactly when the exploration treats them as one. */
export const keyOf = (world: World, setup: Setup): string =>
  `${underWay(world, setup)};${keyOfGrant(world)}${world.attempts.map((attempt) => keyOfAttempt(attempt, world, setup)).join(';')}`
