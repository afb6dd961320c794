// Remembers the `jti` of every accepted DPoP proof until its nonce has expired (RFC 9449 §11.1), so that a copied proof is
// rejected. Limited in total and per key, so that one page cannot fill the cache for others (INV-17).
import { NONCE_LIFE_MS } from './nonce.ts'

interface ReplayLimits {
  /** Proofs of all keys. */
  readonly total: number
  /** Proofs of one DPoP key. */
  readonly perKey: number
}

/** Result for a proof. On `full` the request must be rejected, because a replay can no longer be detected. */
type ReplayVerdict = 'fresh' | 'replayed' | 'full'

export interface ReplayCache {
  /** Remembers a proof and returns whether it was seen before. */
  remember(jkt: string, jti: string, nowMs: number): ReplayVerdict
  readonly size: number
}

/** Creates a replay cache in the memory of this process. */
export function createReplayCache(limits: ReplayLimits): ReplayCache {
  const seen = new Map<string, { readonly jkt: string; readonly untilMs: number }>()
  const perKey = new Map<string, number>()

  const forget = (id: string, jkt: string): void => {
    seen.delete(id)
    const left = (perKey.get(jkt) ?? 1) - 1
    if (left === 0) perKey.delete(jkt)
    else perKey.set(jkt, left)
  }
  /** All entries live equally long, so insertion order is the order of expiry. */
  const sweep = (nowMs: number): void => {
    for (const [id, entry] of seen) {
      if (entry.untilMs > nowMs) return
      forget(id, entry.jkt)
    }
  }

  return {
    remember(jkt, jti, nowMs) {
      sweep(nowMs)
      const id = `${jkt}:${jti}`
      if (seen.has(id)) return 'replayed'
      const count = perKey.get(jkt) ?? 0
      if (seen.size >= limits.total || count >= limits.perKey) return 'full'
      seen.set(id, { jkt, untilMs: nowMs + NONCE_LIFE_MS })
      perKey.set(jkt, count + 1)
      return 'fresh'
    },
    get size() {
      return seen.size
    },
  }
}
