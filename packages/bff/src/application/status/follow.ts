// Follows applications without a sender: the sender died, the result is unknown, or the status may have changed. Leases
// distribute the work among instances; the ledger records the results. It never submits an application.
import { createOutageLog } from '@tapboard/server'
import { ClaimLoop, faultCode, randomFraction } from '@tapboard/store'
import type { Clock, Log, Random } from '../../ports.ts'
import { unseal } from '../../token/seal.ts'
import type { Applications } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import type { News } from '../submission/consequences.ts'
import type { SubmissionLedger } from '../submission/submission-ledger.ts'
import { FOLLOWED } from '../submission/machine.ts'
import type { SubmitPartner, SubmitPartners } from '../submission/submit-partner.ts'
import type { SubmissionRow, WatchRow } from '../submission/rows.ts'
import {
  isNotReceived,
  LOOKUP_FENCE_MS,
  MISSES_APART_MS,
  nextLookMs,
  nextLookupMs,
  SENDER_LEASE_MS,
  UNASKED_MS,
} from '../submission/pace.ts'
import type { KeyRing } from '../../token/secret.ts'

interface FollowDeps {
  readonly ledger: SubmissionLedger
  readonly applications: Applications
  readonly partners: SubmitPartners
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly termsRing: KeyRing
  /** Names the follower of this process run in leases; its senders have another name. */
  readonly owner: string
}

/** Longer than one look, because leases are not renewed. */
const LEASE_MS = 30_000
/** Most concurrent reads of this process. */
const AT_ONCE = 16
/** Delay of a row whose merchant only another instance is configured for. */
const ELSEWHERE_MS = 60_000

/** Applies news to an application and logs a change of its state. */
async function applyNews(
  { ledger, log }: FollowDeps,
  row: ApplicationRow,
  number: number | null,
  news: News,
): Promise<void> {
  const applied = await ledger.apply(row.id, number, news)
  if (applied?.decision.kind !== 'moved') return
  const { state } = applied.row
  const line = { merchant: row.merchant, applicationId: row.id, state, code: news.type }
  if (state === 'in_doubt') log.error(line, 'an application may have been received; a person must check')
  else log.info(line, 'an application changed its state')
}

/** Ends a submission whose sender died; its secrets died with the sender. */
const abandon = (
  deps: FollowDeps,
  row: ApplicationRow,
  newest: SubmissionRow,
  partner: SubmitPartner | null,
): Promise<void> =>
  applyNews(
    deps,
    row,
    newest.number,
    newest.phase === 'written' ? { type: 'not_sent' } : { type: 'unknown', lookup: partner?.lookup === true },
  )

/** Looks up a submission of unknown result by its terms token. */
async function lookUp(
  deps: FollowDeps,
  row: ApplicationRow,
  watch: WatchRow,
  newest: SubmissionRow,
  partner: SubmitPartner | null,
): Promise<void> {
  const { ledger } = deps
  const sealed = newest.sealedToken
  const token = sealed === null ? null : await unseal(sealed, deps.termsRing, row.id)
  const nowMs = await ledger.now()
  if (partner === null || !partner.lookup || token === null)
    return ledger.release(watch, { nextAtMs: nowMs + UNASKED_MS })
  const end = await partner.upstream.find({ token })
  const sentAtMs = newest.sentAtMs ?? newest.createdAtMs
  if (end.kind === 'found') {
    const { appId, status, updatedAtMs: statusAtMs } = end
    return applyNews(deps, row, newest.number, { type: 'found', appId, status, statusAtMs })
  }
  const ageMs = nowMs - sentAtMs
  const pauseMs = Math.max(
    end.kind === 'fault' ? (end.retryAfterMs ?? 0) : 0,
    nextLookupMs(ageMs, randomFraction(deps.random)),
  )
  if (end.kind === 'fault') return ledger.release(watch, { nextAtMs: nowMs + pauseMs })
  // Before the fence, a "missing" proves nothing: the request may still be in transit.
  if (ageMs < LOOKUP_FENCE_MS)
    return ledger.release(watch, { nextAtMs: Math.min(nowMs + pauseMs, sentAtMs + LOOKUP_FENCE_MS) })
  const missedFirstMs = watch.missedFirstMs ?? nowMs
  const misses = watch.misses + 1
  if (isNotReceived({ sentAtMs, misses, missedFirstMs, nowMs }))
    return applyNews(deps, row, newest.number, { type: 'not_received' })
  return ledger.release(watch, {
    misses,
    missedFirstMs,
    nextAtMs: nowMs + Math.max(MISSES_APART_MS, Math.min(pauseMs, 60_000)),
  })
}

/** Reads the status of an application that the upstream has. */
async function readStatus(
  deps: FollowDeps,
  row: ApplicationRow,
  watch: WatchRow,
  partner: SubmitPartner | null,
): Promise<void> {
  const { ledger } = deps
  const nowMs = await ledger.now()
  if (partner === null || row.appId === null) return ledger.release(watch, { nextAtMs: nowMs + ELSEWHERE_MS })
  const end = await partner.upstream.find({ appId: row.appId })
  const pauseMs = nextLookMs(nowMs - watch.changedAtMs, randomFraction(deps.random))
  if (end.kind === 'found') {
    await applyNews(deps, row, null, { type: 'status', status: end.status, statusAtMs: end.updatedAtMs })
    return ledger.release(watch, { nextAtMs: pauseMs === null ? null : nowMs + pauseMs })
  }
  // A failed read delays the next one, but does not end the polling.
  const waitMs = Math.max(end.kind === 'fault' ? (end.retryAfterMs ?? 0) : 0, 30_000, pauseMs ?? UNASKED_MS)
  return ledger.release(watch, { nextAtMs: nowMs + waitMs })
}

async function look(deps: FollowDeps, watch: WatchRow): Promise<void> {
  const { applications, ledger } = deps
  const row = await applications.find(watch.applicationId)
  const newest = row === null ? null : await ledger.newest(row.id)
  if (row === null) return ledger.release(watch, { nextAtMs: null })
  const partner = deps.partners(row.merchant)
  if (row.state === 'submitting' && newest !== null) return abandon(deps, row, newest, partner)
  if (row.state === 'in_doubt' && newest !== null) return lookUp(deps, row, watch, newest, partner)
  if ((FOLLOWED as readonly string[]).includes(row.state)) return readStatus(deps, row, watch, partner)
  return ledger.release(watch, { nextAtMs: null })
}

/** Creates the loop; it does nothing before `begin`. */
export const createFollower = (deps: FollowDeps): ClaimLoop<WatchRow> =>
  new ClaimLoop({
    claim: (limit, ended) => deps.ledger.claim({ owner: deps.owner, leaseMs: LEASE_MS, limit, ended }),
    held: deps.ledger.held,
    releaseOthers: (except) => deps.ledger.releaseOthers(deps.owner, except),
    keyOf: ({ applicationId }) => applicationId,
    leaseMs: SENDER_LEASE_MS,
    room: (active) => AT_ONCE - active,
    work(rows, start) {
      for (const watch of rows) start(watch, () => look(deps, watch))
    },
    failed: (error, { applicationId }) =>
      deps.log.warn(
        { applicationId, code: faultCode(error) },
        'a due application could not be handled; retrying',
      ),
    clock: deps.clock,
    report: createOutageLog({
      name: 'applications',
      failed: 'due applications could not be read; retrying',
      works: 'due applications are read again',
      log: deps.log,
      clock: deps.clock,
    }),
  })
