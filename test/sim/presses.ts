// The true times of the clerks' presses, which INV-21 is checked against. A page computes the deadline of a press on the clock of
// the process that answered it last. Where another process with another clock judges it, the difference is allowed.
import type { World } from './world.ts'

/** INV-21: an initiate leaves within this time of the press. */
export const PRESS_LIFE_MS = 15_000

export interface Press {
  readonly key: string
  readonly atMs: number
  /** How wrong the clock was that the page learned its time from. */
  readonly learnedSkewMs: number
  /** Sent with every copy of the request, on that clock. */
  readonly deadlineAtMs: number
  /** The difference allowed for the clocks of the processes that judged the deadline. */
  allowedMs: number
}

/** All presses of a story, by idempotency key. */
export class Presses {
  readonly #world: World
  readonly #byKey = new Map<string, Press[]>()

  constructor(world: World) {
    this.#world = world
  }

  press(key: string, learnedSkewMs: number): Press {
    const atMs = this.#world.now()
    const press: Press = {
      key,
      atMs,
      learnedSkewMs,
      deadlineAtMs: Math.max(0, atMs + learnedSkewMs + PRESS_LIFE_MS),
      allowedMs: 0,
    }
    const known = this.#byKey.get(key)
    if (known === undefined) this.#byKey.set(key, [press])
    else known.push(press)
    return press
  }

  /** A copy of the request reaches a process. */
  arrives(press: Press, skewMs: number): void {
    press.allowedMs = Math.max(press.allowedMs, press.learnedSkewMs - skewMs)
  }

  /**
   * Seconds by which an initiate of this key is too late now; `null` = it is in time. `skewMs` belongs to the sending process,
   * whose clock may have been set back while the request waited.
   */
  lateBy(key: string, skewMs: number): number | null {
    const ends = (this.#byKey.get(key) ?? []).map(
      ({ atMs, allowedMs, learnedSkewMs }) =>
        atMs + PRESS_LIFE_MS + Math.max(allowedMs, learnedSkewMs - skewMs),
    )
    const lateMs = this.#world.now() - Math.max(...ends)
    return lateMs >= 0 ? lateMs / 1000 : null
  }
}
