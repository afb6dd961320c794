// Remembers the `jti` of every accepted DPoP proof until its nonce has died (RFC 9449 §11.1), so that a copied proof is
// refused here. Bounded twice: in all, and per key, so that one page cannot push out another's (INV-17).
import { NONCE_LIFE_MS } from './nonce.ts'

/** How many proofs are remembered. */
export interface ReplayLimits {
  /** In all. */
  readonly total: number
  /** Per DPoP key. */
  readonly perKey: number
}

/** The cache's verdict on a proof; answer `full` with "try later", never with "fine". */
export type ReplayVerdict = 'fresh' | 'replayed' | 'full'

/** The memory of proofs. */
export interface ReplayCache {
  /** Remembers this proof; says whether it was seen before. */
  remember(jkt: string, jti: string, nowMs: number): ReplayVerdict
  /** Proofs remembered now. */
  readonly size: number
}

/** A memory of proofs, in this process alone. */
export function createReplayCache(limits: ReplayLimits): ReplayCache {
  const seen = new Map<string, { readonly jkt: string; readonly untilMs: number }>()
  const perKey = new Map<string, number>()

  const forget = (id: string, jkt: string): void => {
    seen.delete(id)
    const left = (perKey.get(jkt) ?? 1) - 1
    if (left === 0) perKey.delete(jkt)
    else perKey.set(jkt, left)
  }
  /** All live equally long, so insertion order is the order of expiry. */
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
