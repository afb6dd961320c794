// A cache of one partner's plans and documents. Concurrent callers share one read (P82). An entry is fresh for a minute; while
// the upstream does not answer, plans are shown until they are ten minutes old. A key without permission is reported at once.
import type { Terms } from '@tapboard/contract'
import type { Refusal } from '../../refusal.ts'
import type { Clock, Log } from '../../ports.ts'
import type { BoardingClient, BoardingReading } from '../../upstream/boarding/client.ts'
import { fullBucket, takeToken } from '../../upstream/transport/budget.ts'
import type { UpstreamTier } from '../../upstream/boarding/tiers.ts'
import { OTHER_ENVIRONMENT, refusalFor, refuseMore } from './plan-refusals.ts'
import { tiersFor } from './tier-view.ts'

/** Time for which an entry is used without a new read. */
const FRESH_MS = 60_000
/** Maximum age of the plans that are shown while the upstream does not answer. */
const STALE_MS = 600_000
/** Minimum time between a failed read and the next one. */
const PAUSE_MS = 1_000
/** Most cached documents: every plan in some languages. The oldest are evicted first. */
const MAX_TERMS = 40
/**
 * Reads per second of one partner, with a burst of twice as many: a page that cycles through languages must not overload
 * the upstream.
 */
const READS_PER_SECOND = 5

/** The result of a read. */
type PlansRead<Value> = { readonly ok: true; readonly value: Value } | Refusal

export interface Plans {
  /** Returns the tiers of the key in this environment. */
  tiers(): Promise<PlansRead<readonly UpstreamTier[]>>
  /** Returns the documents and statements of a tier, the requested language first. */
  terms(tierName: string, locale: string): Promise<PlansRead<Terms>>
}

interface PlansDeps {
  readonly client: Pick<BoardingClient, 'getTiers' | 'getTerms'>
  readonly clock: Clock
  readonly log: Log
  readonly merchant: string
  readonly sandbox: boolean
}

interface Entry<Value> {
  readonly value: Value
  readonly atMs: number
}

/** Tokens of the rate limit that are reserved for plans, which every page needs first. */
const RESERVED_FOR_TIERS = 2
const TIERS = 'tiers'

/** Creates the cache of one partner. */
export function createPlans({ client, clock, log, merchant, sandbox }: PlansDeps): Plans {
  const known = new Map<string, Entry<unknown>>()
  const failed = new Map<string, Entry<Refusal>>()
  const running = new Map<string, Promise<PlansRead<unknown>>>()
  let bucket = fullBucket(clock.now(), READS_PER_SECOND)

  const remember = <Value>(map: Map<string, Entry<Value>>, key: string, value: Value): void => {
    map.delete(key)
    map.set(key, { value, atMs: clock.now() })
    const oldest = map.size > MAX_TERMS ? [...map.keys()].find((one) => one !== TIERS) : undefined
    if (oldest !== undefined) map.delete(oldest)
  }
  /** Returns the entry if it is younger than `ageMs`. The absolute difference covers a clock that was set back. */
  const youngerThan = <Value>(entry: Entry<Value> | undefined, ageMs: number): Entry<Value> | null =>
    entry !== undefined && Math.abs(clock.now() - entry.atMs) < ageMs ? entry : null

  const readNow = async <Value>(
    key: string,
    request: () => Promise<BoardingReading<Value>>,
  ): Promise<PlansRead<Value>> => {
    const reading = await request()
    if (reading.kind === 'found') {
      remember(known, key, reading.value)
      failed.delete(key)
      return { ok: true, value: reading.value }
    }
    const { refusal, reason } = refusalFor(reading, key === TIERS ? 'tiers' : 'terms')
    log.warn({ code: refusal.code, merchant, reason }, 'the boarding API returned no plans')
    remember(failed, key, refusal)
    return refusal
  }

  /** Returns a fresh entry, else joins or starts a read. */
  const readOnce = async <Value>(
    key: string,
    request: () => Promise<BoardingReading<Value>>,
  ): Promise<PlansRead<Value>> => {
    const fresh = youngerThan(known.get(key), FRESH_MS) as Entry<Value> | null
    if (fresh !== null) return { ok: true, value: fresh.value }
    const recentFault = youngerThan(failed.get(key), PAUSE_MS)
    if (recentFault !== null) return recentFault.value
    const joined = running.get(key) as Promise<PlansRead<Value>> | undefined
    if (joined !== undefined) return joined
    const taken = takeToken(bucket, clock.now(), READS_PER_SECOND, key === TIERS ? 0 : RESERVED_FOR_TIERS)
    bucket = taken.bucket
    if (taken.waitMs > 0) return refuseMore(taken.waitMs)
    const started = readNow(key, request).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return {
    async tiers() {
      const result = await readOnce(TIERS, () => client.getTiers())
      const old =
        result.ok || (result.code !== 'upstream-unavailable' && result.code !== 'rate-limited')
          ? null
          : (youngerThan(known.get(TIERS), STALE_MS) as Entry<readonly UpstreamTier[]> | null)
      const read = old === null ? result : { ok: true as const, value: old.value }
      if (!read.ok) return read
      const value = tiersFor(read.value, sandbox)
      return value.length === 0 && read.value.length > 0 ? OTHER_ENVIRONMENT : { ok: true, value }
    },
    async terms(tierName, locale) {
      const result = await readOnce(`terms\n${tierName}\n${locale.toLowerCase()}`, () =>
        client.getTerms(tierName, locale),
      )
      // A withdrawn tier must not stay in the cached list for another minute.
      if (!result.ok && result.code === 'invalid-application') known.delete(TIERS)
      return result
    },
  }
}
