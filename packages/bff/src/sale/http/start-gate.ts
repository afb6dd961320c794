// How often a device may be asked to start a sale (P28). A repeat with a key that has just passed is no new sale: it has
// a wider limit of its own, so that a page which asks again after a lost answer is never turned away (P1).
import { createRateLimiter, type Rate } from '../../http/rate-limit.ts'
import { refuse, type Refusal } from '../../refusal.ts'

/** Keys that are remembered as passed; an older one counts as new again, no worse than that. */
const MAX_KEYS = 10_000

/** Lets a start through, or says when to come back. */
export interface StartGate {
  pass(
    device: string,
    key: string,
    nowMs: number,
  ): { readonly ok: true; readonly headers: Readonly<Record<string, string>> } | Refusal
}

/** Limits of starts and of repeated starts, per device. */
export interface StartLimits {
  readonly start: Rate
  readonly repeat: Rate
}

/** A gate with the configured limits. */
export function createStartGate(limits: StartLimits): StartGate {
  const starts = createRateLimiter('start', limits.start)
  const repeats = createRateLimiter('repeat', limits.repeat)
  const passed = new Set<string>()
  return {
    pass(device, key, nowMs) {
      const id = `${device}\n${key}`
      const known = passed.has(id)
      const { allowed, retryAfterSeconds, headers } = (known ? repeats : starts).take(device, nowMs)
      if (!allowed) {
        const detail = 'This terminal was asked very often; wait and try again with the same Idempotency-Key.'
        return refuse('rate-limited', detail, { retryAfterSeconds, headers })
      }
      if (!known) passed.add(id)
      const oldest = passed.size > MAX_KEYS ? passed.values().next().value : undefined
      if (oldest !== undefined) passed.delete(oldest)
      return { ok: true, headers }
    },
  }
}
