// Embeds the one-file build in unusual host pages. On each page a sale is approved, or a calm sentence says why it cannot be.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { useBrowser, type Visit } from '../journeys/support/browser.ts'
import { install } from './install.ts'
import type { OwnPage } from './site.ts'
import { openWorld, type World } from './world.ts'

const ELEMENTS = 'node_modules/@tapboard/elements/dist/browser'

/** Gives an element its BFF and its token; every page has it. */
const SHOP = (bffUrl: string): string => `
  globalThis.setUp = (pay, order) => {
    pay.bffUrl = '${bffUrl}'
    pay.getToken = async (wish) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...wish, order })
      return (await fetch('/api/token', { method: 'POST', headers, body })).json()
    }
    return pay
  }`

/** A page of one tag. `head` comes before any script of ours. */
const pageOf = (bffUrl: string, body: string, head = '', doctype = '<!doctype html>'): string =>
  `${doctype}<html lang="en"><head><meta charset="utf-8"><title>Odd</title><link rel="icon" href="data:,">${head}
  <script>${SHOP(bffUrl)}</script><script type="module" src="/terminal-pay.js"></script></head><body>${body}</body></html>`

/** Presses the pay button; the sale is approved. */
async function sells(pay: Locator): Promise<void> {
  await pay.getByRole('button', { name: 'Charge $42.00 on Counter' }).click()
  await approved(pay)
}

const approved = (pay: Locator): Promise<void> =>
  pay.getByRole('heading', { level: 2, name: /^\$[\d,.]+ approved$/ }).waitFor({ timeout: 30_000 })

/** Is the element's own drawing shown, not bare text? */
const isDrawn = async (pay: Locator): Promise<boolean> =>
  pay.locator('section').evaluate((section) => getComputedStyle(section).paddingTop !== '0px')

/** An unusual page: its steps, and the shop whose address it has. */
interface Odd {
  readonly shop: string
  readonly title: string
  readonly pages: (bffUrl: string, order: string) => Readonly<Record<string, OwnPage>>
  readonly act: (page: Page, visit: Visit) => Promise<void>
  readonly expected?: readonly RegExp[]
  /** Is no sale possible there? */
  readonly unsold?: true
}

const alone = (html: string): Readonly<Record<string, OwnPage>> => ({ '/': { html } })
const tag = (order: string): string =>
  `<terminal-pay></terminal-pay><script>setUp(document.querySelector('terminal-pay'), '${order}')</script>`
const only = (page: Page | FrameLocator): Locator => page.locator('terminal-pay')

