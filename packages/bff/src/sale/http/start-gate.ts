// Rate limits of starts per device (P28). A retry with a key that passed recently has a separate, wider limit, so that a
// page can retry after a lost response (P1).
import { createRateLimiter, type Rate } from '../../http/rate-limit.ts'
import { refuse, type Refusal } from '../../refusal.ts'

/** Maximum number of remembered keys. A retry with an evicted key counts as a new start. */
const MAX_KEYS = 10_000

/** Admits a start or refuses it with a Retry-After. */
export interface StartGate {
  pass(
    device: string,
    key: string,
    nowMs: number,
  ): { readonly ok: true; readonly headers: Readonly<Record<string, string>> } | Refusal
}

/** Limits of starts and of repeated starts, per device. */
interface StartLimits {
  readonly start: Rate
  readonly repeat: Rate
}

/** Creates a gate that has admitted no key yet. */
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
