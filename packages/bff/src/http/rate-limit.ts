// Token buckets in this process (P28): pure arithmetic on the time passed in, a bounded number of buckets, and the
// headers that tell the caller (draft-ietf-httpapi-ratelimit-headers).

/** A number of requests per window. */
export interface Rate {
  readonly count: number
  readonly windowSeconds: number
}

/** Maximum number of buckets. The least recently used is evicted first, which can only refill it. */
const MAX_BUCKETS = 10_000

interface Bucket {
  tokens: number
  atMs: number
}

/** The result of taking one token. */
interface RateVerdict {
  readonly allowed: boolean
  /** Seconds until the next token; 0 if allowed. */
  readonly retryAfterSeconds: number
  /** The headers `RateLimit` and `RateLimit-Policy` of the answer. */
  readonly headers: Readonly<Record<string, string>>
}

export interface RateLimiter {
  /** Takes one token of `key`. */
  take(key: string, nowMs: number): RateVerdict
  /** Returns the token of a `take` whose work was not done. */
  giveBack(key: string): void
  readonly size: number
}

/** A policy with its buckets; the headers carry `name`. */
export function createRateLimiter(name: string, rate: Rate): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const perMs = rate.count / (rate.windowSeconds * 1000)

  const refill = (key: string, nowMs: number): Bucket => {
    const old = buckets.get(key)
    buckets.delete(key)
    if (old === undefined) return { tokens: rate.count, atMs: nowMs }
    const tokens = Math.min(rate.count, old.tokens + Math.max(0, nowMs - old.atMs) * perMs)
    return { tokens, atMs: nowMs }
  }

  return {
    take(key, nowMs) {
      const bucket = refill(key, nowMs)
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      buckets.set(key, bucket)
      const oldest = buckets.size > MAX_BUCKETS ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      const waitMs = allowed ? 0 : (1 - bucket.tokens) / perMs
      const fullSeconds = Math.ceil((rate.count - bucket.tokens) / perMs / 1000)
      return {
        allowed,
        retryAfterSeconds: Math.ceil(waitMs / 1000),
        headers: {
          'ratelimit-policy': `"${name}";q=${rate.count};w=${rate.windowSeconds}`,
          ratelimit: `"${name}";r=${Math.floor(bucket.tokens)};t=${fullSeconds}`,
        },
      }
    },
    giveBack(key) {
      const bucket = buckets.get(key)
      if (bucket !== undefined) bucket.tokens = Math.min(rate.count, bucket.tokens + 1)
    },
    get size() {
      return buckets.size
    },
  }
}
