// Rate limit of reads per upstream key: a token bucket and the upstream's Retry-After (429), shared by all sales of that
// key in this process (P82). Sales wait here, not in a queue of requests.
import type { Alarm } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import { burstOf, fullBucket, takeToken, usedShare, type Bucket } from '../../upstream/transport/budget.ts'
import { RETRY_AFTER_MAX_MS } from '../../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'

/** Budgets aggregated over all keys, without key names. */
export interface GateUsage {
  /** Sales that wait for a token. */
  readonly waiting: number
  /** Keys that a Retry-After blocks. */
  readonly blockedKeys: number
  /** Share of its burst that the busiest key has used, 0 to 1. */
  readonly busiest: number
}

/** The read budget of one upstream key, and the end of a block by its Retry-After. */
interface KeyBudget {
  bucket: Bucket
  blockedUntilMs: number
}

/** Returns the remaining block. A block above the allowed maximum means that the clock was set back. */
function blockedMs({ blockedUntilMs }: KeyBudget, nowMs: number): number {
  const waitMs = Math.max(0, blockedUntilMs - nowMs)
  return waitMs > RETRY_AFTER_MAX_MS ? 0 : waitMs
}

/** Admits reads of this process at the rate of their key. */
export class Gate {
  readonly #clock: Clock
  /** One entry per known merchant. */
  readonly #budgets = new Map<MerchantUpstream, KeyBudget>()
  #waiting = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits for a token; returns early on abort. */
  async pass(upstream: MerchantUpstream, alarm: Alarm, signal: AbortSignal): Promise<void> {
    const budget = this.#budgetOf(upstream)
    this.#waiting += 1
    try {
      while (!signal.aborted) {
        const nowMs = this.#clock.now()
        const waitMs = blockedMs(budget, nowMs)
        if (waitMs === 0) {
          const taken = takeToken(budget.bucket, nowMs, upstream.readsPerSecond)
          budget.bucket = taken.bucket
          if (taken.waitMs === 0) return
          await alarm.pause(taken.waitMs, signal)
        } else await alarm.pause(waitMs, signal)
      }
    } finally {
      this.#waiting -= 1
    }
  }

  /** Takes a token if half of the burst is left; returns the time to wait, or 0. */
  spare(upstream: MerchantUpstream): number {
    const budget = this.#budgetOf(upstream)
    const nowMs = this.#clock.now()
    const waitMs = blockedMs(budget, nowMs)
    if (waitMs > 0) return waitMs
    const { readsPerSecond } = upstream
    const taken = takeToken(budget.bucket, nowMs, readsPerSecond, burstOf(readsPerSecond) / 2)
    budget.bucket = taken.bucket
    return taken.waitMs
  }

  /** Blocks reads of this upstream for the time that it asked for. */
  block(upstream: MerchantUpstream, waitMs: number): void {
    const budget = this.#budgetOf(upstream)
    budget.blockedUntilMs = Math.max(budget.blockedUntilMs, this.#clock.now() + waitMs)
  }

  /** Drops the budget of an upstream that reads no more. */
  forget(upstream: MerchantUpstream): void {
    this.#budgets.delete(upstream)
  }

  /** Returns the current budgets, for the operator. */
  usage(): GateUsage {
    const nowMs = this.#clock.now()
    const all = [...this.#budgets]
    return {
      waiting: this.#waiting,
      blockedKeys: all.filter(([, budget]) => blockedMs(budget, nowMs) > 0).length,
      busiest: Math.max(
        0,
        ...all.map(([{ readsPerSecond }, { bucket }]) => usedShare(bucket, nowMs, readsPerSecond)),
      ),
    }
  }

  #budgetOf(upstream: MerchantUpstream): KeyBudget {
    const known = this.#budgets.get(upstream)
    if (known !== undefined) return known
    const bucket = fullBucket(this.#clock.now(), upstream.readsPerSecond)
    const budget: KeyBudget = { bucket, blockedUntilMs: 0 }
    this.#budgets.set(upstream, budget)
    return budget
  }
}
