// One run of one page in a fresh browser: an idle host page gets the widget's own tags. At full speed the same run then measures
// memory, adds instances and changes data; a throttled run only starts the widget.
import type { CDPSession, Page } from 'playwright-core'
import { heapOf, withChromium } from '../common/chromium.ts'
import { median } from '../common/figures.ts'
import { installProbe } from '../startup/probe.ts'
import type { BesidePage } from './page.ts'
import type { Served } from './serve.ts'

/** The figures of one run; `NaN` where the page has no such function. */
export interface BesideRun {
  /** First usable control after the tags went in, ms. */
  readonly control: number
  /** Script, style and font files until then, and their brotli bytes. */
  readonly files: number
  readonly bytes: number
  /** JavaScript heap over the empty page after a collection, KiB. */
  readonly heap: number
  /** The same for each further instance. */
  readonly heapMore: number
  /** One change of its data until it is painted, ms (median). */
  readonly update: number
}

/** The figures of a run by name. */
export type BesideFigure = keyof BesideRun

const MORE = 10
const CHANGES = 15
const LIMIT_MS = 30_000

declare global {
  interface Window {
    __bench?: { add?(count: number): unknown; update?(count: number): Promise<unknown> }
    besideGo(): void
  }
}

/** Adds `until`, with which the hooks of a page wait for a DOM change. Runs in the browser. */
function installUntil(): void {
  const until = (root: Node, condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      if (condition()) return resolve()
      const watch = new MutationObserver(() => {
        if (!condition()) return
        clearTimeout(late)
        watch.disconnect()
        resolve()
      })
      const late = setTimeout(() => reject(new Error('nothing changed')), 5000)
      watch.observe(root, { childList: true, subtree: true, characterData: true, attributes: true })
    })
  Object.assign(window, { __wb: { until } })
}

/** For a widget without a control: checks in every frame whether it is ready. */
function installReady(isReady: () => unknown): void {
  const look = (): void => {
    if (window.bench.startedAt > 0 && isReady()) {
      window.bench.firstControlAt = window.bench.readyAt = window.bench.firstPaintAt = performance.now()
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Reads the page's tags, so that `besideGo` can put them into the idle page. */
async function prepare(): Promise<void> {
  const text = await (await fetch('/index.html')).text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const { name, value } of page.documentElement.attributes)
    document.documentElement.setAttribute(name, value)
  window.besideGo = () => {
    window.bench.startedAt = performance.now()
    for (const one of page.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload], style'))
      document.head.append(document.importNode(one, true))
    document.getElementById('mount')!.innerHTML = page.getElementById('mount')?.innerHTML ?? ''
    for (const one of page.querySelectorAll('script')) {
      const script = document.createElement('script')
      for (const { name, value } of one.attributes) script.setAttribute(name, value)
      script.textContent = one.textContent
      script.async = one.hasAttribute('async')
      document.head.append(script)
    }
  }
}

/** Used heap in KiB after a collection. */
const heap = async (cdp: CDPSession): Promise<number> => (await heapOf(cdp)) / 1024

/** Two idle periods: whatever was under way is done. */
const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))

/** Median time of one change until it is painted. */
async function changes(page: Page): Promise<number> {
  const times = await page.evaluate(async (count) => {
    const all: number[] = []
    for (let at = 0; at < count; at += 1) {
      const began = performance.now()
      const really = await window.__bench!.update!(at)
      all.push((await window.afterPaint()) - (typeof really === 'number' ? really : began))
    }
    return all
  }, CHANGES)
  return median(times)
}

/** Measures one run of a page. `over` is called when the measured time is over. */
export function measureBeside(
  page: BesidePage,
  served: Served,
  slowdown: number,
  over: () => void,
): Promise<BesideRun> {
  return withChromium(
    async ({ page: tab, cdp }) => {
      await tab.route(/^https:/, async (route) => {
        const request = route.request()
        const url = request.url()
        const asking = {
          method: request.method(),
          url,
          path: new URL(url).pathname,
          headers: request.headers(),
        }
        const answer = await page.mocks({ ...asking, postData: request.postData() ?? '', local: false })
        if (!answer) return route.abort()
        const { status = 200, body = {}, headers = {} } = answer
        await route.fulfill({
          status,
          headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
      })
      await tab.addInitScript(installProbe, { readyWhen: page.ready ? ':not(*)' : '*', trace: false })
      await tab.addInitScript(installUntil)
      // The expression is the page's own text.
      if (page.ready) await tab.addInitScript(`(${installReady.toString()})(() => (${page.ready}))`)
      if (page.hooks) await tab.addInitScript(page.hooks)
      await tab.goto(served.url)
      await tab.evaluate(prepare)
      // The driver injects its own code before the first figure.
      await tab.waitForFunction(() => true)
      const empty = await heap(cdp)
      if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await idle(tab)
      served.take()
      await tab.evaluate(() => window.besideGo())
      await tab.waitForFunction(() => window.bench.readyAt > 0 && window.bench.firstPaintAt > 0, null, {
        timeout: LIMIT_MS,
      })
      const { files, bytes } = served.take()
      const control = await tab.evaluate(() => window.bench.firstControlAt - window.bench.startedAt)
      const started = { control, files, bytes }
      if (slowdown > 1) {
        over()
        return { ...started, heap: Number.NaN, heapMore: Number.NaN, update: Number.NaN }
      }
      await idle(tab)
      const one = await heap(cdp)
      const able = await tab.evaluate(() => ({
        add: !!window.__bench?.add,
        update: !!window.__bench?.update,
      }))
      const update = able.update ? await changes(tab) : Number.NaN
      let heapMore = Number.NaN
      if (able.add) {
        await tab.evaluate(async (count) => {
          await window.__bench!.add!(count)
        }, MORE)
        await idle(tab)
        heapMore = ((await heap(cdp)) - one) / MORE
      }
      over()
      return { ...started, heap: one - empty, heapMore, update }
    },
    // Painting does not wait for a display, so the time of a change is not rounded up to the next frame.
    slowdown > 1 ? [] : ['--disable-gpu-vsync', '--disable-frame-rate-limit'],
  )
}
