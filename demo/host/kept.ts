// One text that outlives a restart: a file of the demo's folder, or a place in the browser.

/** A kept text. */
export interface Kept {
  /** What was written last, `null` before anything was. */
  read(): string | null
  /** Replaces it whole, or fails and leaves it as it was. */
  write(text: string): void
}
