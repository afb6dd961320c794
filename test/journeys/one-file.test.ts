// The one-file build on a page with the strictest policy, every file with its hash (P31). The part that loads later, for a
// person's decision on an unknown result, is checked against its hash too.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildBrowserFile, type BrowserFiles } from '../../packages/elements/build/browser.ts'
import { asksAgain, useBrowser, type Visit } from './support/browser.ts'
import { Clerk, UNKNOWN } from './support/clerk.ts'
import { INITIATE, openShop, type StackShop } from './support/shop.ts'

const browser = useBrowser()
const PART = 'terminal-pay-resolve.js'
const SALE = 'terminal-pay-sale.js'
const LIST = 'terminal-pay-terminals.js'

let files: BrowserFiles
let shop: StackShop
let visit: Visit
let order: string

const hash = (name: 'sha256' | 'sha384', text: string): string =>
  `${name}-${createHash(name).update(text).digest('base64')}`

before(async () => {
  files = await buildBrowserFile()
  shop = await openShop({ features: { lookup: 'none', repeat: 'unknown' } })
  await shop.terminal('Back counter')
  await shop.terminal('Side counter')
  await shop.terminal('Door counter')
  await shop.terminal('Wall counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  order = await shop.newOrder()
})
afterEach(() => visit.leave())

/** Serves a page of the shop's own origin with the build. `changed` alters the files that load later. */
async function open(
  changed: Readonly<Record<string, string>> = {},
  lang = 'en',
): Promise<{ readonly page: Page; readonly loaded: readonly string[] }> {
  const loaded: string[] = []
  const shopScript = `
    const pay = document.querySelector('terminal-pay')
    pay.getToken = async (wish) => {
      const answer = await fetch('/api/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...wish, order: '${order}' }),
      })
      return answer.json()
    }`
  const map = JSON.stringify({
    integrity: Object.fromEntries(
      Array.from(files.later, ([name, text]) => [`/one/${name}`, hash('sha384', text)]),
    ),
  })
  const html = `<!doctype html><html lang="${lang}"><title>One file</title>
    <script type="importmap">${map}</script>
    <script type="module" src="/one/terminal-pay.js" integrity="${hash('sha384', files.code)}"></script>
    <terminal-pay resolve bff-url="${shop.stack.bffUrl}"></terminal-pay>
    <script type="module" src="/one/shop.js" integrity="${hash('sha384', shopScript)}"></script></html>`
  const policy = `default-src 'none'; script-src 'self' '${hash('sha256', map)}'; style-src 'self'; connect-src 'self' ${shop.stack.bffUrl}; require-trusted-types-for 'script'; trusted-types lit-html`
  const page = await visit.tab()
  await page.route('**/one/**', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/one/', '')
    loaded.push(name)
    const bodies: Record<string, string> = {
      ...Object.fromEntries(files.later),
      '': html,
      'terminal-pay.js': files.code,
      'shop.js': shopScript,
    }
    return route.fulfill({
      body: changed[name] ?? bodies[name] ?? '',
      contentType: name === '' ? 'text/html' : 'text/javascript',
      headers: { 'content-security-policy': policy },
    })
  })
  // These files do not come over the network, and a page without an address may not connect to this machine.
  await visit.context.grantPermissions(['local-network-access'])
  await page.goto(`${shop.siteUrl}/one/`)
  return { page, loaded }
}

async function losesItsAnswer(clerk: Clerk, terminal: string): Promise<void> {
  const lost = shop.line.loseAnswer(INITIATE)
  await clerk.charge('$42.00', terminal)
  await lost
  await clerk.sees(UNKNOWN)
}

test('P31 the one-file build breaks no rule of the strictest policy, and loads its other parts before they are needed', async () => {
  const { page, loaded } = await open()
  const clerk = new Clerk(page)
  await losesItsAnswer(clerk, 'Back counter')
  await clerk.reads(/You can settle this in \d:\d\d/)
  assert.deepEqual(loaded.slice(0, 5).toSorted(), ['', 'shop.js', 'terminal-pay.js', SALE, LIST].toSorted())
  assert.deepEqual(loaded.slice(5), [PART])
})

test('P31 rejects a part with a wrong hash and shows the remedy to the clerk', async () => {
  visit.expect(/integrity|digest/i)
  const { page } = await open({ [PART]: `${files.later.get(PART)};alert(1)` })
  page.on('dialog', () => assert.fail('the changed part ran'))
  const clerk = new Clerk(page)
  await losesItsAnswer(clerk, 'Side counter')
  await clerk.reads(/could not be loaded/)
  await clerk.reads(/We don’t know if \$42\.00 was paid/)
})

test('P31 D-77 Charge is off and explained while the sale part does not load, and works when it has', async () => {
  visit.expect(/integrity|digest/i, /ERR_FAILED/, /did not load/)
  const changed: Record<string, string> = { [SALE]: 'alert(1)' }
  const { page } = await open(changed)
  page.on('dialog', () => assert.fail('the changed part ran'))
  const clerk = new Clerk(page)
  await clerk.reads('A part of this page could not be loaded. Check the connection, or load the page again.')
  const charge = clerk.pay.getByRole('button', { name: /^Charge/ })
  await charge.and(clerk.pay.getByRole('button', { disabled: true })).waitFor()
  assert.equal(await page.evaluate(() => document.querySelector('terminal-pay')!.phase), 'choosing')
  await page.evaluate(() => document.querySelector('terminal-pay')!.start())
  assert.equal(await page.evaluate(() => document.querySelector('terminal-pay')!.phase), 'choosing')
  delete changed[SALE]
  // The element tries again by itself.
  if (!(await asksAgain(page))) await page.reload()
  await losesItsAnswer(clerk, 'Door counter')
})

test('P31 D-77 a running sale is said to be possible while the sale part does not load', async () => {
  visit.expect(/integrity|digest/i, /ERR_FAILED/, /did not load/)
  const changed: Record<string, string> = {}
  const { page } = await open(changed)
  const clerk = new Clerk(page)
  await losesItsAnswer(clerk, 'Wall counter')
  changed[SALE] = 'alert(1)'
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await clerk.sees('A transaction may be running. Look at the terminal.')
  await clerk.reads('Wall counter')
  delete changed[SALE]
  if (!(await asksAgain(page))) await page.reload()
  await clerk.sees(UNKNOWN)
})

test('P31 a page in another language loads its dictionary, verified by its hash, in parallel with the first request', async () => {
  const { page, loaded } = await open({}, 'de')
  await page.locator('terminal-pay').getByRole('heading', { name: 'Terminal wählen' }).waitFor()
  assert.deepEqual(
    loaded.toSorted(),
    ['', 'languages/pay.de.js', 'shop.js', SALE, LIST, 'terminal-pay.js'].toSorted(),
  )
})
