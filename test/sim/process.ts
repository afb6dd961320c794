// One BFF process of a simulation. All its calls to the world go through here, so it can die or pause at any moment. After its
// death no call is answered and no timer fires.
import type { Clock } from '../../packages/bff/src/ports.ts'
import type { Faults } from './faults.ts'
import type { World } from './world.ts'

/** Thrown into work that is under way when its process dies, so that its transaction is rolled back. */
class Died extends Error {}

/** A process with its clock. */
export class SimProcess {
  readonly index: number
  readonly name: string
  readonly #world: World
  readonly #faults: Faults
  readonly #onDeath: (downMs: number) => void
  readonly #dying = new Set<() => void>()
  /** Callbacks that arrived during a pause, in order. */
  readonly #waiting: (() => void)[] = []
  #alive = true
  #skewMs: number
  #steps: number
  #pausedUntilMs = 0

  constructor(
    world: World,
    faults: Faults,
    who: { readonly index: number; readonly skewMs: number; readonly steps: number },
    onDeath: (downMs: number) => void,
  ) {
    this.index = who.index
    this.name = `bff ${who.index + 1}`
    this.#world = world
    this.#faults = faults
    this.#skewMs = who.skewMs
    this.#steps = who.steps
    this.#onDeath = onDeath
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Things it has done, its earlier lives included. */
  get steps(): number {
    return this.#steps
  }

  /** Its own clock, and timers that die with it. */
  readonly clock: Clock = {
    now: () => this.#world.now() + this.#skewMs,
    after: (delayMs, callback) => this.#world.after(delayMs, () => this.#deliver(callback)),
  }

  jump(ms: number): void {
    this.#skewMs += ms
  }

  /** Ends the pause and runs the callbacks that arrived in it. */
  resume(): void {
    this.#pausedUntilMs = 0
    for (const callback of this.#waiting.splice(0)) this.#deliver(callback)
  }

  /** How wrong its clock is. */
  get skewMs(): number {
    return this.#skewMs
  }

  /** Calls back when it dies; the returned function forgets that. */
  onDeath(callback: () => void): () => void {
    this.#dying.add(callback)
    return () => void this.#dying.delete(callback)
  }

  /** One connection to it: ends with `read`, or when the process dies. */
  connection(read: (stop: AbortSignal) => Promise<void>): Promise<void> {
    const stop = new AbortController()
    return new Promise((resolve) => {
      const end = (): void => {
        forget()
        stop.abort()
        resolve()
      }
      const forget = this.onDeath(end)
      read(stop.signal).then(end, end)
    })
  }

  kill(downMs: number): void {
    if (!this.#alive) return
    this.#alive = false
    this.#world.say(this.name, 'dies')
    this.#onDeath(downMs)
    for (const callback of this.#dying) callback()
  }

  /** Counts one more step, at which the process may die or pause. */
  step(): void {
    if (!this.#alive) return
    this.#steps += 1
    for (const fault of this.#faults.at('crash'))
      if (fault.process === this.index && fault.step === this.#steps) {
        this.#faults.recordApplied(fault)
        this.kill(fault.downMs)
      }
    for (const fault of this.#faults.at('freeze'))
      if (fault.process === this.index && fault.step === this.#steps) {
        this.#faults.recordApplied(fault)
        void this.pause(fault.forMs)
      }
  }

  /** Pauses for this time, as after SIGSTOP, or until `resume`; resolves then, or when the process dies. */
  pause(forMs: number): Promise<void> {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#world.now() + forMs)
    this.#world.after(forMs, () => this.resume())
    this.#world.say(this.name, `pauses for ${forMs} ms`)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.onDeath(resolve)
    })
  }

  /** Throws into work that is under way when the process has died. */
  mustLive(): void {
    if (!this.#alive) throw new Died('the process died')
  }

  /** Calls the world. The answer reaches the process only if it is alive, and only after a pause has ended. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    this.step()
    if (!this.#alive) return new Promise(() => {})
    return new Promise((resolve, reject) => {
      const begin = (): void =>
        void work().then(
          (value) => this.#answered(() => resolve(value)),
          (error: unknown) => this.#answered(() => reject(error as Error)),
        )
      if (this.#world.now() < this.#pausedUntilMs) this.#deliver(begin)
      else begin()
    })
  }

  #answered(callback: () => void): void {
    this.step()
    this.#deliver(callback)
  }

  #deliver(callback: () => void): void {
    if (!this.#alive) return
    if (this.#world.now() < this.#pausedUntilMs) this.#waiting.push(callback)
    else callback()
  }
}
