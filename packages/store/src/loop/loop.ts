// Repeats work that must not stop: a failed round is reported and repeated. After several failures the loop counts as failing, so that
// its process can accept no new work (D-98).
import { faultCode, type FaultCode } from '../errors.ts'
import type { Timer } from '../shared-types.ts'
import { createAlarm, type Alarm } from './alarm.ts'

/** A loop counts as failing after this many failures in a row. */
const FAILURES_MAX = 3

/** A loop also counts as failing after this time without a success, even if a round does not end. */
const FAILING_MS = 5_000

/** Receives the results of the rounds. */
export interface LoopReport {
  /** A round succeeded; failures before it no longer count. */
  works(): void
  /** A round failed with this error; it is repeated. */
  failed(code: FaultCode, error: unknown): void
  /** A failure made the loop count as failing; called once until a round succeeds. */
  failing?(): void
}

/** The work of a loop. */
export interface LoopConfig {
  /** One round; calls `progress` after each part that succeeded. `signal` aborts when the loop stops. */
  work(progress: () => void, signal: AbortSignal): Promise<void>
  /** The pause before the first round. Default: none. */
  readonly firstMs?: number
  /** The pause after a round; a function is called after each round. */
  readonly everyMs: number | (() => number)
  /** The pause after a failed round. Default: `everyMs`. */
  readonly retryMs?: number
  readonly clock: Timer
  readonly report: LoopReport
}

/** Repeats rounds from `begin` to `stop`. */
export class Loop {
  readonly #config: LoopConfig
  readonly #alarm: Alarm
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #failures = 0
  /** The time since which no round has succeeded; `null` between successful rounds. */
  #sinceMs: number | null = null
  #isReported = false

  constructor(config: LoopConfig) {
    this.#config = config
    this.#alarm = createAlarm(config.clock)
  }

  /** Starts the first round now, or after the first pause; resolves when it has ended, or when the loop stops before it. */
  async begin(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { firstMs } = this.#config
    const first = firstMs === undefined ? this.round() : this.#roundAfter(firstMs)
    this.#running = this.#run(first)
    await first
  }

  /** Starts the next round now. */
  wake(): void {
    this.#alarm.wake()
  }

  /** Starts no further round and waits for the present one. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#running
  }

  /** Runs one round; never rejects. Returns whether it succeeded. */
  async round(): Promise<boolean> {
    const { clock, report } = this.#config
    this.#sinceMs ??= clock.now()
    try {
      await this.#config.work(() => {
        this.#sinceMs = clock.now()
      }, this.#stopping.signal)
      this.#failures = 0
      this.#sinceMs = null
      this.#isReported = false
      report.works()
      return true
    } catch (error) {
      this.#failures += 1
      report.failed(faultCode(error), error)
      if (!this.#isReported && this.failing()) {
        this.#isReported = true
        report.failing?.()
      }
      return false
    }
  }

  /** Returns true if the loop fails repeatedly, or if a round does not end. */
  failing(): boolean {
    const sinceMs = this.#sinceMs
    return (
      this.#failures >= FAILURES_MAX || (sinceMs !== null && this.#config.clock.now() - sinceMs >= FAILING_MS)
    )
  }

  /** Runs one round after a pause, unless the loop stops. */
  async #roundAfter(delayMs: number): Promise<boolean> {
    const { signal } = this.#stopping
    await this.#alarm.pause(delayMs, signal)
    return !signal.aborted && this.round()
  }

  async #run(first: Promise<boolean>): Promise<void> {
    const { everyMs, retryMs = everyMs } = this.#config
    const { signal } = this.#stopping
    for (let round = first; ; round = this.round()) {
      const delayMs = (await round) ? everyMs : retryMs
      await this.#alarm.pause(typeof delayMs === 'number' ? delayMs : delayMs(), signal)
      if (signal.aborted) return
    }
  }
}
