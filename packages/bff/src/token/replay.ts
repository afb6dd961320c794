// Remembers the `jti` of every accepted DPoP proof until its nonce has expired (RFC 9449 §11.1), so that a copied proof is
// rejected. Limited in total, per merchant and per key, so that one page or merchant cannot fill the cache for others (INV-17).
import { NONCE_LIFE_MS } from './nonce.ts'
import { createShares, type ShareLimits, type ShareOwner } from './shares.ts'

/** Result for a proof. On `full` the request must be rejected, because a replay can no longer be detected. */
type ReplayVerdict = 'fresh' | 'replayed' | 'full'

export interface ReplayCache {
  /** Remembers a proof of a DPoP key and returns whether it was seen before. */
  remember(owner: ShareOwner, jti: string, nowMs: number): ReplayVerdict
  readonly size: number
}

/** Creates a replay cache in the memory of this process. */
export function createReplayCache(limits: ShareLimits): ReplayCache {
  const shares = createShares(limits)
  const seen = new Map<string, { readonly owner: ShareOwner; readonly untilMs: number }>()

  /** All entries live equally long, so insertion order is the order of expiry. */
  const sweep = (nowMs: number): void => {
    for (const [id, { owner, untilMs }] of seen) {
      if (untilMs > nowMs) return
      seen.delete(id)
      shares.giveBack(owner)
    }
  }

  return {
    remember(owner, jti, nowMs) {
      sweep(nowMs)
      const id = `${owner.key}:${jti}`
      if (seen.has(id)) return 'replayed'
      if (shares.take(owner) !== null) return 'full'
      seen.set(id, { owner, untilMs: nowMs + NONCE_LIFE_MS })
      return 'fresh'
    },
    get size() {
      return seen.size
    },
  }
}
