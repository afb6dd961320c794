// One look at a sale and the time of the next: a started sale by held read or poll, a sale in doubt by session, look-up,
// device read or resend (rules 9 to 19). HTTP faults of reads never change a state.
import { outcomeOf, type Expected } from '@tapboard/contract'
import { isStoreUnavailable, randomFraction } from '@tapboard/store'
import { sendSale } from './send-sale.ts'
import { askStoreNow, persist, raise, storeNow, type Held, type RunnerDeps } from './held.ts'
import { DEVICE_IDLE } from '../machine/machine.ts'
import { advisedMs, doubtDelay, faultDelayMs, pollDelayMs } from '../machine/pace.ts'
import type { SaleRow } from '../machine/row.ts'
import {
  CONFIRM_MS,
  DEVICE_FREE_MS,
  FIRST_READ_MS,
  LOOKUP_GAP_MS,
  ON_THE_WAY_MS,
  RESEND_AGE_MS,
  SENDS_MAX,
  SEND_DEADLINE_MS,
} from '../machine/states.ts'

/** The next step after a look. */
export type Next =
  /** Look again after the delay; keep the lease. */
  | { readonly type: 'wait'; readonly delayMs: number }
  /** Release the sale until `atMs` (store time). */
  | { readonly type: 'release'; readonly atMs: number }
  /** Stop: another owner holds the sale, or it ended. */
  | { readonly type: 'stop' }

/** State of one started sale's loop between two reads. */
export interface Following {
  etag: string | null
  faults: number
}

/** Reminders are numbered by the days of the doubt. */
const DAY_MS = 24 * 3_600_000

/** Longest time that the upstream holds one read (`Prefer: wait=N`). */
const HOLD_SECONDS = 20

/** The upstream did not hold a read that returns sooner without news: poll instead of spinning. */
const HOLD_MIN_MS = 1_000

/** Minimum delay before a due timer of the sale. */
const MOMENT_MS = 250

/** Clocks of two servers may differ by this much. */
const SET_BACK_MS = 5_000

/** Retry delay after a fault in doubt, until it counts as an outage. */
const UNREPORTED_FAULT_RETRY_MS = 1_000

/** Returns the values that an answer about this sale's session must match. */
export const expectedOf = (row: SaleRow, sessionId: string): Expected => ({
  sessionId,
  externalId: row.externalId,
  deviceId: row.deviceId,
  amountMinor: row.amountMinor,
  currency: row.currency,
  command: row.kind === 'refund' ? 'cc:credit' : 'cc:sale',
})

/** Applies the due timers of a started sale. */
async function passTimers(deps: RunnerDeps, held: Held): Promise<'ok' | 'stale'> {
  for (const type of ['soft_passed', 'hard_passed'] as const) {
    const { softAtMs: softAt, hardAtMs: hardAt, stillWaiting, state } = held.row
    const atMs = type === 'soft_passed' ? (stillWaiting ? null : softAt) : hardAt
    if (state !== 'started' || atMs === null || storeNow(held, deps.clock) < atMs) continue
    const applied = await persist(deps, held, { type })
    if (applied === null || applied.kind === 'stale') return 'stale'
  }
  return 'ok'
}

/** Reads the session once, applies the answer, returns the delay. */
async function readOnce(
  deps: RunnerDeps,
  held: Held,
  following: Following,
  holdSeconds: number,
): Promise<number | 'stale'> {
  const { row, upstream } = held
  const random = (): number => randomFraction(deps.random)
  const polled = (): number =>
    pollDelayMs(deps.openSales(upstream), held.row.stillWaiting, random(), upstream.readsPerSecond)
  const sessionId = row.sessionId ?? ''
  // A hold needs a known ETag. Without it the upstream could hold back a result that is already final.
  const hold = holdSeconds > 0 && following.etag !== null && upstream.client.hasRoomToHold()
  const startedAt = deps.clock.now()
  held.staleDetector.requested(hold ? holdSeconds * 1000 : 0)
  await deps.failpoint('reading', row.id)
  const reading = await upstream.client.readSession(sessionId, {
    signal: held.signal,
    ...(hold ? { waitSeconds: holdSeconds, etag: following.etag } : {}),
  })
  if (held.signal.aborted) return 'stale'
  if (reading.kind === 'fault') {
    // A held read was healthy until it broke off.
    held.staleDetector.failed(hold ? deps.clock.now() : startedAt)
    following.faults += 1
    following.etag = null
    if (reading.fault === 'busy' && reading.retryAfterMs !== null)
      deps.gate.block(upstream, reading.retryAfterMs)
    deps.log.warn(
      { saleId: row.id, code: `upstream-${reading.fault}`, attempts: following.faults },
      'a session could not be read',
    )
    return faultDelayMs(following.faults, reading.retryAfterMs, random())
  }
  held.staleDetector.answered()
  following.faults = 0
  await deps.failpoint('read', row.id)
  const askedLaterMs = reading.kind === 'missing' ? 0 : advisedMs(reading.retryAfterMs)
  const wasHeld = hold && deps.clock.now() - startedAt >= HOLD_MIN_MS
  if (reading.kind === 'unchanged') return wasHeld ? 0 : Math.max(polled(), askedLaterMs)
  const applied = await persist(
    deps,
    held,
    reading.kind === 'missing'
      ? { type: 'session_missed' }
      : {
          type: 'session_read',
          outcome: outcomeOf(reading.body, expectedOf(row, sessionId)),
        },
  )
  if (applied === null || applied.kind === 'stale') return 'stale'
  await deps.failpoint('recorded', row.id)
  const etag = reading.kind === 'found' ? reading.etag : null
  const news = applied.kind === 'moved' || etag !== following.etag
  following.etag = etag
  if (holdSeconds > 0 && etag !== null && applied.row.seen === null && (news || wasHeld)) return 0
  return Math.max(polled(), hold ? 0 : askedLaterMs)
}

