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
const QUESTIONS_PER_SECOND = 5

/** The result of a read. */
export type Asked<Value> = { readonly ok: true; readonly value: Value } | Refusal

export interface Plans {
  /** Returns the tiers of the key in this environment. */
  tiers(): Promise<Asked<readonly UpstreamTier[]>>
  /** Returns the documents and statements of a tier, the requested language first. */
  terms(tierName: string, locale: string): Promise<Asked<Terms>>
}

interface PlansPorts {
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
const KEPT_FOR_TIERS = 2
const TIERS = 'tiers'

/** Creates the cache of one partner. */
export function createPlans({ client, clock, log, merchant, sandbox }: PlansPorts): Plans {
  const known = new Map<string, Entry<unknown>>()
  const failed = new Map<string, Entry<Refusal>>()
  const asking = new Map<string, Promise<Asked<unknown>>>()
  let bucket = fullBucket(clock.now(), QUESTIONS_PER_SECOND)

  const remember = <Value>(map: Map<string, Entry<Value>>, key: string, value: Value): void => {
    map.delete(key)
    map.set(key, { value, atMs: clock.now() })
    const oldest = map.size > MAX_TERMS ? [...map.keys()].find((one) => one !== TIERS) : undefined
    if (oldest !== undefined) map.delete(oldest)
  }
  /** Returns the entry if it is younger than `ageMs`. The absolute difference covers a clock that was set back. */
  const young = <Value>(entry: Entry<Value> | undefined, ageMs: number): Entry<Value> | null =>
    entry !== undefined && Math.abs(clock.now() - entry.atMs) < ageMs ? entry : null

  const askNow = async <Value>(
    key: string,
    question: () => Promise<BoardingReading<Value>>,
  ): Promise<Asked<Value>> => {
    const reading = await question()
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
  const ask = async <Value>(
    key: string,
    question: () => Promise<BoardingReading<Value>>,
  ): Promise<Asked<Value>> => {
    const fresh = young(known.get(key), FRESH_MS) as Entry<Value> | null
    if (fresh !== null) return { ok: true, value: fresh.value }
    const lately = young(failed.get(key), PAUSE_MS)
    if (lately !== null) return lately.value
    const running = asking.get(key) as Promise<Asked<Value>> | undefined
    if (running !== undefined) return running
    const taken = takeToken(bucket, clock.now(), QUESTIONS_PER_SECOND, key === TIERS ? 0 : KEPT_FOR_TIERS)
    bucket = taken.bucket
    if (taken.waitMs > 0) return refuseMore(taken.waitMs)
    const started = askNow(key, question).finally(() => asking.delete(key))
    asking.set(key, started)
    return started
  }

  return {
    async tiers() {
      const asked = await ask(TIERS, () => client.getTiers())
      const old =
        asked.ok || (asked.code !== 'upstream-unavailable' && asked.code !== 'rate-limited')
          ? null
          : (young(known.get(TIERS), STALE_MS) as Entry<readonly UpstreamTier[]> | null)
      const read = old === null ? asked : { ok: true as const, value: old.value }
      if (!read.ok) return read
      const value = tiersFor(read.value, sandbox)
      return value.length === 0 && read.value.length > 0 ? OTHER_ENVIRONMENT : { ok: true, value }
    },
    async terms(tierName, locale) {
      const asked = await ask(`terms\n${tierName}\n${locale.toLowerCase()}`, () =>
        client.getTerms(tierName, locale),
      )
      // A withdrawn tier must not stay in the cached list for another minute.
      if (!asked.ok && asked.code === 'invalid-application') known.delete(TIERS)
      return asked
    },
  }
}
