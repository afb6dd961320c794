// One run of the start-up section: a fresh browser, an idle host page, and the figures after the widget's tags are added.
import type { CDPSession, Page } from 'playwright-core'
import { withChromium } from '../common/chromium.ts'
import { installProbe, type Probe } from './probe.ts'
import type { BenchPage } from './pages.ts'
import type { Asked, Site } from './site.ts'

/** Milliseconds from the insertion of the tags, unless a field names another unit. */
export interface StartupRun {
  /** First control that a person can use. */
  readonly control: number
  /** The same with the API's data in it. */
  readonly ready: number
  readonly painted: number
  readonly what: string
  /** Main-thread milliseconds from the tags to the painted control. */
  readonly taskMs: number
  readonly scriptMs: number
  readonly layoutMs: number
  readonly requests: readonly Asked[]
  readonly marks: readonly (readonly [string, number])[]
}

interface StartupMode {
  /** 1 = full speed, 4 = a quarter. */
  readonly slowdown: number
  /** Also note the steps on the way; costs a little, so never in a compared run. */
  readonly trace: boolean
}

const LIMIT_MS = 30_000

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

/** Measures one start of a page. `over` is called when the measured time is over. */
export function measureStartup(
  site: Site,
  index: number,
  benchPage: BenchPage,
  mode: StartupMode,
  over: () => void,
): Promise<StartupRun> {
  const { markup, minted, readyWhen } = benchPage
  return withChromium(async ({ page, cdp }) => {
    await page.addInitScript(installProbe, { readyWhen, trace: mode.trace })
    await cdp.send('Performance.enable')
    await page.goto(site.url, { waitUntil: 'load' })
    await page.evaluate(
      (tags) => {
        window.bench.go = () => {
          window.bench.startedAt = performance.now()
          const mount = document.getElementById('mount')!
          mount.innerHTML = tags.markup
          Object.assign(mount.firstElementChild!, { getToken: async () => tags.minted })
          const script = document.createElement('script')
          script.type = 'module'
          script.src = tags.script
          document.head.append(script)
        }
      },
      { markup, minted, script: `/${index}.js` },
    )
    if (mode.slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: mode.slowdown })
    // Two frames without anything to do: the host page is idle.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
    )
    site.take()
    const before = await metrics(cdp)
    await page.evaluate(() => window.bench.go())
    const seen = await outcome(page)
    const after = await metrics(cdp)
    over()
    if (seen.errors.length > 0)
      throw new Error(`${benchPage.name} failed in the page: ${seen.errors.join('; ')}`)
    const since = (at: number): number => at - seen.startedAt
    const spent = (name: string): number => after(name) - before(name)
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .flatMap(({ name, startTime, responseEnd }): [string, number][] => [
          [`${new URL(name).pathname} asked`, startTime],
          [`${new URL(name).pathname} there`, responseEnd],
        ]),
    )
    return {
      control: since(seen.firstControlAt),
      ready: since(seen.readyAt),
      painted: since(seen.firstPaintAt),
      what: seen.what,
      taskMs: spent('TaskDuration'),
      scriptMs: spent('ScriptDuration'),
      layoutMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
      requests: site.take(),
      marks: [...seen.marks, ...loaded]
        .map(([name, at]): [string, number] => [name, since(at)])
        .filter(([, at]) => at >= 0)
        .toSorted(([, a], [, b]) => a - b),
    }
  })
}

/** Layout shifts of the page loaded as a whole: all, and those after its first usable control was painted. */
export function measureShifts(
  site: Site,
  index: number,
  { readyWhen }: BenchPage,
  slowdown: number,
): Promise<{ readonly all: number; readonly afterControl: number }> {
  return withChromium(async ({ page, cdp }) => {
    await page.addInitScript(installProbe, { readyWhen, trace: false })
    await page.goto(site.url)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${site.url}/${index}.html`, { waitUntil: 'load' })
    const { shifts, firstPaintAt } = await outcome(page)
    const sum = (from: number): number =>
      shifts.filter(([at]) => at >= from).reduce((total, [, value]) => total + value, 0)
    return { all: sum(0), afterControl: sum(firstPaintAt) }
  })
}
