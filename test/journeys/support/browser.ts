// A real Chromium and the visits in it. An unexpected event in a visit fails its journey: a console error, a breach of the page's
// policy, an unhandled rejection, a request to a foreign host.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { bundledChromium } from '../../browsers.mjs'

const WAIT_MS = 15_000

/** Console errors while a server ends or is down: its requests fail, end early, or get 503 from another server. */
export const AWAY: readonly RegExp[] = [
  /net::ERR_/,
  /Failed to load resource/,
  /WebSocket connection/,
  /answer 503/,
  /terminal-pay> network/,
]

/** One person's browser: its pages share storage, as tabs do. */
export class Visit {
  readonly context: BrowserContext
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    this.context = context
    context.setDefaultTimeout(WAIT_MS)
    context.on('page', (page) => this.#watch(page))
  }

  tab(): Promise<Page> {
    return this.context.newPage()
  }

  /** Expects such console errors from now on, for example the answer 503 while a server is down. */
  expect(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns)
  }

  /** Closes the browser window; throws for everything unexpected. */
  async leave(): Promise<void> {
    await this.context.close()
    const unexpected = this.#problems.filter((text) => !this.#expected.some((one) => one.test(text)))
    assert.deepEqual(unexpected, [], 'the browser met something unexpected')
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#problems.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.#problems.push(`page error: ${error.message}`))
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (/^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1')
        this.#problems.push(`foreign request: ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) this.#problems.push(`answer ${response.status()}: ${response.url()}`)
    })
  }
}

/** Runs in every page: reports a breach of the policy as an error, and stores the element's events for the test. */
export const INIT = `
  globalThis.told = []
  addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  for (const name of ['terminal-pay-progress', 'terminal-pay-settled', 'terminal-pay-error'])
    addEventListener(name, (event) => told.push({ name, state: event.detail.sale?.state ?? event.detail.code }))
`

/**
 * The bundled Chromium of a test file, opened before its journeys and closed after them. It draws without a window, which saves a
 * third of the work.
 */
export function useBrowser(): { visit(): Promise<Visit> } {
  let browser: Browser | null = null
  before(async () => {
    const { executablePath, args } = await bundledChromium()
    browser = await chromium.launch({ executablePath, args })
  })
  after(() => browser?.close())
  return {
    async visit() {
      if (browser === null) throw new Error('The browser is not running.')
      // Without animations: to draw them takes half of the browser's work.
      const look = { viewport: { width: 1180, height: 900 }, reducedMotion: 'reduce' } as const
      const context = await browser.newContext(look)
      await context.addInitScript(INIT)
      return new Visit(context)
    },
  }
}

/**
 * Does this browser retry a module whose load failed? The standard requires it since 2026 (whatwg/html#10327); older browsers
 * keep the failure until the page is reloaded. A visit must expect the failed request.
 */
export async function asksAgain(page: Page): Promise<boolean> {
  const probe = '/not-here-yet.js'
  const comes = async (): Promise<boolean> =>
    page.evaluate(
      (path) =>
        import(path).then(
          () => true,
          () => false,
        ),
      probe,
    )
  await page.route(`**${probe}`, (route) => route.abort())
  await comes()
  await page.unroute(`**${probe}`)
  await page.route(`**${probe}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  return comes()
}