const ODD: readonly Odd[] = [
  {
    shop: 'shadow',
    title: 'inside the shadow roots of other components',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          `<my-page></my-page><script>
            const within = (host) => host.attachShadow({ mode: 'open' })
            const inner = within(document.querySelector('my-page')).appendChild(document.createElement('my-card'))
            within(inner).append(setUp(document.createElement('terminal-pay'), '${order}'))
            addEventListener('terminal-pay-settled', (event) => (document.title = event.detail.outcome))
          </script>`,
        ),
      ),
    async act(page) {
      await sells(only(page))
      assert.equal(await page.title(), 'approved')
    },
  },
  {
    shop: 'dialog',
    title: 'in a dialog that is closed and opened again in the middle of it',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          `<dialog>${tag(order)}</dialog><script>document.querySelector('dialog').showModal()</script>`,
        ),
      ),
    async act(page) {
      await only(page).getByRole('button', { name: 'Charge $42.00 on Counter' }).click()
      await page.keyboard.press('Escape')
      await page.evaluate(() => document.querySelector('dialog')!.showModal())
      await approved(only(page))
    },
  },
  {
    shop: 'popover',
    title: 'in a popover',
    pages: (bff, order) =>
      alone(pageOf(bff, `<button popovertarget="pop">Pay</button><div id="pop" popover>${tag(order)}</div>`)),
    async act(page) {
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await sells(only(page))
      // A popover is as wide as its content.
      assert.ok(((await only(page).boundingBox())?.width ?? 0) >= 320)
      await page.setViewportSize({ width: 320, height: 640 })
      assert.ok(((await only(page).boundingBox())?.width ?? 999) <= 320)
    },
  },
  {
    shop: 'frame',
    title: 'in a sandboxed frame of the same site',
    pages: (bff, order) => ({
      '/': {
        html: '<!doctype html><title>Odd</title><link rel="icon" href="data:,"><iframe title="Pay" src="/inner" width="600" height="700" sandbox="allow-scripts allow-same-origin"></iframe>',
      },
      '/inner': { html: pageOf(bff, tag(order)) },
    }),
    act: (page) => sells(only(page.frameLocator('iframe'))),
  },
  {
    shop: 'nowhere',
    title: 'in a sandboxed frame without an origin, shows that payment is not possible',
    pages: (bff, order) => ({
      '/': {
        html: '<!doctype html><title>Odd</title><link rel="icon" href="data:,"><iframe title="Pay" src="/inner" width="600" height="700" sandbox="allow-scripts"></iframe>',
      },
      // Scripts of a page without an origin are cross-origin: the site must allow them, or nothing is drawn.
      '/inner': {
        html: pageOf(bff, tag(order)).replace(
          '<script type="module" src',
          '<script type="module" crossorigin src',
        ),
      },
    }),
    async act(page) {
      const pay = only(page.frameLocator('iframe'))
      await pay.getByRole('heading', { level: 2 }).waitFor()
      await pay.getByRole('heading', { name: /cannot|not set up|reach/i }).waitFor()
      assert.ok(await isDrawn(pay))
    },
    expected: [/CORS|blocked|Failed to load|terminal-pay>/],
    unsold: true,
  },
  {
    shop: 'versions',
    title: 'with two versions of the build, which is said once',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          `${tag(order)}<script type="module" src="/other/terminal-pay.js"></script>
          <div id="second"></div><script type="module">
            document.querySelector('#second').append(setUp(document.createElement('terminal-pay'), '${order}-second'))
          </script>`,
        ),
      ),
    async act(page) {
      const said: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning') said.push(message.text())
      })
      await page.reload()
      const first = only(page).first()
      await first.getByRole('button', { name: 'Charge $42.00 on Counter' }).waitFor()
      const second = page.locator('#second terminal-pay')
      await sells(first)
      await sells(second)
      assert.equal(said.filter((text) => /already registered/.test(text)).length, 1, said.join('\n'))
    },
  },
  {
    shop: 'polluted',
    title: 'where a script has put junk into every object and every list',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          tag(order),
          `<script>
            Object.prototype.junk = 'junk'
            Object.prototype.forEachOwn = function () { throw new Error('called') }
            Array.prototype.last = function () { throw new Error('called') }
            Function.prototype.junk = 'junk'
            String.prototype.junk = 'junk'
          </script>`,
        ),
      ),
    act: (page) => sells(only(page)),
  },
  {
    shop: 'memory',
    title: 'where nothing may be stored',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          tag(order),
          `<script>
            for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
              Object.defineProperty(globalThis, name, { get() { throw new DOMException('No', 'SecurityError') } })
          </script>`,
        ),
      ),
    act: (page) => sells(only(page)),
  },
  {
    shop: 'adopted',
    title: 'in another document, and in the first one again',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          `${tag(order)}<iframe title="Other" width="600" height="700" srcdoc="<!doctype html><body>"></iframe>`,
        ),
      ),
    async act(page) {
      await only(page).getByRole('button', { name: 'Charge $42.00 on Counter' }).waitFor()
      await page.evaluate(() => {
        const other = document.querySelector('iframe')!.contentDocument!
        other.body.append(other.adoptNode(document.querySelector('terminal-pay')!))
      })
      const there = only(page.frameLocator('iframe'))
      await sells(there)
      assert.ok(await isDrawn(there), 'it has lost its look in the other document')
      await page.evaluate(() => {
        const pay = document.querySelector('iframe')!.contentDocument!.querySelector('terminal-pay')!
        document.body.append(document.adoptNode(pay))
      })
      await approved(only(page))
      assert.ok(await isDrawn(only(page)), 'it has lost its look on the way back')
    },
  },
  {
    shop: 'quirks',
    title: 'on a page without a doctype',
    pages: (bff, order) => alone(pageOf(bff, tag(order), '', '')),
    async act(page) {
      assert.equal(await page.evaluate(() => document.compatMode), 'BackCompat')
      await sells(only(page))
    },
  },
  {
    shop: 'resets',
    title: 'under a style sheet that takes everything back with !important',
    pages: (bff, order) =>
      alone(
        pageOf(
          bff,
          tag(order),
          '<style>* { all: unset !important } button, section, div, p { display: none !important; color: white !important }</style>',
        ),
      ),
    async act(page) {
      const button = only(page).getByRole('button', { name: 'Charge $42.00 on Counter' })
      await button.waitFor()
      assert.ok(((await button.boundingBox())?.height ?? 0) >= 44)
      await sells(only(page))
      assert.ok(await isDrawn(only(page)))
    },
  },
]

const browser = useBrowser()
let world: World
let folder: string
before(async () => {
  folder = install({ ours: ['elements'] })
  world = await openWorld(ODD.map(({ shop }) => shop))
})
after(() => world.close())

describe('a sale is approved', { concurrency: 2 }, () => {
  for (const { shop, title, pages, act, expected = [], unsold } of ODD)
    test(title, async () => {
      const site = world.siteOf(shop)
      const order = `ODD-${shop}`
      const code = readFileSync(join(folder, ELEMENTS, 'terminal-pay.js'), 'utf8')
      const other = { html: `${code}\n/* another version */`, headers: { 'content-type': 'text/javascript' } }
      site.serve(join(folder, ELEMENTS), world.tradeOf(shop), {
        ...pages(world.bffUrl, order),
        '/other/terminal-pay.js': other,
      })
      const visit = await browser.visit()
      visit.expect(...expected)
      const page = await visit.tab()
      await page.goto(site.url)
      await act(page, visit)
      await visit.leave()
      assert.equal(await world.isPaid(order), unsold !== true)
    })
})
