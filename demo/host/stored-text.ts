// A persistent text: a file of the demo's folder, or browser storage.

export interface StoredText {
  /** The last written text; `null` before the first write. */
  read(): string | null
  /** Replaces the text atomically. */
  write(text: string): void
}
