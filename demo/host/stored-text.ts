// A persistent text: a file of the demo's folder, or browser storage.

export interface StoredText {
  /** The last written text; `null` before the first write. */
  read(): string | null
  /** Replaces the text atomically: a reader gets the old text or the new one. */
  write(text: string): void
}
