/** A manual clock for tests, and a wait for all pending work that depends on no timer. */

/**
 * Pending calls of `crypto.subtle`. Node's thread pool runs them in an unpredictable number of event-loop
 * turns, so {@link turn} waits for them.
 */
let cryptoCalls = 0

/** Pending calls to a database server. The server answers in real time, independent of the manual clock. */
let serverCalls = 0

/** Callbacks that run when no call is pending. */
const idle = new Set<() => void>()

function callEnded(): void {
  if (cryptoCalls > 0 || serverCalls > 0) return
  for (const wake of idle) wake()
  idle.clear()
}

const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, unknown>
for (const name of Object.getOwnPropertyNames(subtle)) {
  const call = subtle[name]
  if (name === 'constructor' || typeof call !== 'function') continue
  subtle[name] = function counted(this: unknown, ...given: unknown[]): unknown {
    const result: unknown = Reflect.apply(call, this, given)
    if (!(result instanceof Promise)) return result
    cryptoCalls += 1
    const end = (): void => {
      cryptoCalls -= 1
      callEnded()
    }
    result.then(end, end)
    return result
  }
}

/** Maximum real time that a deliberately blocked call (a lock, a stopped server) delays {@link turn}. */
const SERVER_MS = 1_000

/** Counts a call to a database server as pending, so that {@link turn} waits for it; the result ends the call. */
export function serverCall(): () => void {
  serverCalls += 1
  let open = true
  return () => {
    if (!open) return
    open = false
    serverCalls -= 1
    callEnded()
  }
}

/** Event-loop turns without pending calls after which all work counts as settled. */
const STILL_TURNS = 12

/** Waits until no call is pending or until `untilMs`. It yields the processor to the server instead of spinning. */
const whenIdle = (untilMs: number): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(
      () => {
        idle.delete(wake)
        resolve()
      },
      Math.max(1, untilMs - performance.now()),
    )
    idle.add(wake)
  })

/** Runs pending microtasks, immediates and counted calls until nothing more happens without a timer. */
export async function turn(): Promise<void> {
  const untilMs = performance.now() + SERVER_MS
  for (let still = 0; still < STILL_TURNS;)
    if (cryptoCalls > 0 || (serverCalls > 0 && performance.now() < untilMs)) {
      still = 0
      await whenIdle(Math.max(untilMs, performance.now() + 1))
    } else {
      still += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
}

interface Timer {
  readonly atMs: number
  readonly callback: () => void
}

/** A clock that moves only when a test moves it; due timers run in order. */
export class ManualClock {
  #nowMs: number
  readonly #timers = new Set<Timer>()

  constructor(startMs = Date.UTC(2026, 0, 31, 10, 15)) {
    this.#nowMs = startMs
  }

  get pending(): number {
    return this.#timers.size
  }

  /** Current time in ms since 1970. */
  now(): number {
    return this.#nowMs
  }

  /** Schedules a callback; the result cancels it. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  #first(): Timer | undefined {
    return [...this.#timers].toSorted((one, other) => one.atMs - other.atMs)[0]
  }

  /** Moves to the next timer, or `lateMs` beyond it, and runs the timer; without a timer it does nothing. */
  next(lateMs = 0): void {
    const due = this.#first()
    if (due === undefined) return
    this.#timers.delete(due)
    this.#nowMs = Math.max(this.#nowMs, due.atMs) + lateMs
    due.callback()
  }

  /** Advances the clock timer by timer; after each timer its work settles before the next timer runs. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    await turn()
    while ((this.#first()?.atMs ?? Infinity) <= endMs) {
      this.next()
      await turn()
    }
    this.#nowMs = endMs
    await turn()
  }

  /** Jumps ahead without running timers, as after a system sleep; due timers run at the next move. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  /**
   * Advances until `work` settles and returns its result. A fixed time is not enough for work with a server, whose answers can
   * take longer than a move of the clock waits for them.
   */
  async ended<Result>(work: Promise<Result>, limitMs = 120_000): Promise<Result> {
    let isOpen = true
    const end = (): void => {
      isOpen = false
    }
    work.then(end, end)
    await this.until(() => !isOpen, limitMs)
    return work
  }

  /** Advances in steps of 100 ms until `done` returns true; throws after `limitMs` of manual time. */
  async until(done: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
    const endMs = this.#nowMs + limitMs
    await turn()
    while (!(await done())) {
      if (this.#nowMs >= endMs) throw new Error('the expected condition did not occur')
      await this.advance(100)
    }
  }
}
