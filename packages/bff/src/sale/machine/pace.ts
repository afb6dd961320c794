// Delays before the next look at a sale (sale/README.md, Read a session). Pure functions of age, load and a random number.
import { pauseAt, spread, type PaceSteps } from '../../durable/pace.ts'
import { BUDGET_PER_SECOND } from '../../upstream/transport/budget.ts'
import type { Pace } from './row.ts'
import { FOLLOWED_FOR_MS } from './states.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Interval between polls of a started sale: 1.5 s, longer when many sales share the key's budget; ± 20 %. */
export function pollDelayMs(
  openSales: number,
  stillWaiting: boolean,
  random: number,
  perSecond = BUDGET_PER_SECOND,
): number {
  const base = Math.max(1500, (openSales / perSecond) * 1000)
  return spread(stillWaiting ? 2 * base : base, 0.2, random)
}

const DOUBT_STEPS: PaceSteps = [
  [10 * MINUTE_MS, 15_000],
  [HOUR_MS, MINUTE_MS],
  [FOLLOWED_FOR_MS, 10 * MINUTE_MS],
]

/** Interval between looks at a sale in doubt, by the age of the doubt. After 72 h: once a day with an alert, forever. */
export function doubtDelay(ageMs: number): { readonly delayMs: number; readonly alert: boolean } {
  return { delayMs: pauseAt(DOUBT_STEPS, ageMs, DAY_MS), alert: ageMs >= FOLLOWED_FOR_MS }
}

/** Delay of the first look after the end: none after a person's attestation, one minute after the upstream's end. */
export const firstLookMs = (pace: Pace): number => (pace === 'close' ? 0 : MINUTE_MS)

const CLOSE_STEPS: PaceSteps = [[10 * MINUTE_MS, 15_000]]
const WIDE_STEPS: PaceSteps = [
  [10 * MINUTE_MS, MINUTE_MS],
  [HOUR_MS, 10 * MINUTE_MS],
]

/**
 * Interval between looks at an ended sale, by the age of its end; `null` = never again. After a
 * person's attestation a late approval must raise an alert within 60 s: about 5,200 reads, for few sales. After the
 * upstream's unpaid end: 86 reads, which the key's budget allows at ten thousand sales a day.
 */
export function followUpDelayMs(pace: Pace, ageMs: number): number | null {
  if (ageMs >= FOLLOWED_FOR_MS) return null
  return pace === 'close' ? pauseAt(CLOSE_STEPS, ageMs, 50_000) : pauseAt(WIDE_STEPS, ageMs, HOUR_MS)
}

/**
 * Backoff after the n-th consecutive fault: doubles from 1 s to 20 s, ± 20 %, at least `Retry-After`. With a longer delay
 * a result could be known later than 30 s after the upstream recovers.
 */
export function faultDelayMs(faults: number, retryAfterMs: number | null, random: number): number {
  const base = Math.min(20_000, 1000 * 2 ** (faults - 1))
  return Math.max(spread(base, 0.2, random), retryAfterMs ?? 0)
}

// The poll advice of D-15, which the upstream sends with every answer about a session in progress.
const USUAL_ADVICE_MS = 2_000

/**
 * Returns the delay for `Retry-After` on a successful answer. The usual advice is ignored: our own interval is as long and
 * is shared by all sales of a key. A longer advice means that the upstream is under load and is respected. On 429 and 503
 * `Retry-After` is always respected.
 */
export const advisedMs = (retryAfterMs: number | null): number =>
  retryAfterMs !== null && retryAfterMs > USUAL_ADVICE_MS ? retryAfterMs : 0
