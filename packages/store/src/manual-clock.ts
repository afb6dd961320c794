/** A clock that a test moves, and the wait for all work that needs nothing but the processor. */

/**
 * Calls of `crypto.subtle` that have not ended. Node's thread pool does them when a thread is free, in no number of turns of the
 * event loop that could be known, so {@link turn} waits for them.
 */
let inPool = 0

/** Calls of a database server that have no answer yet. It answers in real time, however a test moves its clock. */
let inServer = 0

/** Those who wait until no such call is open. */
const idle = new Set<() => void>()

function callEnded(): void {
  if (inPool > 0 || inServer > 0) return
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
    inPool += 1
    const end = (): void => {
      inPool -= 1
      callEnded()
    }
    result.then(end, end)
    return result
  }
}

/** A call that a test blocks on purpose (a lock, a stopped server) delays {@link turn} at most so long, in real time. */
const SERVER_MS = 1_000

/** Counts a call of a database server, so that {@link turn} waits for its answer; returns how to end the count. */
export function serverCall(): () => void {
  inServer += 1
  let open = true
  return () => {
    if (!open) return
    open = false
    inServer -= 1
    callEnded()
  }
}

/** Turns of the event loop without such work after which nothing is expected to happen by itself. */
const STILL_TURNS = 12

/** Waits for the end of all such calls, or until `untilMs`, without a turn of its own: the server needs the processor, too. */
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

/** Lets everything go on that waits for its turn or for a thread, until nothing more happens by itself. */
export async function turn(): Promise<void> {
  const untilMs = performance.now() + SERVER_MS
  for (let still = 0; still < STILL_TURNS;)
    if (inPool > 0 || (inServer > 0 && performance.now() < untilMs)) {
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

/** A clock that stands until it is told to go on; timers run when their time has passed, in order. */
export class ManualClock {
  #nowMs: number
  readonly #timers = new Set<Timer>()

  constructor(startMs = Date.UTC(2026, 0, 31, 10, 15)) {
    this.#nowMs = startMs
  }

  /** Timers that wait. */
  get pending(): number {
    return this.#timers.size
  }

  /** The time it shows, milliseconds since 1970. */
  now(): number {
    return this.#nowMs
  }

  /** Calls back when the clock was moved that far; the result takes the timer away. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  #first(): Timer | undefined {
    return [...this.#timers].toSorted((one, other) => one.atMs - other.atMs)[0]
  }

  /** Moves on to the next timer, or `lateMs` beyond its time, and runs it; stands still where none waits. */
  next(lateMs = 0): void {
    const due = this.#first()
    if (due === undefined) return
    this.#timers.delete(due)
    this.#nowMs = Math.max(this.#nowMs, due.atMs) + lateMs
    due.callback()
  }

  /** Moves on, timer by timer, letting the work of each go on before the next. */
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

  /** Shows a later time without what would have happened in between, as after a sleep; timers come due at the next move. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  /** Moves on in small steps until `done` says so; fails after `limitMs` of its own time. */
  async until(done: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
    const endMs = this.#nowMs + limitMs
    await turn()
    while (!(await done())) {
      if (this.#nowMs >= endMs) throw new Error('what the test waits for did not happen')
      await this.advance(100)
    }
  }
}
