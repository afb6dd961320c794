// Rate limit of one upstream key: a token bucket (default 20 per second, burst 40). Pure state with the time as a parameter;
// a denied caller gets the delay until its next try.

export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

/** Default reads per second of one key. */
export const BUDGET_PER_SECOND = 20

/** Size of the burst: the reads of two seconds. */
export const burstOf = (perSecond = BUDGET_PER_SECOND): number => 2 * perSecond

export const fullBucket = (nowMs: number, perSecond = BUDGET_PER_SECOND): Bucket => ({
  tokens: burstOf(perSecond),
  atMs: nowMs,
})

/** Takes one token if `reserve` others remain, or returns the time to wait. */
export function takeToken(
  bucket: Bucket,
  nowMs: number,
  perSecond = BUDGET_PER_SECOND,
  reserve = 0,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(burstOf(perSecond), bucket.tokens + (elapsedMs * perSecond) / 1000)
  if (tokens >= 1 + reserve) return { bucket: { tokens: tokens - 1, atMs: nowMs }, waitMs: 0 }
  return { bucket: { tokens, atMs: nowMs }, waitMs: Math.ceil(((1 + reserve - tokens) * 1000) / perSecond) }
}

/** Used share of the burst, from 0 (full bucket) to 1 (empty bucket). */
export function usedShare(bucket: Bucket, nowMs: number, perSecond = BUDGET_PER_SECOND): number {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(burstOf(perSecond), bucket.tokens + (elapsedMs * perSecond) / 1000)
  return 1 - tokens / burstOf(perSecond)
}