/** Returns the delay until unconfirmed evidence can be confirmed. */
function confirmDelayMs(deps: RunnerDeps, held: Held, otherwiseMs: number): number {
  const { seen, seenFirstMs: firstMs } = held.row
  if (seen === null || firstMs === null || seen === 'unknown' || seen === 'missed') return otherwiseMs
  return Math.max(50, Math.min(firstMs + CONFIRM_MS - storeNow(held, deps.clock), CONFIRM_MS + 50))
}

/** Looks once at a started sale. */
export async function followStarted(deps: RunnerDeps, held: Held, following: Following): Promise<Next> {
  if ((await passTimers(deps, held)) === 'stale') return { type: 'stop' }
  if (held.row.state !== 'started') return { type: 'wait', delayMs: 0 }
  const { longPoll } = held.upstream.features
  const firstMs = (held.row.nextAtMs ?? 0) - storeNow(held, deps.clock)
  // The clock was set back after this was planned: look now (D-92).
  const setBack = firstMs > FIRST_READ_MS + SET_BACK_MS
  if (!longPoll && following.etag === null && firstMs > 0 && !setBack)
    return { type: 'wait', delayMs: firstMs }
  await deps.gate.pass(held.upstream, held.alarm, held.signal)
  if (held.signal.aborted) return { type: 'stop' }
  const { softAtMs: softAt, hardAtMs: hardAt, stillWaiting, seen } = held.row
  const timerAt = Math.min(stillWaiting ? Infinity : (softAt ?? Infinity), hardAt ?? Infinity)
  const untilTimer = Math.max(1, Math.ceil((timerAt - storeNow(held, deps.clock)) / 1000))
  const hold = longPoll && seen === null ? Math.min(HOLD_SECONDS, untilTimer) : 0
  const delayMs = await readOnce(deps, held, following, hold)
  if (delayMs === 'stale') return { type: 'stop' }
  const timerMs = Math.max(MOMENT_MS, timerAt - storeNow(held, deps.clock))
  return { type: 'wait', delayMs: Math.min(confirmDelayMs(deps, held, delayMs), timerMs) }
}

// Rules 16 and 19 if device reads name the live session: our session is followed; without it the device is freed.
async function lookAtDevice(deps: RunnerDeps, held: Held): Promise<'asked' | 'stale'> {
  const { row, upstream } = held
  await deps.gate.pass(upstream, held.alarm, held.signal)
  if (held.signal.aborted) return 'stale'
  let begunAtMs: number
  try {
    begunAtMs = await deps.ledger.now()
  } catch (error) {
    // The start time of the read must be exact: an idle device is proof only late enough.
    if (!isStoreUnavailable(error)) throw error
    return 'asked'
  }
  const reading = await upstream.client.readDevice(row.deviceId, held.signal)
  if (held.signal.aborted) return 'stale'
  if (reading.kind !== 'found') return 'asked'
  held.staleDetector.answered()
  const { live, status } = reading.value
  const ours = live !== undefined && live !== null && live.externalId === row.externalId
  if (live === undefined || (!ours && status !== 'CONNECTED')) return 'asked'
  const input = ours
    ? ({ type: 'session_found', sessionId: live.sessionId, taken: false } as const)
    : ({ type: 'device_idle', begunAtMs } as const)
  const applied = await persist(deps, held, input)
  return applied === null || applied.kind === 'stale' ? 'stale' : 'asked'
}

