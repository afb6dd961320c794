// The packed packages in real apps. Each app is installed from the tarballs, type-checked with its own tool, which must also find
// each mistake of a list, built, served, and driven in Chromium against real processes until the sale is approved.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import { useBrowser } from '../journeys/support/browser.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { run } from '../kit/process.ts'
import { LONG } from '../kit/limits.ts'
import { built, installApp, typesHold, VITE, type BuiltApp } from './app.ts'
import { openWorld, type World } from './world.ts'

const TSC = ['typescript/bin/tsc', '-p', '.'] as const
const NGC = '@angular/compiler-cli/bundles/src/bin/ngc.js'
/** Apps whose own tools include their compiler. */
const OWN = ['vite'] as const

/** Apps that are built into files; each belongs to another developer and shares nothing with the others. */
const APPS: readonly BuiltApp[] = [
  { name: 'vite-ts', check: TSC, wrong: ['vite-ts.ts', 'src/wrong.ts'] },
  { name: 'react-19', check: TSC, wrong: ['react-19.tsx', 'src/wrong.tsx'] },
  { name: 'react-18', check: TSC, wrong: ['react-18.tsx', 'src/wrong.tsx'] },
  {
    name: 'vue-3',
    tools: OWN,
    check: ['vue-tsc/bin/vue-tsc.js', '-p', '.'],
    wrong: ['vue-3.vue', 'src/Wrong.vue'],
  },
  {
    name: 'svelte-5',
    tools: OWN,
    check: ['svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--output', 'machine'],
    wrong: ['svelte-5.svelte', 'src/Wrong.svelte'],
  },
  {
    name: 'angular',
    tools: OWN,
    check: [NGC, '-p', '.', '--noEmit'],
    wrong: ['angular.ts', 'src/wrong.ts'],
    build: [
      [NGC, '-p', '.'],
      [VITE, 'build', '--logLevel', 'error'],
    ],
  },
]

/** Apps with a page for the manager. */
const WITH_DESK: ReadonlySet<string> = new Set(['vite-ts', 'react-19'])

/** Each uses its own tools, which take seconds; the other frameworks are in the long version. */
const TRIED = LONG ? APPS : APPS.filter(({ name }) => name === 'vite-ts' || name === 'react-19')

/** Rendered on the server by React, with the routes of its own that a framework has. */
const NEXT: BuiltApp = {
  name: 'next-like',
  like: 'react-19',
  ours: ['bff', 'elements'],
  libraries: ['@lit/react', '@hono/node-server', 'hono', 'better-sqlite3'],
  tools: ['vite', 'typescript', '@types/node'],
  check: TSC,
  wrong: ['react-18.tsx', 'app/wrong.tsx'],
  build: [
    [VITE, 'build', '--logLevel', 'error'],
    [VITE, 'build', '--ssr', '--logLevel', 'error'],
  ],
}

const browser = useBrowser()
let world: World
before(async () => {
  world = await openWorld(TRIED.map(({ name }) => name))
})
after(() => world.close())

/** A sale on the page is approved, and the page's own code gets the event, too. */
async function sells(url: string, ...expected: readonly RegExp[]): Promise<void> {
  const visit = await browser.visit()
  visit.expect(...expected)
  const page = await visit.tab()
  await page.goto(url)
  const clerk = new Clerk(page)
  await clerk.press('Charge $42.00 on Counter')
  await clerk.sees(/^\$[\d,.]+ approved$/, 30_000)
  const reference = await clerk.fact('Reference')
  await page.getByText(`approved: ${reference}`).waitFor()
  await visit.leave()
}

/** Runs in the page: what the element shows and where, as it was served and as it is after its own first drawing. */
const RECORD = `
  globalThis.lookOfPay = () => {
    const pay = document.querySelector('terminal-pay')
    const section = pay.shadowRoot.querySelector('section')
    const { color, font } = getComputedStyle(section.querySelector('h2'))
    const html = section.outerHTML.replace(/<!--.*?-->/gs, '').replace(/\\s*(<[^>]*?)\\s*>\\s*/g, '$1>')
    return { html, color, font, box: section.getBoundingClientRect().toJSON(), sections: pay.shadowRoot.querySelectorAll('section').length }
  }
  customElements.whenDefined('terminal-pay').then(async () => {
    let painted = false
    requestAnimationFrame(() => (painted = true))
    await document.querySelector('terminal-pay').updateComplete
    globalThis.drawnFirst = { look: lookOfPay(), painted }
  })`

