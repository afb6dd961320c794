// Whether a person could see the button of a press, for an element in a frame of another site: its page can put anything over the frame,
// or make it transparent (clickjacking). Chromium tells whether a button is really visible (IntersectionObserver v2). Other engines
// tell only what covers it inside of the frame, so the page must name the sites that may frame it (`frame-ancestors`).

/** A button counts once it has been visible this long: a page that uncovers it under the finger is too late. */
const SEEN_MS = 500
/** A new button may be invisible this long, until it is painted. */
const PAINTED_MS = 300
/** The browser tells the visibility of a new button within this time. */
const TOLD_MS = 1_500

/** Entries of version 2. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** The visibility of the main button of one element. */
export class FrameGuard {
  readonly #root: ShadowRoot
  readonly #observer: IntersectionObserver
  #button: Element | null = null
  /** Since when the button is visible, on the clock of `performance.now()`. */
  #sinceMs = Infinity
  /** Since when it is invisible. */
  #hiddenMs = Infinity
  /** The button was invisible before, for longer than a painting takes. */
  #wasHidden = false

  constructor(root: ShadowRoot) {
    this.#root = root
    const options = { trackVisibility: true, delay: 100, threshold: [0, 1] }
    this.#observer = new IntersectionObserver((entries) => this.#see(entries.at(-1)!), options)
    new MutationObserver(() => this.#watch()).observe(root, { subtree: true, childList: true })
    this.#watch()
  }

  /** Checks whether the person saw the button that starts a sale. */
  async isSeen(): Promise<boolean> {
    const button = this.#button
    // The page has a button of its own and calls `start()`.
    if (!button) return true
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return this.#isOnTop(button)
    const lateMs = performance.now() + TOLD_MS
    for (;;) {
      const nowMs = performance.now()
      if (nowMs - this.#sinceMs >= SEEN_MS) return true
      const isHidden = this.#wasHidden || nowMs - this.#hiddenMs > PAINTED_MS
      if (isHidden || nowMs > lateMs || button !== this.#button) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Observes the present button; a new one has no history. */
  #watch(): void {
    const button = this.#root.querySelector('button.main')
    if (button === this.#button) return
    this.#observer.disconnect()
    this.#button = button
    this.#sinceMs = this.#hiddenMs = Infinity
    this.#wasHidden = false
    if (button) this.#observer.observe(button)
  }

  #see({ isIntersecting, isVisible }: Entry): void {
    const nowMs = performance.now()
    if (!isIntersecting || !isVisible) {
      this.#sinceMs = Infinity
      this.#hiddenMs = Math.min(this.#hiddenMs, nowMs)
    } else if (this.#sinceMs === Infinity) {
      this.#wasHidden ||= nowMs - this.#hiddenMs > PAINTED_MS
      this.#sinceMs = nowMs
      this.#hiddenMs = Infinity
    }
  }

  /** Checks whether the middle of the button is the button's own, in the document and in the element: Firefox skips what is outside. */
  #isOnTop(button: Element): boolean {
    const { left, top, width, height } = button.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    let host: Element | undefined = this.#root.host
    while (host && host !== hit) host = (host.getRootNode() as Partial<ShadowRoot>).host
    return host !== undefined && button.contains(this.#root.elementFromPoint(x, y))
  }
}
