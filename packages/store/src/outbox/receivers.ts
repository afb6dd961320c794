/**
 * The receivers of an outbox in this process: running attempts, failures in a row, and the pause of a failing
 * receiver.
 */
import type { Timer } from '../shared-types.ts'
import { coolDownMs, postponeMs } from './schedule.ts'

export interface Receiver {
  readonly name: string
  /** Attempts at it that run now. */
  active: number
  /** Those of them that take long. */
  slow: number
  /** Its failures in a row. */
  failures: number
  /** End of its pause, by the clock of the process. */
  untilMs: number
}

interface ReceiversConfig {
  readonly clock: Timer
  /** A number in [0, 1). */
  readonly random: () => number
  readonly concurrency: number
  /** Delay of a row whose receiver is busy. */
  readonly busyMs: number
}

/** Keeps the receivers that have running attempts or failed. */
export class Receivers {
  readonly #config: ReceiversConfig
  readonly #known = new Map<string, Receiver>()

  constructor(config: ReceiversConfig) {
    this.#config = config
  }

  /** The time of the next attempt for a row whose receiver is paused or busy; `null`: deliver now. */
  postponedUntilMs(name: string, nowMs: number): number | null {
    const { clock, random, concurrency, busyMs } = this.#config
    const { active, slow, failures, untilMs } = this.#of(name)
    const coolMs = untilMs - clock.now()
    if (coolMs > 0) return nowMs + coolMs + postponeMs(failures, random())
    // A failing receiver gets one row at a time; its other rows are postponed until that attempt ends.
    if (failures > 0 && active > 0) return nowMs + busyMs + postponeMs(failures, random())
    // A receiver that hangs gets no further row until it answers or times out. Spread, so that another process may claim the row.
    if (slow > 0) return nowMs + busyMs + postponeMs(failures, random())
    return active < concurrency ? null : nowMs + busyMs
  }

  /** Counts an attempt that begins. */
  begin(name: string): Receiver {
    const receiver = this.#of(name)
    receiver.active += 1
    return receiver
  }

  /** Ends the pause after a success. */
  succeeded(receiver: Receiver): void {
    receiver.failures = 0
    receiver.untilMs = 0
    if (receiver.active === 0) this.#known.delete(receiver.name)
  }

  /** Pauses a receiver after a failure. */
  failed(receiver: Receiver): void {
    receiver.failures += 1
    receiver.untilMs = this.#config.clock.now() + coolDownMs(receiver.failures)
  }

  #of(name: string): Receiver {
    const known = this.#known.get(name) ?? { name, active: 0, slow: 0, failures: 0, untilMs: 0 }
    this.#known.set(name, known)
    return known
  }
}
