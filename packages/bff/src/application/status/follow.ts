// Looks after applications that nobody is sending: whose sender is gone, whose end is not known, whose status may have changed.
// Leases share the work among instances; what was learned, the ledger writes down. It never submits anything.
import { createAlarm, isStoreUnavailable, randomFraction, type Alarm } from '@tapboard/store'
import type { Clock, Log, Random } from '../../ports.ts'
import { unseal } from '../../token/seal.ts'
import type { Applications } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import type { News } from '../submission/consequences.ts'
import type { SubmissionLedger } from '../submission/ledger.ts'
import { FOLLOWED } from '../submission/machine.ts'
import type { SubmitPartner, SubmitPartners } from '../submission/partner.ts'
import type { SubmissionRow, WatchRow } from '../submission/rows.ts'
import {
  isNotReceived,
  LOOKUP_FENCE_MS,
  MISSES_APART_MS,
  nextLookMs,
  nextLookupMs,
  UNASKED_MS,
} from '../submission/pace.ts'

/** What following needs. */
export interface FollowPorts {
  readonly ledger: SubmissionLedger
  readonly applications: Applications
  readonly partners: SubmitPartners
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly termsKey: Uint8Array
  /** Names this process run in leases. */
  readonly owner: string
}

/** Follows until drained. */
export interface Follower {
  begin(): void
  /** Something is to be looked at: look now. */
  wake(): void
  drain(): Promise<void>
}

const TICK_MS = 1_000
/** Longer than a look: a lease is not renewed. */
const LEASE_MS = 30_000
/** Looks at once in this process (INV-17). */
const AT_ONCE = 16
/** A merchant of another instance's configuration is left for it. */
const ELSEWHERE_MS = 60_000

/** Makes a follower; nothing happens before `begin`. */
export function createFollower(ports: FollowPorts): Follower {
  const { applications, clock, ledger, log, owner } = ports
  const over = new AbortController()
  const tick: Alarm = createAlarm(clock)
  let loop: Promise<void> = Promise.resolve()
  const random = (): number => randomFraction(ports.random)

  const tell = async (row: ApplicationRow, number: number | null, news: News): Promise<void> => {
    const applied = await ledger.apply(row.id, number, news)
    if (applied?.decision.kind !== 'moved') return
    const { state } = applied.row
    const line = { merchant: row.merchant, applicationId: row.id, state, code: news.type }
    if (state === 'in_doubt') log.error(line, 'an application may have been received; a person must look')
    else log.info(line, 'an application has moved')
  }

  /** Whoever was sending it is gone, and the secrets with it. */
  const abandoned = (row: ApplicationRow, newest: SubmissionRow, partner: SubmitPartner | null) =>
    tell(
      row,
      newest.number,
      newest.phase === 'written'
        ? { type: 'not_sent' }
        : { type: 'unknown', lookup: partner?.lookup === true },
    )

  const lookUp = async (
    row: ApplicationRow,
    watch: WatchRow,
    newest: SubmissionRow,
    partner: SubmitPartner | null,
  ): Promise<void> => {
    const sealed = newest.sealed_token
    const token = sealed === null ? null : await unseal(sealed, ports.termsKey, row.id)
    const nowMs = await ledger.now()
    if (partner === null || !partner.lookup || token === null)
      return ledger.release(watch, { next_at_ms: nowMs + UNASKED_MS })
    const end = await partner.upstream.find({ token })
    const sentAtMs = newest.sent_at_ms ?? newest.created_at_ms
    if (end.kind === 'found') {
      const { appId, status, updatedAtMs: statusAtMs } = end
      return tell(row, newest.number, { type: 'found', appId, status, statusAtMs })
    }
    const ageMs = nowMs - sentAtMs
    const pauseMs = Math.max(
      end.kind === 'fault' ? (end.retryAfterMs ?? 0) : 0,
      nextLookupMs(ageMs, random()),
    )
    if (end.kind === 'fault') return ledger.release(watch, { next_at_ms: nowMs + pauseMs })
    // Before the fence "there is none" says nothing, however often.
    if (ageMs < LOOKUP_FENCE_MS)
      return ledger.release(watch, { next_at_ms: Math.min(nowMs + pauseMs, sentAtMs + LOOKUP_FENCE_MS) })
    const missedFirstMs = watch.missed_first_ms ?? nowMs
    const misses = watch.misses + 1
    if (isNotReceived({ sentAtMs, misses, missedFirstMs, nowMs }))
      return tell(row, newest.number, { type: 'not_received' })
    return ledger.release(watch, {
      misses,
      missed_first_ms: missedFirstMs,
      next_at_ms: nowMs + Math.max(MISSES_APART_MS, Math.min(pauseMs, 60_000)),
    })
  }

  const follow = async (
    row: ApplicationRow,
    watch: WatchRow,
    partner: SubmitPartner | null,
  ): Promise<void> => {
    const nowMs = await ledger.now()
    if (partner === null || row.app_id === null)
      return ledger.release(watch, { next_at_ms: nowMs + ELSEWHERE_MS })
    const end = await partner.upstream.find({ appId: row.app_id })
    const pauseMs = nextLookMs(nowMs - watch.changed_at_ms, random())
    if (end.kind === 'found') {
      await tell(row, null, { type: 'status', status: end.status, statusAtMs: end.updatedAtMs })
      return ledger.release(watch, { next_at_ms: pauseMs === null ? null : nowMs + pauseMs })
    }
    // Asked in vain: less often, as if it were older, but never given up for it.
    const waitMs = Math.max(end.kind === 'fault' ? (end.retryAfterMs ?? 0) : 0, 30_000, pauseMs ?? UNASKED_MS)
    return ledger.release(watch, { next_at_ms: nowMs + waitMs })
  }

  const look = async (watch: WatchRow): Promise<void> => {
    const row = await applications.find(watch.application_id)
    const newest = row === null ? null : await ledger.newest(row.id)
    if (row === null) return ledger.release(watch, { next_at_ms: null })
    const partner = ports.partners(row.merchant)
    if (row.state === 'submitting' && newest !== null) return abandoned(row, newest, partner)
    if (row.state === 'in_doubt' && newest !== null) return lookUp(row, watch, newest, partner)
    if ((FOLLOWED as readonly string[]).includes(row.state)) return follow(row, watch, partner)
    return ledger.release(watch, { next_at_ms: null })
  }

  const sweep = async (): Promise<void> => {
    const due = await ledger.claim(owner, LEASE_MS, AT_ONCE)
    const looked = await Promise.allSettled(due.map(look))
    for (const [index, one] of looked.entries()) {
      if (one.status === 'fulfilled') continue
      // The lease runs out and it is looked at again.
      const code = isStoreUnavailable(one.reason) ? 'store-unavailable' : 'fault'
      const applicationId = due[index]?.application_id ?? ''
      log.warn({ applicationId, code }, 'an application could not be looked after; trying again')
    }
    if (due.length === AT_ONCE) tick.wake()
  }

  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        await sweep()
      } catch (error) {
        const code = isStoreUnavailable(error) ? 'store-unavailable' : 'fault'
        log.warn({ code }, 'applications could not be looked after; trying again')
      }
      await tick.pause(TICK_MS, over.signal)
    }
  }

  return {
    begin() {
      loop = run()
    },
    wake: () => tick.wake(),
    async drain() {
      over.abort()
      await loop
    },
  }
}
