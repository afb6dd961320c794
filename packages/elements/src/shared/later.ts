// A part of an element that few pages need: it is loaded before it is needed, once, and where it does not come it can be
// tried again. What is said then, the element decides.

/** See the head of this file. */
export class Later<Part> {
  /** The part, once it is there. */
  part: Part | null = null
  /** It could not be loaded. */
  failed = false
  #coming: Promise<void> | null = null
  readonly #load: () => Promise<Part>
  readonly #after: () => void

  /** `after` is called when the part is there, or is known not to come. */
  constructor(load: () => Promise<Part>, after: () => void) {
    this.#load = load
    this.#after = after
  }

  /** Loads the part unless that was tried in vain: nobody asks `again` at every drawing. */
  foresee(again = false): void {
    if (again || !this.failed) void this.load()
  }

  /** Loads the part, or tries again; resolves either way. */
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
