// Repeats a failed read until it succeeds, with exponential backoff, full jitter and `Retry-After`. It retries at once when the
// page comes on line, is restored or becomes visible. It does not retry if the page is set up wrongly (D-106).
import type { Answer, Answered, Refusal } from './fault.ts'
import { isSetup } from './mistakes.ts'
import { pause } from './wake.ts'

/** Longest pause after the first failure; it doubles with each further one. */
const FIRST_MS = 500
/** Longest pause without a `Retry-After`. */
const MOST_MS = 15_000
/** Limit of a `Retry-After`: timers of a browser overflow at 24 days. */
const LONGEST_MS = 3_600_000

/** Milliseconds until the next try after `failures` failures in a row. */
export const restMs = (failures: number, { retryAfterMs }: Refusal, random: () => number): number =>
  retryAfterMs + random() * Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1))

/** Milliseconds of a `Retry-After` in seconds or as a date; 0 for any other value. */
export function retryAfterMs(value: unknown, nowMs: number): number {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Math.min(Math.max(ms || 0, 0), LONGEST_MS)
}

interface RetryPorts {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** 0 ≤ n < 1. */
  readonly random: () => number
  /** Resolves after `ms`, on abort, or when the visibility or the connection of the page changes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** One repeated read of one element. */
export class Retry {
  /** Time of the next try on the clock of `now`; `null` while none is planned. */
  atMs: number | null = null
  #failures = 0
  readonly #ports: RetryPorts

  constructor(ports: RetryPorts) {
    this.#ports = ports
  }

  /**
   * Asks until it gets an answer, and reports each refusal. Returns `null` if a retry is pointless, or after an abort. A call
   * on behalf of a person asks at once and keeps the backoff of the earlier failures.
   */
  async until<T>(
    ask: () => Promise<Answer<T>>,
    refused: (refusal: Refusal) => void,
    signal: AbortSignal,
  ): Promise<Answered<T> | null> {
    const { now, random, pause } = this.#ports
    for (;;) {
      this.atMs = null
      const answer = await ask()
      if (signal.aborted) return null
      if (answer.ok) {
        this.#failures = 0
        return answer
      }
      const again = !isSetup(answer.code)
      // Set this before the report: the render shows the time of the next try.
      if (again) this.atMs = now() + restMs((this.#failures += 1), answer, random)
      refused(answer)
      if (!again) return null
      // A change of visibility ends a pause, but not one that the server requested.
      const untilMs = now() + answer.retryAfterMs
      do await pause(Math.max(this.atMs! - now(), 0), signal)
      while (!signal.aborted && now() < untilMs)
      if (signal.aborted) return null
    }
  }
}

/** 0 ≤ n < 1. */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/** A retry on the clock of the page. */
export const pageRetry = (): Retry => new Retry({ now: () => performance.now(), random, pause })

/** Whole seconds until the next try, for a countdown; 0 while a request is out. */
export const secondsTo = ({ atMs }: Retry, nowMs: number): number =>
  atMs === null ? 0 : Math.max(1, Math.ceil((atMs - nowMs) / 1000))
