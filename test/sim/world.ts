// Time in a simulation: one shared clock and its timers. Between two timers every pending microtask runs; then the clock
// jumps to the next timer. The first broken promise ends the run.

interface Timer {
  readonly atMs: number
  readonly order: number
  callback: (() => void) | null
}

const before = (one: Timer, other: Timer): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)

/** When every simulation begins, ms since 1970. */
const BEGIN_MS = Date.UTC(2026, 0, 31, 10, 15)

/** The clock and what went wrong. */
export class World {
  /** Sorted; the next one is the last. */
  readonly #timers: Timer[] = []
  #order = 0
  #nowMs = BEGIN_MS
  /** The first broken promise, with the number of its invariant. */
  violation: string | null = null
  /** Calls back when all work has run that waits for no timer. After a `setImmediate` every pending microtask has run. */
  settle: (callback: () => void) => unknown = setImmediate
  /** The lines of the trace; `null` when no trace is kept. */
  readonly lines: string[] | null

  constructor(traced: boolean) {
    this.lines = traced ? [] : null
  }

  /** True time, ms since 1970. */
  now(): number {
    return this.#nowMs
  }

  get sinceMs(): number {
    return this.#nowMs - BEGIN_MS
  }

  /** Calls back once; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void {
    this.#order += 1
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, Math.ceil(delayMs)), order: this.#order, callback }
    this.#push(timer)
    return () => void (timer.callback = null)
  }

  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve))
  }

  /** Says that a promise is broken; the first one counts. */
  broken(what: string): void {
    if (this.violation !== null) return
    this.violation = what
    this.say('BROKEN', what)
  }

  /** Adds a line to the trace. */
  say(who: string, what: string): void {
    this.lines?.push(`${(this.sinceMs / 1000).toFixed(3).padStart(9)}  ${who.padEnd(9)} ${what}`)
  }

  /** Runs timers until `limitMs` after the beginning, or until `over` returns true before a timer. */
  run(limitMs: number, over: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        try {
          if (over()) return resolve()
          const timer = this.#pop()
          if (timer === undefined) return resolve()
          if (timer.atMs > BEGIN_MS + limitMs) {
            this.#push(timer)
            return resolve()
          }
          this.#nowMs = timer.atMs
          timer.callback?.()
          this.settle(step)
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      this.settle(step)
    })
  }

  #push(timer: Timer): void {
    const timers = this.#timers
    let [low, high] = [0, timers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(timer, timers[middle] as Timer)) low = middle + 1
      else high = middle
    }
    timers.splice(low, 0, timer)
  }

  /** The next timer that was not cancelled. */
  #pop(): Timer | undefined {
    let timer = this.#timers.pop()
    while (timer?.callback === null) timer = this.#timers.pop()
    return timer
  }
}
