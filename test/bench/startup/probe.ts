// Runs inside the page before any of its scripts. Finds the first usable control with observers on the document and on every
// shadow root, so the figure is not rounded to frames. Needs no cooperation of the page. Playwright sends the function to the
// browser as text, so it uses nothing outside itself except `window.afterPaint`.

/** The record that the probe leaves in the page. */
export interface Probe {
  /** Puts the widget's tags into the idle page and starts the clock. */
  go(): void
  /** The start of the measurement and the times of each event; 0 = not yet. Milliseconds of `performance.now()`. */
  startedAt: number
  firstControlAt: number
  firstPaintAt: number
  /** A control that can be used with the data of the API in it. */
  readyAt: number
  what: string
  /** Start and value of every layout shift. */
  shifts: [number, number][]
  errors: string[]
  /** Steps of the way there, by name. */
  marks: [string, number][]
}

declare global {
  interface Window {
    bench: Probe
  }
}

/** Starts the probe. `readyWhen` is a selector for a control with the API's data in it. Runs in the browser. */
export function installProbe({ readyWhen, trace }: { readyWhen: string; trace: boolean }): void {
  const CONTROL = 'input:not([type=hidden]),select,textarea,button,[role=combobox],[role=radio],[role=option]'
  const now = (): number => performance.now()
  const probe: Probe = {
    go: () => {},
    startedAt: 0,
    firstControlAt: 0,
    firstPaintAt: 0,
    readyAt: 0,
    what: '',
    shifts: [],
    errors: [],
    marks: [],
  }
  window.bench = probe
  addEventListener('error', (event) => probe.errors.push(event.message || event.type))
  addEventListener('unhandledrejection', (event) => probe.errors.push(String(event.reason)))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      probe.shifts.push([entry.startTime, entry.value])
  }).observe({ type: 'layout-shift', buffered: true })

  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y)
    for (;;) {
      const deeper: Element | null | undefined = hit?.shadowRoot?.elementFromPoint(x, y)
      if (!deeper || deeper === hit) return hit
      hit = deeper
    }
  }
  const usable = (control: Element): boolean => {
    if (!control.isConnected || control.matches(':disabled,[aria-disabled=true]')) return false
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const box = control.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return false
    if (box.top < 0 || box.bottom > innerHeight) return box.top >= 0
    const hit = hitAt(box.left + box.width / 2, box.top + box.height / 2)
    return hit !== null && (control.contains(hit) || hit.contains(control))
  }

  const candidates = new Set<Element>()
  const check = (): void => {
    for (const control of candidates) {
      if (probe.firstControlAt && probe.readyAt) return candidates.clear()
      if (!usable(control)) continue
      if (!probe.firstControlAt) {
        probe.firstControlAt = now()
        probe.what = control.localName
        void window.afterPaint().then((at) => (probe.firstPaintAt = at))
      }
      if (!probe.readyAt && control.matches(readyWhen)) probe.readyAt = now()
    }
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(CONTROL)) candidates.add(node)
        for (const control of node.querySelectorAll(CONTROL)) candidates.add(control)
      }
      if (target instanceof Element && target.matches(CONTROL)) candidates.add(target)
    }
    if (candidates.size) check()
  })
  const watch = (root: Node): void =>
    observer.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'class', 'aria-disabled'],
    })
  watch(document)
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    if (trace && this.isConnected) probe.marks.push(['element made', now()])
    const root = attach.call(this, init)
    watch(root)
    return root
  }
  // Finds a control that becomes usable by a style change alone, which no observer reports.
  const tick = (): void => {
    check()
    if (!probe.firstControlAt || !probe.readyAt) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)

  if (!trace) return
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<
    string,
    (...of: unknown[]) => Promise<unknown>
  >
  for (const name of ['generateKey', 'exportKey', 'digest', 'sign']) {
    const original = subtle[name]!
    subtle[name] = async function (...of) {
      probe.marks.push([`${name} begins`, now()])
      return original.apply(this, of).finally(() => probe.marks.push([`${name} ends`, now()]))
    }
  }
}
