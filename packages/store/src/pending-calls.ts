/** Counts calls that have not ended: a database answers in real time, independent of a test's clock. */
export class PendingCalls {
  #open = 0

  /** Whether a call is pending. */
  get isBusy(): boolean {
    return this.#open > 0
  }

  begin(): void {
    this.#open += 1
  }

  end(): void {
    this.#open -= 1
  }

  /** Returns the same function, whose calls are counted. */
  count<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      this.begin()
      try {
        return await ask(...asked)
      } finally {
        this.end()
      }
    }
  }
}
