// Runs inside a page before its scripts. Reports when a text was painted, in the document or in any shadow root. Playwright sends
// the function to the browser as text, so it uses nothing outside itself.

declare global {
  interface Window {
    /** Milliseconds since 1970 when `text` was painted. */
    paintOf(text: string): Promise<number>
    /** The result of the last `paintOf`. */
    painting: Promise<number>
  }
}

/** Adds `window.paintOf` to the page. Runs in the browser. */
export function installPaintWatch(): void {
  const roots = new Set<Node>([document])
  let look = (): void => {}
  const observer = new MutationObserver(() => look())
  const watch = (root: Node): void =>
    observer.observe(root, { childList: true, subtree: true, characterData: true })
  watch(document)
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    roots.add(root)
    watch(root)
    return root
  }
  const textOf = (root: Node): string =>
    (root instanceof Document ? root.documentElement : root).textContent ?? ''
  window.paintOf = (text) =>
    new Promise((resolve) => {
      look = () => {
        if (![...roots].some((root) => textOf(root).includes(text))) return
        look = () => {}
        void window.afterPaint().then((at) => resolve(performance.timeOrigin + at))
      }
      look()
    })
}
