// Rate limits of starts (P28): requests of a page, and new sales of a page and of a device. The ledger asks `pass` after the
// replay and the order lock, so a page with an open sale cannot use the tokens of other lanes. A retry with a key
// that passed recently uses no token of its page, so that it can retry after a lost response (P1).
import type { CallingPage } from '../../http/call.ts'
import { createRateLimiter, type Rate } from '../../http/rate-limit.ts'
import { refuse, type Refusal } from '../../refusal.ts'

/** Maximum number of remembered keys. A retry with an evicted key counts as a new start. */
const MAX_KEYS = 10_000

/** A start that the gate lets pass. */
interface Passed {
  readonly ok: true
  readonly headers: Readonly<Record<string, string>>
  /** Returns the device's token, because no sale was created. */
  giveBack(): void
}

/** Admits requests and starts, or refuses them with a Retry-After. */
export interface StartGate {
  /** Counts a request of a page, before anything is read. */
  request(page: CallingPage, nowMs: number): Refusal | null
  /** Counts a start that nothing in the ledger blocks. */
  pass(page: CallingPage, deviceId: string, key: string, nowMs: number): Passed | Refusal
}

/** Limits of new sales, per device and per page, and of all start requests of a page. */
interface StartLimits {
  readonly start: Rate
  readonly repeat: Rate
}

const AGAIN = 'wait and try again with the same Idempotency-Key.'

/** Creates a gate that has admitted no key yet. */
export function createStartGate({ start, repeat }: StartLimits): StartGate {
  const requests = createRateLimiter('repeat', repeat)
  const ofPages = createRateLimiter('start', start)
  const ofDevices = createRateLimiter('start', start)
  const passed = new Set<string>()
  const remember = (id: string): void => {
    passed.add(id)
    const oldest = passed.size > MAX_KEYS ? passed.values().next().value : undefined
    if (oldest !== undefined) passed.delete(oldest)
  }
  return {
    request({ merchant, key }, nowMs) {
      const { allowed, ...limit } = requests.take(`${merchant}\n${key}`, nowMs)
      return allowed ? null : refuse('rate-limited', `This page sent very many starts; ${AGAIN}`, limit)
    },
    pass({ merchant, key: pageKey }, deviceId, key, nowMs) {
      const page = `${merchant}\n${pageKey}`
      const device = `${merchant}\n${deviceId}`
      const id = `${page}\n${deviceId}\n${key}`
      const known = passed.has(id)
      if (!known) {
        const { allowed, ...limit } = ofPages.take(page, nowMs)
        if (!allowed) return refuse('rate-limited', `This page started very many sales; ${AGAIN}`, limit)
      }
      const { allowed, ...limit } = ofDevices.take(device, nowMs)
      if (!allowed) {
        if (!known) ofPages.giveBack(page)
        return refuse('rate-limited', `This terminal was asked very often; ${AGAIN}`, limit)
      }
      remember(id)
      return { ok: true, headers: limit.headers, giveBack: () => ofDevices.giveBack(device) }
    },
  }
}
