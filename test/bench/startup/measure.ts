// One run of one page in a fresh browser: an idle host page gets the widget's own tags. At full speed the same run then measures
// memory, adds instances and changes data; a throttled run only starts the widget.
import type { CDPSession, Page } from 'playwright-core'
import { heapOf, withChromium } from '../common/chromium.ts'
import { median } from '../common/figures.ts'
import type { BenchPage } from './pages.ts'
import { installProbe, type Probe } from './probe.ts'
import type { Asked, Served } from './serve.ts'

/** A page and its server. */
export interface Subject {
  readonly page: BenchPage
  readonly served: Served
}

/** Milliseconds from the insertion of the tags, unless a field names another unit; `NaN` where the page has no such function. */
export interface Run {
  /** First control that a person can use. */
  readonly control: number
  /** The same with the API's data in it. */
  readonly ready: number
  readonly painted: number
  /** Main-thread milliseconds from the tags to the painted control. */
  readonly taskMs: number
  readonly scriptMs: number
  readonly layoutMs: number
  /** Script, style and font files that were there before the first control, and their brotli bytes. */
  readonly files: number
  readonly bytes: number
  readonly requests: readonly Asked[]
  /** Steps on the way, by name. */
  readonly marks: readonly (readonly [string, number])[]
  /** JavaScript heap over the empty page after a collection, KiB, and the same for each further instance. */
  readonly heap: number
  readonly heapMore: number
  /** One change of its data until it is painted (median). */
  readonly update: number
}

/** The figures of a run by name. */
export type Figure = Exclude<keyof Run, 'requests' | 'marks'>

/** 1 = full speed, 4 = a quarter. A trace also notes the steps on the way; it costs a little, so never in a compared run. */
interface Mode {
  readonly slowdown: number
  readonly trace?: boolean
}

const MORE = 10
const CHANGES = 15
const LIMIT_MS = 30_000

declare global {
  interface Window {
    __bench?: { add?(count: number): unknown; update?(count: number): Promise<unknown> }
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

/** Reads the page's tags, so that `bench.go` can put them into the idle page. */
async function prepare(): Promise<void> {
  const text = await (await fetch('/index.html')).text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const { name, value } of page.documentElement.attributes)
    document.documentElement.setAttribute(name, value)
  window.bench.go = () => {
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

/** Answers the requests of a page to its vendor's own servers. */
const answerVendor = (tab: Page, page: BenchPage): Promise<unknown> =>
  tab.route(/^https:/, async (route) => {
    const request = route.request()
    const url = request.url()
    const asking = { method: request.method(), url, path: new URL(url).pathname, headers: request.headers() }
    const answer = await page.mocks({ ...asking, postData: request.postData() ?? '', local: false })
    if (!answer) return route.abort()
    const { status = 200, body = {}, headers = {} } = answer
    await route.fulfill({
      status,
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  })

/** Two idle periods: all work that was under way is done. */
const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))

async function metrics(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics: all } = await cdp.send('Performance.getMetrics')
  return (name) => (all.find((one) => one.name === name)?.value ?? 0) * 1000
}

/** The page's record, read once both the first control and the data are painted. */
async function outcome(page: Page): Promise<Probe> {
  await page.waitForFunction(() => window.bench.readyAt > 0 && window.bench.firstPaintAt > 0, null, {
    timeout: LIMIT_MS,
  })
  return page.evaluate(() => window.bench)
}

/** Path, beginning and end of each request. */
const loadedBy = (page: Page): Promise<readonly (readonly [string, number, number])[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, startTime, responseEnd }) => [new URL(name).pathname, startTime, responseEnd] as const),
  )

