// Looks at sales after their end (rules 22, 23; D-35, D-36): an unpaid end and a person's word are held against the upstream
// for 72 hours, by leases of their own, few at a time, and with what live sales leave of the key's budget. What an answer
// means, the machine says; how often, `pace.ts`.
import { createAlarm, randomFraction } from '@tapboard/store'
import { outcomeOf, type Outcome } from '@tapboard/contract'
import { CLAIM_EVERY_MS, createClaimLoop, type ClaimLoop } from '../../durable/claim-loop.ts'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { expectedOf } from './follow.ts'
import type { Gate } from './gate.ts'
import type { Happening } from '../machine/happening.ts'
import { raise } from './held.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { faultDelayMs, followUpDelayMs } from '../machine/pace.ts'
import type { FollowUpRow, SaleRow } from '../machine/row.ts'
import { CONFIRM_MS, FOLLOWED_FOR_MS, isUnpaidState } from '../machine/states.ts'

/** What the loop needs. */
export interface FollowUpConfig {
  readonly ledger: Ledger
  readonly merchants: MerchantLookup
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: Observer
  readonly gate: Gate
  /** Names this process run in leases. */
  readonly owner: string
}

/** Ended sales looked at at once (INV-17): live sales need the connections more. */
const AT_ONCE = 20

/** A merchant that is not configured here is left for an instance that knows it. */
const ELSEWHERE_MS = 600_000

/** A session that is still live after the end was said: look again soon, somebody may be paying right now. */
const LIVE_MS = 5_000

/** After this age a sale is let go although its last look failed. */
const AT_LAST_MS = FOLLOWED_FOR_MS + 24 * 3_600_000

/** Is there anything left to find out about this sale? */
const isOpenToNews = ({ state, by_whom: byWhom }: SaleRow): boolean =>
  isUnpaidState(state) || (state === 'approved' && byWhom === 'person')

/** What one look found: evidence, nothing, or a fault after which to wait so long. */
type Seen =
  | { readonly kind: 'evidence'; readonly happening: Happening }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly delayMs: number }

/** Asks the upstream about an ended sale. */
async function ask(
  { gate, random }: FollowUpConfig,
  sale: SaleRow,
  upstream: MerchantUpstream,
  signal: AbortSignal,
): Promise<Seen> {
  const { client } = upstream
  const { session_id: sessionId } = sale
  const answer =
    sessionId === null
      ? await client.findSession(sale.external_id, signal)
      : await client.readSession(sessionId, { signal })
  if (answer.kind === 'fault') {
    if (answer.fault === 'busy' && answer.retryAfterMs !== null) gate.block(upstream, answer.retryAfterMs)
    return { kind: 'fault', delayMs: faultDelayMs(5, answer.retryAfterMs, randomFraction(random)) }
  }
  if (answer.kind === 'missing' || answer.kind === 'unchanged') return { kind: 'nothing' }
  if ('value' in answer)
    return {
      kind: 'evidence',
      happening: { type: 'session_found', sessionId: answer.value, taken: false },
    }
  const outcome = outcomeOf(answer.body, expectedOf(sale, sessionId ?? ''))
  return { kind: 'evidence', happening: { type: 'session_read', outcome } }
}

/** Writes down what was seen; how long to wait then, `null` = the matter is closed or begun anew. */
async function record(
  config: FollowUpConfig,
  sale: SaleRow,
  upstream: MerchantUpstream,
  happening: Happening,
  usualMs: number | null,
): Promise<number | null> {
  const { repeat, lookup } = upstream.features
  const applied = await config.ledger.apply(sale.id, happening, { repeat, lookup })
  if (applied.kind === 'moved') {
    const { merchant, id: saleId, state } = applied.row
    config.log.info({ merchant, saleId, state, code: 'after-the-end' }, 'an ended sale has news')
    raise(config, applied.row, applied.effects)
  }
  return delayAfter(applied, happening, usualMs)
}

/** One look at an ended sale that is due. */
async function look(config: FollowUpConfig, due: FollowUpRow, signal: AbortSignal): Promise<void> {
  const { clock, gate, ledger, merchants } = config
  const sale = await ledger.find(due.sale_id)
  const release = (nextAtMs: number | null): Promise<void> =>
    ledger.releaseFollowUp(due.sale_id, due.fence, nextAtMs)
  if (sale === null || !isOpenToNews(sale)) return release(null)
  const upstream = merchants(sale.merchant)
  const nowMs = await ledger.now()
  const ageMs = nowMs - due.since_ms
  const usualMs = followUpDelayMs(due.pace, ageMs)
  if (upstream === null) return release(ageMs >= AT_LAST_MS ? null : nowMs + ELSEWHERE_MS)
  if (sale.session_id === null && upstream.features.lookup === 'none') return release(null)
  if (due.pace === 'wide') {
    const waitMs = gate.spare(upstream)
    if (waitMs > 0) return release(nowMs + Math.max(CLAIM_EVERY_MS, waitMs))
  } else await gate.pass(upstream, createAlarm(clock), signal)
  if (signal.aborted) return release(nowMs)
  const seen = await ask(config, sale, upstream, signal)
  if (signal.aborted) return release(nowMs)
  if (seen.kind === 'fault') return release(ageMs >= AT_LAST_MS ? null : nowMs + seen.delayMs)
  const delayMs =
    seen.kind === 'nothing' ? usualMs : await record(config, sale, upstream, seen.happening, usualMs)
  return release(delayMs === null ? null : nowMs + delayMs)
}

/** Makes the loop; nothing happens before `begin`. */
export const createFollowUps = (config: FollowUpConfig): Omit<ClaimLoop, 'wake'> =>
  createClaimLoop({
    claim: (limit) => config.ledger.claimFollowUps(config.owner, limit),
    work: (due, signal) => look(config, due, signal),
    atOnce: AT_ONCE,
    clock: config.clock,
    failed(code, due) {
      if (due === null) return config.log.warn({ code }, 'ended sales could not be looked for; trying again')
      config.log.warn({ saleId: due.sale_id, code }, 'an ended sale could not be looked at')
    },
  })

const isFinal = ({ kind }: Outcome): boolean => kind !== 'pending' && kind !== 'unknown'

/** When to look again after evidence was judged. */
function delayAfter(applied: Applied, happening: Happening, usualMs: number | null): number | null {
  if (applied.kind === 'stale') return null
  // Evidence that does not count yet is confirmed, however old the end is.
  if (applied.kind === 'noted') return CONFIRM_MS + 50
  // A session that was found began its own follow-up with a fence of its own.
  if (applied.kind === 'moved') return null
  if (!isOpenToNews(applied.row)) return null
  if (happening.type !== 'session_read') return usualMs
  const { outcome } = happening
  // A person said paid and the upstream agrees: nothing is left to find out.
  if (applied.row.state === 'approved' && outcome.kind === 'approved') return null
  if (usualMs === null || isFinal(outcome)) return usualMs
  return outcome.kind === 'pending' ? Math.min(usualMs, LIVE_MS) : usualMs
}
