// What a test opens and closes: for one test its context, for several tests of a suite a scope of their own.

/** Somebody who closes what was opened; a `TestContext` is one. */
export interface Closing {
  after(close: () => unknown): void
}

/** A life of several tests; what was opened last is closed first. */
export function scope(): Closing & { end(): Promise<void> } {
  const closing: (() => unknown)[] = []
  return {
    after: (close) => void closing.push(close),
    async end() {
      for (const close of closing.toReversed()) await close()
    },
  }
}