/** The server draws the element before its script runs: the first drawing changes nothing, and React reports no mismatch. */
async function drawnOnce(url: string): Promise<void> {
  const visit = await browser.visit()
  // React may need more than two seconds to set the function.
  visit.expect(/get-token-missing/)
  const page = await visit.tab()
  await page.addInitScript(RECORD)
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/client.js', (route) => script.promise.then(() => route.continue()))
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('terminal-pay').getByRole('heading', { name: 'Getting ready' }).waitFor()
  const served: unknown = await page.evaluate('lookOfPay()')
  script.resolve()
  await new Clerk(page).reads('Charge $42.00 on Counter')
  assert.deepEqual(await page.evaluate('drawnFirst'), { look: served, painted: false })
  await visit.leave()
}

/** A manager sees the sale of an order and refunds a part of it; the page's own code gets the event, too. */
async function refunds(url: string, order: string): Promise<void> {
  const visit = await browser.visit()
  const page = await visit.tab()
  // Another app is built and the processes of the proofs run meanwhile.
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  const desk = page.locator('terminal-desk')
  await desk.getByRole('button', { name: `Details of order ${order}` }).click()
  await desk.getByRole('button', { name: 'Refund', exact: true }).click()
  await desk.getByLabel('Amount to refund').fill('12.00')
  await desk.getByRole('button', { name: 'Continue' }).click()
  const clerk = new Clerk(page, desk.locator('terminal-pay'))
  // Its error says what the page shows instead.
  await clerk.reads('Refund $12.00 on Counter')
  await clerk.press('Refund $12.00 on Counter')
  await clerk.sees(/^\$[\d,.]+ refunded$/, 30_000)
  await page.getByText(`refunded: ${await clerk.fact('Reference')}`).waitFor()
  await visit.leave()
}

describe('the installed packages', { concurrency: 2 }, () => {
  for (const app of TRIED)
    test(`in an app with ${app.name} report type errors and take an approved sale`, async (t) => {
      const began = performance.now()
      const site = world.siteOf(app.name)
      const installed = installApp(app, { VITE_BFF_URL: world.bffUrl })
      t.after(() => installed.remove())
      await typesHold(app, installed)
      await built(app, installed)
      site.serve(join(installed.folder, 'dist'), world.tradeOf(app.name))
      const order = `ORDER-${app.name}`
      await sells(`${site.url}/?order=${order}`)
      assert.ok(await world.isPaid(order))
      if (WITH_DESK.has(app.name)) await refunds(`${site.url}/back-office.html`, order)
      t.diagnostic(`${app.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    })
  test('in a server-rendered app take an approved sale after hydration', async (t) => {
    const installed = installApp(NEXT)
    t.after(() => installed.remove())
    await typesHold(NEXT, installed)
    await built(NEXT, installed)
    const { folder } = installed
    const trade = await world.upstream.newMerchant('Next')
    const url = `http://127.0.0.1:${trade['PORT']}`
    const environment = { ...trade, SHOP_URL: url }
    const server = await run({ folder, file: 'dist/server/server.js', environment, ready: /open on (\S+)/ })
    t.after(() => server.kill())
    const sent = await (await fetch(`${url}/?order=ORDER-next`)).text()
    assert.match(sent, /<terminal-pay lang="en" bff-url="\/tapboard"><template shadowrootmode="open"><style>/)
    await drawnOnce(`${url}/?order=ORDER-next-0`)
    // While the page's own script loads for seconds, the element names the missing value, and continues once it is set.
    await sells(`${url}/?order=ORDER-next`, /get-token-missing/)
    const paid = await fetch(`${url}/tapboard/v1/orders/ORDER-next?amount=42.00&currency=USD`, {
      headers: { authorization: `Bearer ${trade['HOST_SECRET']}` },
    })
    assert.equal(((await paid.json()) as { readonly paid: boolean }).paid, true)
    // A stream of a page is open: without draining, the server would wait for its end.
    const visit = await browser.visit()
    visit.expect(/./)
    const page = await visit.tab()
    await page.goto(`${url}/?order=ORDER-next-2`)
    await new Clerk(page).reads('Charge $42.00')
    await server.stop()
    assert.deepEqual([server.child.exitCode, server.child.signalCode], [0, null], server.output())
    await visit.leave()
  })
})
