// A new Chromium for every run: new process, empty profile, empty caches.
import { chromium as engine, type Browser, type CDPSession, type Page } from 'playwright-core'
import { chromium as findChromium } from '../../browsers.mjs'

const FLAGS = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-quic',
  '--no-first-run',
]

declare global {
  interface Window {
    /** Resolves when the next frame has been painted, to the time of `performance.now()`. */
    afterPaint(): Promise<number>
  }
}

/** Adds `window.afterPaint`. Runs in the browser. */
function installAfterPaint(): void {
  window.afterPaint = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        // The first message after a frame begins is handled when that frame has been painted.
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => resolve(performance.now()))
        channel.port1.start()
        channel.port2.postMessage(0)
      })
    })
}

/** Used JavaScript heap after a collection, bytes. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  for (let count = 0; count < 3; count += 1) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

/** A fresh browser with one page. */
interface Fresh {
  readonly browser: Browser
  readonly page: Page
  /** For features without a Playwright API: CPU throttling, metrics. */
  readonly cdp: CDPSession
}

/** Runs `work` with a new browser, started with further `flags`, and always closes it. */
export async function withChromium<T>(
  work: (fresh: Fresh) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const { executablePath, args } = await findChromium()
  const browser = await engine.launch({ executablePath, args: [...args, ...FLAGS, ...flags] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(installAfterPaint)
    return await work({ browser, page, cdp: await page.context().newCDPSession(page) })
  } finally {
    await browser.close()
  }
}