/** Returns the delay until no byte of a send can arrive; a look after it is proof. */
function proofDelayMs({ row, upstream: { features } }: Held, nowMs: number): number {
  const mayProve = features.lookup !== 'none' || (features.deviceSession && row.deviceHold)
  if (!mayProve || row.sessionId !== null || row.sendDeadlineMs === null) return Infinity
  const waitMs = row.sendDeadlineMs + ON_THE_WAY_MS - nowMs
  return waitMs > 0 && waitMs <= ON_THE_WAY_MS + SEND_DEADLINE_MS ? waitMs + 50 : Infinity
}

// D-215: with the key of another account, or at another upstream, a look-up misses each session.
/** Checks whether the key reads the terminal of the sale. */
async function readsTerminal(deps: RunnerDeps, { row, upstream, alarm, signal }: Held): Promise<boolean> {
  await deps.gate.pass(upstream, alarm, signal)
  return !signal.aborted && (await upstream.client.readDevice(row.deviceId, signal)).kind === 'found'
}

// Rules 16 to 18 for a sale with an unknown session; `nothing` = the upstream cannot be asked.
async function searchSession(deps: RunnerDeps, held: Held): Promise<'asked' | 'nothing' | 'stale'> {
  const { client, features } = held.upstream
  const { row } = held
  const nowMs = storeNow(held, deps.clock)
  if (
    features.repeat !== 'unknown' &&
    row.sendCount < SENDS_MAX &&
    row.deviceHold &&
    nowMs - (row.firstSentAtMs ?? 0) < RESEND_AGE_MS &&
    nowMs < (row.deadlineAtMs ?? Infinity)
  )
    return (await sendSale(deps, held, 'resend_claimed')) === 'stale' ? 'stale' : 'asked'
  if (features.lookup === 'none')
    return features.deviceSession && row.deviceHold ? lookAtDevice(deps, held) : 'nothing'
  await deps.gate.pass(held.upstream, held.alarm, held.signal)
  const found = await client.findSession(row.externalId, held.signal)
  if (held.signal.aborted) return 'stale'
  if (found.kind === 'fault') return 'asked'
  held.staleDetector.answered()
  const isProof = found.kind !== 'missing' || (await readsTerminal(deps, held))
  if (held.signal.aborted) return 'stale'
  if (!isProof) return 'asked'
  const applied = await persist(
    deps,
    held,
    found.kind === 'missing'
      ? { type: 'look_up_missed' }
      : { type: 'session_found', sessionId: found.value, taken: false },
  )
  return applied === null || applied.kind === 'stale' ? 'stale' : 'asked'
}

/** Looks once at a sale in doubt, then releases it until the next look. */
export async function followDoubt(deps: RunnerDeps, held: Held): Promise<Next> {
  const freeAtMs = held.row.deviceFreeAtMs
  const leftMs = (freeAtMs ?? Infinity) - storeNow(held, deps.clock)
  const setBack = freeAtMs !== null && leftMs > DEVICE_FREE_MS + SET_BACK_MS
  if (held.row.deviceHold && (leftMs <= 0 || setBack)) {
    const applied = await persist(deps, held, { type: 'device_free_passed' })
    if (applied === null || applied.kind === 'stale') return { type: 'stop' }
  }
  if (held.row.sessionId === null) {
    if ((await searchSession(deps, held)) === 'stale') return { type: 'stop' }
  } else {
    await deps.gate.pass(held.upstream, held.alarm, held.signal)
    if (held.signal.aborted) return { type: 'stop' }
    const delayMs = await readOnce(deps, held, { etag: null, faults: 0 }, 0)
    if (delayMs === 'stale') return { type: 'stop' }
    // One fault is not an outage: retry until the page is notified, then use the age of the doubt.
    if (held.staleDetector.hasUnreportedFault()) return { type: 'wait', delayMs: UNREPORTED_FAULT_RETRY_MS }
  }
  if (held.row.state !== 'in_doubt') return { type: 'wait', delayMs: 0 }
  const nowMs = await askStoreNow(deps, held)
  const ageMs = nowMs - (held.row.doubtedAtMs ?? nowMs)
  const { delayMs, alert } = doubtDelay(ageMs)
  if (alert) {
    raise(deps, held.row, [{ type: 'alert', reason: held.row.reason ?? 'no_session' }])
    await deps.ledger.remind(held.row, Math.floor(ageMs / DAY_MS))
  }
  const isGap = held.row.seen === 'look_up_missed' || held.row.seen === DEVICE_IDLE
  const confirmMs = isGap ? LOOKUP_GAP_MS + 50 : confirmDelayMs(deps, held, delayMs)
  const freeMs = held.row.deviceHold && freeAtMs !== null ? Math.max(0, freeAtMs - nowMs) : Infinity
  return { type: 'release', atMs: nowMs + Math.min(delayMs, confirmMs, freeMs, proofDelayMs(held, nowMs)) }
}
