export class Turns {
  readonly #turn: () => Promise<void>
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #served = new Set<string>()
  constructor(turn: () => Promise<void>) {
    this.#turn = turn
  }
  take(merchant: string): Promise<void> | null {
    if (process.env['NOTURNS']) return null
    if (!this.#served.has(merchant)) {
      if (this.#served.size === 0) void this.#drain()
      this.#served.add(merchant)
      return null
    }
    return new Promise((resolve) => {
      const queue = this.#waiting.get(merchant)
      if (queue === undefined) this.#waiting.set(merchant, [resolve])
      else queue.push(resolve)
    })
  }
  async #drain(): Promise<void> {
    do {
      await this.#turn()
      this.#served.clear()
      for (const [merchant, queue] of this.#waiting) {
        this.#served.add(merchant)
        queue.shift()?.()
        if (queue.length === 0) this.#waiting.delete(merchant)
      }
    } while (this.#served.size > 0)
  }
}