/** Puts the tags into the idle page; the figures of the start. */
async function start(tab: Page, cdp: CDPSession, { page, served }: Subject) {
  served.take()
  const before = await metrics(cdp)
  await tab.evaluate(() => window.bench.go())
  const seen = await outcome(tab)
  const after = await metrics(cdp)
  if (page.element !== null && seen.errors.length > 0) throw new Error(seen.errors.join('; '))
  const since = (at: number): number => at - seen.startedAt
  const spent = (name: string): number => after(name) - before(name)
  const loaded = await loadedBy(tab)
  const early = new Set(
    loaded.filter(([, , endedAt]) => endedAt <= seen.firstControlAt).map(([path]) => path),
  )
  const weights = [...early].map((path) => served.weightOf(path)).filter((weight) => weight > 0)
  const moments = loaded.flatMap(([path, askedAt, thereAt]): [string, number][] => [
    [`${path} asked`, askedAt],
    [`${path} there`, thereAt],
  ])
  return {
    control: since(seen.firstControlAt),
    ready: since(seen.readyAt),
    painted: since(seen.firstPaintAt),
    taskMs: spent('TaskDuration'),
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    files: weights.length,
    bytes: weights.reduce((sum, weight) => sum + weight, 0),
    requests: served.take(),
    marks: [...seen.marks, ...moments]
      .map(([name, at]): [string, number] => [name, since(at)])
      .filter(([, at]) => at >= 0)
      .toSorted(([, a], [, b]) => a - b),
  }
}

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

/** Memory and updates of a page that has started; `empty` is the heap before it, bytes. */
async function furtherFigures(tab: Page, cdp: CDPSession, empty: number) {
  await idle(tab)
  const one = await heapOf(cdp)
  const able = await tab.evaluate(() => ({ add: !!window.__bench?.add, update: !!window.__bench?.update }))
  const update = able.update ? await changes(tab) : Number.NaN
  let heapMore = Number.NaN
  if (able.add) {
    await tab.evaluate(async (count) => {
      await window.__bench!.add!(count)
    }, MORE)
    await idle(tab)
    heapMore = ((await heapOf(cdp)) - one) / MORE / 1024
  }
  return { heap: (one - empty) / 1024, heapMore, update }
}

/** Measures one run of a page. `over` is called when the measured time is over. */
export function measure(
  subject: Subject,
  { slowdown, trace = false }: Mode,
  over: () => void = () => {},
): Promise<Run> {
  const { page, served } = subject
  return withChromium(
    async ({ page: tab, cdp }) => {
      await answerVendor(tab, page)
      const readyWhen = page.ready === null ? page.readyWhen : ':not(*)'
      await tab.addInitScript(installProbe, { readyWhen, trace })
      await tab.addInitScript(installUntil)
      // The expression is the page's own text.
      if (page.ready !== null) await tab.addInitScript(`(${installReady.toString()})(() => (${page.ready}))`)
      if (page.hooks) await tab.addInitScript(page.hooks)
      await cdp.send('Performance.enable')
      await tab.goto(served.url)
      await tab.evaluate(prepare)
      // The driver injects its own code before the first figure.
      await tab.waitForFunction(() => true)
      const empty = await heapOf(cdp)
      if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await idle(tab)
      const started = await start(tab, cdp, subject)
      const further =
        slowdown > 1
          ? { heap: Number.NaN, heapMore: Number.NaN, update: Number.NaN }
          : await furtherFigures(tab, cdp, empty)
      over()
      return { ...started, ...further }
    },
    // Painting does not wait for a display, so the time of a change is not rounded up to the next frame.
    slowdown > 1 ? [] : ['--disable-gpu-vsync', '--disable-frame-rate-limit'],
  )
}

/** Layout shifts of the page loaded as a whole: all, and those after its first usable control was painted. */
export function measureShifts(
  { page: { readyWhen }, served }: Subject,
  slowdown: number,
): Promise<{ readonly all: number; readonly afterControl: number }> {
  return withChromium(async ({ page, cdp }) => {
    await page.addInitScript(installProbe, { readyWhen, trace: false })
    await page.goto(served.url)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${served.url}/index.html`, { waitUntil: 'load' })
    const { shifts, firstPaintAt } = await outcome(page)
    const sum = (from: number): number =>
      shifts.filter(([at]) => at >= from).reduce((total, [, value]) => total + value, 0)
    return { all: sum(0), afterControl: sum(firstPaintAt) }
  })
}
