// A part of an element that few pages need. It is loaded once, before it is needed; a failed load can be retried. The element
// decides the text for a failure.

/** Loads a part of an element on demand. */
export class Later<Part> {
  /** The loaded part, or `null`. */
  part: Part | null = null
  /** The last load failed. */
  failed = false
  #coming: Promise<void> | null = null
  readonly #load: () => Promise<Part>
  readonly #after: () => void

  /** `after` is called when a load has succeeded or failed. */
  constructor(load: () => Promise<Part>, after: () => void) {
    this.#load = load
    this.#after = after
  }

  /** Loads the part unless the last load failed, so that renders do not retry it. `again` retries. */
  foresee(again = false): void {
    if (again || !this.failed) void this.load()
  }

  /** Loads the part, or retries; resolves in either case. */
  async load(): Promise<void> {
    if (!this.part) await (this.#coming ??= this.#try())
  }

  async #try(): Promise<void> {
    this.failed = false
    try {
      this.part = await this.#load()
    } catch {
      this.failed = true
    }
    this.#coming = null
    this.#after()
  }
}
