// The cleanup of a test's resources: its context for one test, a scope of their own for several tests of a suite.

/** Closes resources after use; a `TestContext` is one. */
export interface Closing {
  after(close: () => unknown): void
}

/** A scope for several tests. It closes the last opened resource first. */
export function scope(): Closing & { end(): Promise<void> } {
  const closing: (() => unknown)[] = []
  return {
    after: (close) => void closing.push(close),
    async end() {
      for (const close of closing.toReversed()) await close()
    },
  }
}
