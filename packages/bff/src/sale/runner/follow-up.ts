// Follows sales after their end (rules 22, 23; D-35, D-36): for 72 hours it checks unpaid ends and attestations against the
// upstream. Uses separate leases, low concurrency and, at pace `wide`, only the spare budget of the key. The machine judges
// the answers; `pace.ts` sets the intervals.
import { createOutageLog } from '@tapboard/server'
import { CLAIM_EVERY_MS, ClaimLoop, createAlarm, faultCode, randomFraction } from '@tapboard/store'
import { outcomeOf } from '@tapboard/contract'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { expectedOf } from './follow.ts'
import type { Gate } from './gate.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { raise } from './held.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { faultDelayMs, followUpDelayMs } from '../machine/pace.ts'
import type { FollowUpRow, SaleRow } from '../machine/row.ts'
import { CONFIRM_MS, FOLLOW_UP_LEASE_MS, FOLLOWED_FOR_MS, isUnpaidState } from '../machine/states.ts'

/** Dependencies of the follow-up loop. */
interface FollowUpConfig {
  readonly ledger: Ledger
  readonly merchants: MerchantLookup
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: Observer
  readonly gate: Gate
  /** Lease owner name of this process run. */
  readonly owner: string
}

/** Concurrent looks at ended sales; live sales have priority for connections. */
const AT_ONCE = 20

/** Delay that leaves a merchant that is not configured here to an instance that has it. */
const ELSEWHERE_MS = 600_000

/** Delay for a session that is live after the recorded end: a customer may be paying now. */
const LIVE_MS = 5_000

/** After this age the follow-up ends even if its last look failed. */
const AT_LAST_MS = FOLLOWED_FOR_MS + 24 * 3_600_000

/** Returns true if an answer of the upstream can still change this sale. */
const isOpenToNews = ({ state, byWhom }: SaleRow): boolean =>
  isUnpaidState(state) || (state === 'approved' && byWhom === 'person')

/** The result of one look: evidence, nothing, or a fault with a delay. */
type Seen =
  | { readonly kind: 'evidence'; readonly input: SaleInput }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly delayMs: number }

/** Reads or looks up the session of an ended sale. */
async function ask(
  { gate, random }: FollowUpConfig,
  sale: SaleRow,
  upstream: MerchantUpstream,
  signal: AbortSignal,
): Promise<Seen> {
  const { client } = upstream
  const { sessionId } = sale
  const answer =
    sessionId === null
      ? await client.findSession(sale.externalId, signal)
      : await client.readSession(sessionId, { signal })
  if (answer.kind === 'fault') {
    if (answer.fault === 'busy' && answer.retryAfterMs !== null) gate.block(upstream, answer.retryAfterMs)
    return { kind: 'fault', delayMs: faultDelayMs(5, answer.retryAfterMs, randomFraction(random)) }
  }
  if (answer.kind === 'missing' || answer.kind === 'unchanged') return { kind: 'nothing' }
  if ('value' in answer)
    return {
      kind: 'evidence',
      input: { type: 'session_found', sessionId: answer.value, taken: false },
    }
  const outcome = outcomeOf(answer.body, expectedOf(sale, sessionId ?? ''))
  return { kind: 'evidence', input: { type: 'session_read', outcome } }
}

/** Applies the evidence and returns the delay; `null` = the follow-up ends or was restarted. */
async function record(
  config: FollowUpConfig,
  sale: SaleRow,
  upstream: MerchantUpstream,
  input: SaleInput,
  usualMs: number | null,
): Promise<number | null> {
  const { repeat, lookup } = upstream.features
  const applied = await config.ledger.apply(sale.id, input, { repeat, lookup })
  if (applied.kind === 'moved') {
    const { merchant, id: saleId, state } = applied.row
    config.log.info({ merchant, saleId, state, code: 'after-the-end' }, 'an ended sale got new evidence')
    raise(config, applied.row, applied.effects)
  }
  return delayAfter(applied, input, usualMs)
}

/** Looks once at a due follow-up. */
async function look(config: FollowUpConfig, due: FollowUpRow, signal: AbortSignal): Promise<void> {
  const { clock, gate, ledger, merchants } = config
  const sale = await ledger.find(due.saleId)
  const release = (nextAtMs: number | null): Promise<void> =>
    ledger.releaseFollowUp(due.saleId, due.fence, nextAtMs)
  if (sale === null || !isOpenToNews(sale)) return release(null)
  const upstream = merchants(sale.merchant)
  const nowMs = await ledger.now()
  const ageMs = nowMs - due.sinceMs
  const usualMs = followUpDelayMs(due.pace, ageMs)
  if (upstream === null) return release(ageMs >= AT_LAST_MS ? null : nowMs + ELSEWHERE_MS)
  if (sale.sessionId === null && upstream.features.lookup === 'none') return release(null)
  if (due.pace === 'wide') {
    const waitMs = gate.spare(upstream)
    if (waitMs > 0) return release(nowMs + Math.max(CLAIM_EVERY_MS, waitMs))
  } else await gate.pass(upstream, createAlarm(clock), signal)
  if (signal.aborted) return release(nowMs)
  const seen = await ask(config, sale, upstream, signal)
  if (signal.aborted) return release(nowMs)
  if (seen.kind === 'fault') return release(ageMs >= AT_LAST_MS ? null : nowMs + seen.delayMs)
  const delayMs =
    seen.kind === 'nothing' ? usualMs : await record(config, sale, upstream, seen.input, usualMs)
  return release(delayMs === null ? null : nowMs + delayMs)
}

/** Creates the loop; it starts in `begin`. */
export const createFollowUps = (config: FollowUpConfig): ClaimLoop<FollowUpRow> =>
  new ClaimLoop({
    claim: (limit, ended) => config.ledger.claimFollowUps(config.owner, limit, ended),
    held: config.ledger.heldFollowUps,
    releaseOthers: (except) => config.ledger.releaseOthers('follow-ups', config.owner, except),
    keyOf: ({ saleId }) => saleId,
    leaseMs: FOLLOW_UP_LEASE_MS,
    room: (active) => AT_ONCE - active,
    work(rows, start) {
      for (const due of rows) start(due, (signal) => look(config, due, signal))
    },
    failed: (error, { saleId }) =>
      config.log.warn({ saleId, code: faultCode(error) }, 'an ended sale could not be read'),
    clock: config.clock,
    report: createOutageLog({
      name: 'follow-up',
      failed: 'ended sales could not be claimed; retrying',
      works: 'ended sales are claimed again',
      log: config.log,
      clock: config.clock,
    }),
  })

/** Returns the delay after evidence was applied. */
function delayAfter(applied: Applied, input: SaleInput, usualMs: number | null): number | null {
  if (applied.kind === 'stale') return null
  // Unconfirmed evidence needs a second read at any age of the end.
  if (applied.kind === 'noted') return CONFIRM_MS + 50
  // A found session restarted the follow-up with a new fence.
  if (applied.kind === 'moved') return null
  if (!isOpenToNews(applied.row)) return null
  if (input.type !== 'session_read') return usualMs
  const { outcome } = input
  // A person attested paid and the upstream confirms it: the follow-up ends.
  if (applied.row.state === 'approved' && outcome.kind === 'approved') return null
  return usualMs !== null && outcome.kind === 'pending' ? Math.min(usualMs, LIVE_MS) : usualMs
}
