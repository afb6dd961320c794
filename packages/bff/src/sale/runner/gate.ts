// Rate limit of reads per upstream key: a token bucket and the upstream's Retry-After (429), shared by all sales of that
// key in this process (P82). Sales wait here, not in a queue of requests.
import type { Alarm } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import { burstOf, fullBucket, takeToken, usedShare, type Bucket } from '../../upstream/transport/budget.ts'
import { RETRY_AFTER_MAX_MS } from '../../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'

/** Admits reads at the rate of their key. */
export interface Gate {
  /** Waits for a token; returns early on abort. */
  pass(upstream: MerchantUpstream, alarm: Alarm, signal: AbortSignal): Promise<void>
  /** Takes a token if half of the burst is left; returns the time to wait, or 0. */
  spare(upstream: MerchantUpstream): number
  /** Blocks reads of this upstream for the time that it asked for. */
  block(upstream: MerchantUpstream, waitMs: number): void
  /** Returns the current budgets, for the operator. */
  usage(): GateUsage
}

/** Budgets aggregated over all keys, without key names. */
export interface GateUsage {
  /** Sales that wait for a token. */
  readonly waiting: number
  /** Keys that a Retry-After blocks. */
  readonly blockedKeys: number
  /** Share of its burst that the busiest key has used, 0 to 1. */
  readonly busiest: number
}

interface Pace {
  bucket: Bucket
  blockedUntilMs: number
}

/** Creates the gate for all upstreams of this process. */
export function createGate(clock: Clock): Gate {
  // One entry per configured merchant.
  const paces = new Map<MerchantUpstream, Pace>()
  let waiting = 0
  const paceOf = (upstream: MerchantUpstream): Pace => {
    const known = paces.get(upstream)
    if (known !== undefined) return known
    const pace: Pace = { bucket: fullBucket(clock.now(), upstream.readsPerSecond), blockedUntilMs: 0 }
    paces.set(upstream, pace)
    return pace
  }
  /** Returns the remaining block. A block above the allowed maximum means that the clock was set back. */
  const blockedMs = ({ blockedUntilMs }: Pace, nowMs: number): number => {
    const waitMs = Math.max(0, blockedUntilMs - nowMs)
    return waitMs > RETRY_AFTER_MAX_MS ? 0 : waitMs
  }
  return {
    async pass(upstream, alarm, signal) {
      const pace = paceOf(upstream)
      waiting += 1
      try {
        while (!signal.aborted) {
          const nowMs = clock.now()
          const waitMs = blockedMs(pace, nowMs)
          if (waitMs === 0) {
            const taken = takeToken(pace.bucket, nowMs, upstream.readsPerSecond)
            pace.bucket = taken.bucket
            if (taken.waitMs === 0) return
            await alarm.pause(taken.waitMs, signal)
          } else await alarm.pause(waitMs, signal)
        }
      } finally {
        waiting -= 1
      }
    },
    usage() {
      const nowMs = clock.now()
      const all = [...paces]
      return {
        waiting,
        blockedKeys: all.filter(([, pace]) => blockedMs(pace, nowMs) > 0).length,
        busiest: Math.max(
          0,
          ...all.map(([{ readsPerSecond }, { bucket }]) => usedShare(bucket, nowMs, readsPerSecond)),
        ),
      }
    },
    spare(upstream) {
      const pace = paceOf(upstream)
      const nowMs = clock.now()
      const waitMs = blockedMs(pace, nowMs)
      if (waitMs > 0) return waitMs
      const { readsPerSecond } = upstream
      const taken = takeToken(pace.bucket, nowMs, readsPerSecond, burstOf(readsPerSecond) / 2)
      pace.bucket = taken.bucket
      return taken.waitMs
    },
    block(upstream, waitMs) {
      const pace = paceOf(upstream)
      pace.blockedUntilMs = Math.max(pace.blockedUntilMs, clock.now() + waitMs)
    },
  }
}
