// Rate limit of one upstream key: a token bucket (20 a second, burst 40). Pure state with the time as a parameter; a
// denied caller gets the wait and tries again.

/** State of a bucket. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

/** Reads a second that one key may make. */
export const BUDGET_PER_SECOND = 20

/** Reads that may come at once: those of two seconds (40). */
export const burstOf = (perSecond = BUDGET_PER_SECOND): number => 2 * perSecond

/** A full bucket. */
export const fullBucket = (nowMs: number, perSecond = BUDGET_PER_SECOND): Bucket => ({
  tokens: burstOf(perSecond),
  atMs: nowMs,
})

/** Takes one token and leaves `reserve` for others, or says how long to wait for the next. */
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

/** Share of the burst that is used up, 0 (rested) to 1 (the next read waits). */
export function usedShare(bucket: Bucket, nowMs: number, perSecond = BUDGET_PER_SECOND): number {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(burstOf(perSecond), bucket.tokens + (elapsedMs * perSecond) / 1000)
  return 1 - tokens / burstOf(perSecond)
}
