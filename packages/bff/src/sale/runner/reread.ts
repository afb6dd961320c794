// Rereads the earlier attempts of an order before a further one is committed (INV-5, D-86): an upstream may change its
// answer. The start passes only if each read confirms the unpaid end. Any other answer refuses the start.
import { outcomeOf, type Sale } from '@tapboard/contract'
import { createAlarm } from '@tapboard/store'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log } from '../../ports.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { expectedOf } from './follow.ts'
import type { Gate } from './gate.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { raise } from './held.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isSameEnd, QUESTIONED } from '../machine/reading.ts'
import { groupOf, type SaleRow } from '../machine/row.ts'
import { isSameGroup, type AttemptGroup } from '../../token/access.ts'
import { isUnpaidState, locksOrder } from '../machine/states.ts'

/** Maximum number of earlier attempts to reread, newest first. */
const REREAD_MAX = 8

/** Maximum age of a cached answer. */
const FRESH_MS = 2_000

/** Timeout of all rereads, equal to that of the concurrent device read. */
const WAIT_MS = 2_800

/** Retry-After of a refused start, so that two different answers are 3 s apart. */
const RETRY_SECONDS = 3

/** Maximum number of cached answers. */
const REMEMBERED_MAX = 1_000

interface RereadDeps {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly observer: Observer
  /** Shared with the loops that follow sales: a retry waits for its turn like every other read. */
  readonly gate: Gate
  /** A row as the page sees it. */
  readonly view: (row: SaleRow) => Sale
}

/** The result for one attempt: `null` if the unpaid end is confirmed, else the current attempt. */
type Answer = { readonly row: SaleRow; readonly retryAfterMs: number } | null

/**
 * Returns true if the upstream reported the end of this attempt and can be asked again. A person's attestation is exempt,
 * and so is an attempt without a written byte.
 */
function isReread(row: SaleRow, lookup: MerchantUpstream['features']['lookup']): boolean {
  if (!isUnpaidState(row.state) || row.byWhom === 'person') return false
  if (row.sessionId !== null) return true
  const wasSent = row.sendDoubted || row.reason !== 'upstream-unreachable'
  return row.state === 'not_started' && row.sendCount > 0 && wasSent && lookup === 'authoritative'
}

/** The earlier attempts of the orders of this process. */
export class EarlierAttempts {
  readonly #deps: RereadDeps
  readonly #recent = new Map<string, { readonly atMs: number; readonly answer: Promise<Answer> }>()

  constructor(deps: RereadDeps) {
    this.#deps = deps
  }

  /**
   * Rereads the earlier attempts, newest first; for a refund those of all refunds of its sale. Returns a refusal, or
   * `null` when all are unpaid as before. The refusal has an attempt of the starting group only.
   */
  async reread(
    attempts: readonly SaleRow[],
    upstream: MerchantUpstream,
    group: AttemptGroup,
  ): Promise<Refusal | null> {
    const earlier = attempts.filter((row) => isReread(row, upstream.features.lookup)).slice(0, REREAD_MAX)
    if (earlier.length === 0) return null
    const stop = new AbortController()
    const cancel = this.#deps.clock.after(WAIT_MS, () => stop.abort())
    const reading = Promise.all(earlier.map((row) => this.#shared(row, upstream, stop.signal)))
    const answers = await reading.finally(cancel)
    const news = answers.filter((answer) => answer !== null)
    const first = news.find(({ row }) => locksOrder(row.state)) ?? news[0]
    if (first === undefined) return null
    const isOwn = isSameGroup(groupOf(first.row), group)
    return refusalOf(first, isOwn ? this.#deps.view(first.row) : null)
  }

  /** Shares one answer between concurrent starts. */
  #shared(row: SaleRow, upstream: MerchantUpstream, signal: AbortSignal): Promise<Answer> {
    const { clock } = this.#deps
    const recent = this.#recent
    const known = recent.get(row.id)
    const ageMs = clock.now() - (known?.atMs ?? 0)
    if (known !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return known.answer
    if (recent.size >= REMEMBERED_MAX) recent.clear()
    const entry = { atMs: clock.now(), answer: this.#judge(row, upstream, signal) }
    // A store fault is not cached.
    entry.answer.catch(() => recent.delete(row.id))
    recent.set(row.id, entry)
    return entry.answer
  }

  /** Asks the upstream and applies the answer. */
  async #judge(row: SaleRow, upstream: MerchantUpstream, signal: AbortSignal): Promise<Answer> {
    const { ledger, log } = this.#deps
    const seen = await this.#ask(row, upstream, signal)
    if (seen === 'same') return null
    if (typeof seen === 'number') return { row, retryAfterMs: seen }
    const { repeat, lookup } = upstream.features
    const applied = await ledger.apply(row.id, seen, { repeat, lookup })
    if (applied.kind === 'moved') {
      const { merchant, id: saleId, state } = applied.row
      log.info({ merchant, saleId, state, code: 'reread' }, 'a reread changed an earlier attempt')
      raise(this.#deps, applied.row, applied.effects)
    }
    const isConfirmed = seen.type === 'session_read' && isSameEnd(row, seen.outcome)
    if (isConfirmed && applied.kind !== 'stale' && isUnpaidState(applied.row.state)) return null
    return { row: applied.kind === 'stale' ? row : applied.row, retryAfterMs: 0 }
  }

  /** Asks the upstream: the evidence, `same` for the same end, or how long to wait after a fault. */
  async #ask(
    row: SaleRow,
    upstream: MerchantUpstream,
    signal: AbortSignal,
  ): Promise<SaleInput | 'same' | number> {
    const { clock, gate } = this.#deps
    await gate.pass(upstream, createAlarm(clock), signal)
    if (signal.aborted) return 0
    const { client } = upstream
    const sessionId = row.sessionId
    const reading =
      sessionId === null
        ? await client.findSession(row.externalId, signal)
        : await client.readSession(sessionId, { signal })
    if (reading.kind === 'fault') {
      if (reading.fault === 'busy' && reading.retryAfterMs !== null)
        gate.block(upstream, reading.retryAfterMs)
      return reading.retryAfterMs ?? 0
    }
    if ('value' in reading) return { type: 'session_found', sessionId: reading.value, taken: false }
    if (reading.kind === 'unchanged') return 0
    if (reading.kind === 'missing') return sessionId === null ? 'same' : { type: 'end_questioned' }
    const outcome = outcomeOf(reading.body, expectedOf(row, sessionId ?? ''))
    if (isSameEnd(row, outcome)) return row.seen === QUESTIONED ? { type: 'session_read', outcome } : 'same'
    return outcome.kind === 'approved' || outcome.kind === 'contradiction'
      ? { type: 'session_read', outcome }
      : { type: 'end_questioned' }
  }
}

/** Returns the refusal of a start for one attempt; `sale` is `null` for an attempt of another refund. */
function refusalOf({ row, retryAfterMs }: NonNullable<Answer>, sale: Sale | null): Refusal {
  const shown = sale === null ? {} : { sale }
  if (locksOrder(row.state))
    return refuse(
      sale === null ? 'refund-open' : 'sale-open',
      'The result of an earlier attempt changed; nothing was sent. Check that attempt.',
      shown,
    )
  return refuse(
    'earlier-attempt-unclear',
    'The payment service does not confirm now that an earlier attempt is unpaid. Nothing was sent; try again.',
    { retryAfterSeconds: Math.max(RETRY_SECONDS, Math.ceil(retryAfterMs / 1000)), ...shown },
  )
}
