// Sends one initiate and records the result (rules 2, 4 to 8, 16, 18). The row is `sending` before any byte is written
// (INV-1). The result of the send is retried until the store accepts it.
import { classifySend, type SendClass } from '../../upstream/terminal/classify.ts'
import type { Exchange } from '../../upstream/transport/outbound-port.ts'
import type { Clock } from '../../ports.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { persist, raise, storeNow, type Held, type RunnerDeps } from './held.ts'
import { SEND_DEADLINE_MS } from '../machine/states.ts'

const inputOf = (seen: SendClass): SaleInput => {
  switch (seen.kind) {
    case 'not_sent':
      return { type: 'not_sent', reason: seen.reason, retryAfterMs: seen.retryAfterMs }
    case 'accepted':
      return { type: 'accepted', sessionId: seen.sessionId, taken: false }
    case 'rejected':
      return { type: 'rejected', reason: seen.reason }
    case 'unknown':
      return { type: 'send_lost' }
  }
}

/** Tries to record a late answer. After them a look-up or a person finds the session. */
const LATE_TRIES = 60

/**
 * Records an answer that arrived after the doubt, or at a holder that lost its lease. Such evidence needs no lease and is
 * applied to the current row.
 */
async function recordLate(deps: RunnerDeps, held: Held, sessionId: string): Promise<void> {
  const { repeat, lookup } = held.upstream.features
  const never = new AbortController().signal
  for (let tries = 0; tries < LATE_TRIES; tries += 1)
    try {
      const found = { type: 'session_found', sessionId, taken: false } as const
      const applied = await deps.ledger.apply(held.row.id, found, { repeat, lookup })
      if (applied.kind === 'moved') {
        raise(deps, applied.row, applied.effects)
        deps.wake()
        return
      }
      if (applied.kind === 'stale' || applied.row.sessionId === sessionId) return
      const { id: saleId, state } = applied.row
      if (state !== 'sending' && state !== 'intent') {
        // Another sale has the session, or this one is already in review.
        deps.log.error(
          { saleId, state, code: 'late-session' },
          'a late answer names a session we cannot place',
        )
        return
      }
      // Not in doubt yet: the lease owner has not processed the sale. Retry.
      await held.alarm.pause(1000, never)
    } catch {
      await held.alarm.pause(1000, never)
    }
  deps.log.error({ saleId: held.row.id, code: 'late-answer-lost' }, 'a late answer could not be recorded')
}

function listenLate(deps: RunnerDeps, held: Held, late: Promise<Exchange | null>): void {
  const { externalId } = held.row
  void late.then(
    async (seen) => {
      if (seen === null) return
      const judged = classifySend(seen, externalId)
      if (judged.kind === 'accepted') await recordLate(deps, held, judged.sessionId)
    },
    () => deps.log.warn({ saleId: held.row.id, code: 'late-answer-broken' }, 'a late answer was interrupted'),
  )
}

/** A claim that took longer may have been retried. */
const LONG_CLAIM_MS = 1_000

/**
 * Returns the send deadline on our clock, never later than the row's. It counts from before the commit. After a slow
 * claim it counts from a fresh read of the store's clock.
 */
async function sendDeadline(
  deps: RunnerDeps,
  held: Held,
  beforeMs: number,
): Promise<{ readonly atMs: number; readonly isAsked: boolean }> {
  const { sendDeadlineMs: untilMs, nextAtMs: claimedAtMs } = held.row
  // The claim was committed after `beforeMs`, so a deadline counted from there is never late.
  const earliest = beforeMs + Math.max(0, (untilMs ?? 0) - (claimedAtMs ?? Infinity))
  const askedAtMs = deps.clock.now()
  const tookMs = askedAtMs - beforeMs
  if (tookMs >= 0 && tookMs < LONG_CLAIM_MS) return { atMs: earliest, isAsked: false }
  try {
    const leftMs = (held.row.sendDeadlineMs ?? 0) - (await deps.ledger.now())
    return { atMs: askedAtMs + leftMs, isAsked: true }
  } catch {
    return { atMs: earliest, isAsked: false }
  }
}

/** A timer-based limit. Unlike the clock, a timer continues when the clock is set back. */
function limitOf(clock: Clock, ms: number): { readonly isOver: () => boolean; readonly end: () => void } {
  let over = false
  const end = clock.after(Math.max(0, ms), () => (over = true))
  return { isOver: () => over, end }
}

/** Claims the sale for sending and sends it. `held.row` then has the result. */
export async function sendSale(
  deps: RunnerDeps,
  held: Held,
  claim: 'send_claimed' | 'resend_claimed',
): Promise<'ok' | 'stale'> {
  const { clock } = deps
  const beforeMs = clock.now()
  const restMs = (held.row.deadlineAtMs ?? Infinity) - storeNow(held, clock)
  let limit = limitOf(clock, Math.min(SEND_DEADLINE_MS, restMs))
  // Set before the claim: a drain that cancelled a claimed sale would use up one of its sends and delay the customer by seconds.
  held.sending = true
  try {
    const claimed = await persist(deps, held, { type: claim })
    if (claimed === null || claimed.kind === 'stale') return 'stale'
    if (claimed.kind !== 'moved') return 'ok'
    const deadline = await sendDeadline(deps, held, beforeMs)
    if (deadline.isAsked) {
      limit.end()
      limit = limitOf(clock, deadline.atMs - clock.now())
    }
    const {
      amountMinor,
      currency,
      deviceId,
      externalId,
      orderRef: order,
      creditReference: creditOf,
    } = held.row
    await deps.failpoint('sending', held.row.id)
    const sentAtMs = deps.clock.now()
    held.staleDetector.requested()
    const report = await held.upstream.sender.send(
      { amountMinor, currency, deviceId, externalId, order, creditOf },
      async () => {
        await deps.failpoint('connected', held.row.id)
        const nowMs = deps.clock.now()
        // A clock that was set back cannot check the deadline. Not sending is safer than sending late.
        return !held.signal.aborted && !limit.isOver() && nowMs >= beforeMs && nowMs < deadline.atMs
      },
    )
    await deps.failpoint('answered', held.row.id)
    const judged = classifySend(report.exchange, externalId)
    if (judged.kind === 'accepted' || judged.kind === 'rejected') held.staleDetector.answered()
    else held.staleDetector.failed(sentAtMs)
    const applied = await persist(deps, held, inputOf(judged), true)
    if (applied?.kind === 'stale' && judged.kind === 'accepted')
      await recordLate(deps, held, judged.sessionId)
    await deps.failpoint('started', held.row.id)
    const named = judged.kind === 'unknown' ? judged.namedSession : undefined
    if (named !== undefined && held.upstream.features.repeat === 'refuses' && applied?.kind === 'moved')
      await persist(deps, held, { type: 'session_found', sessionId: named, taken: false }, true)
    if (report.late !== null) listenLate(deps, held, report.late)
    return applied?.kind === 'stale' ? 'stale' : 'ok'
  } finally {
    limit.end()
    held.sending = false
  }
}
