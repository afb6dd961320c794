// Fair queueing of the merchants of this process (INV-17): a burst of one merchant waits in a queue of its own, so that a request
// of another merchant is never behind it. Each turn of the event loop lets in one request of each merchant.

/** Lets the requests of several merchants in by turns. */
export class FairQueue {
  readonly #turn: () => Promise<void>
  /** The waiting requests of each merchant, oldest first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** The merchants that have had a request let in during this turn. */
  readonly #served = new Set<string>()

  /** `turn` resolves after one turn of the event loop. */
  constructor(turn: () => Promise<void>) {
    this.#turn = turn
  }

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, requests) => sum + requests.length, 0)
  }

  /** Resolves when it is the turn of a request of `merchant`: at once for the first one of a turn. */
  async enter(merchant: string): Promise<void> {
    if (!this.#served.has(merchant)) {
      if (this.#served.size === 0) void this.#serve()
      this.#served.add(merchant)
      return
    }
    await new Promise<void>((letIn) => {
      const waiting = this.#waiting.get(merchant)
      if (waiting === undefined) this.#waiting.set(merchant, [letIn])
      else waiting.push(letIn)
    })
  }

  /** Lets the waiting requests in, turn by turn, until none waits. */
  async #serve(): Promise<void> {
    do {
      await this.#turn()
      this.#served.clear()
      for (const [merchant, waiting] of this.#waiting) {
        this.#served.add(merchant)
        waiting.shift()?.()
        if (waiting.length === 0) this.#waiting.delete(merchant)
      }
    } while (this.#served.size > 0)
  }
}
