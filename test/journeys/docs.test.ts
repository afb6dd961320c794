// The documentation in a real browser, under the policy it is served with: reading, keyboard search, phones, and live examples.
// It needs neither service nor BFF.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import type { Page } from 'playwright-core'
import { PAGES, pathOf } from '../../demo/docs/build/menu.ts'
import { addDocs, addFiles } from '../../demo/host/files.ts'
import { securityHeaders } from '../../demo/host/security.ts'
import { LONG } from '../kit/limits.ts'
import { AXE, findings, runAxe } from './support/axe.ts'
import { useBrowser, type Visit } from './support/browser.ts'
import { builtSite } from './support/shop.ts'

const browser = useBrowser()

let server: ServerType
let root: string
let visit: Visit
let page: Page

before(async () => {
  const app = new Hono()
  app.use(securityHeaders(() => []))
  const site = builtSite()
  addDocs(app, site)
  addFiles(app, site)
  await new Promise<void>((listening) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => listening())
  })
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
after(() => server.close())
beforeEach(async () => {
  visit = await browser.visit()
  page = await visit.tab()
})
afterEach(() => visit.leave())

async function audit(): Promise<readonly string[]> {
  await page.evaluate(AXE)
  return findings(await page.evaluate(runAxe))
}

const sideways = (): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A reference repeats the same few shapes hundreds of times: the first of them are audited, and the way around them. */
const AUDITED = 90
const shorten = (): Promise<void> =>
  page.evaluate((most) => {
    for (const rest of [...(document.querySelector('article')?.children ?? [])].slice(most)) rest.remove()
  }, AUDITED)

/** The steps of the application with sample data, by their titles. */
const STEPS_OF_APPLICATION = [
  'Choose a plan',
  'Your business',
  'Tax details',
  'Where to find you',
  'Owners and signers',
  'Bank account',
  'Check your answers',
]

/** The overview of all screens with their captions is at most so high at 1280 px. Without captions it took 15,000 px. */
const MOST_OF_OVERVIEW_PX = 18_500

/** Pages share their templates: every fifth one is audited, in the long version every one. */
const isAudited = (index: number): boolean => LONG || index % 5 === 0

for (const [index, name] of PAGES.entries()) {
  const narrow = index % 2 === 1
  const verb = isAudited(index) ? 'is accessible' : 'opens'
  test(`the page “${name}” ${verb}, ${narrow ? 'narrow and dark' : 'wide and light'}, and does not scroll sideways`, async () => {
    await page.setViewportSize({ width: narrow ? 320 : 1280, height: 800 })
    await page.emulateMedia({ colorScheme: narrow ? 'dark' : 'light' })
    await page.goto(root + pathOf(name))
    await page.locator('theme-switch').waitFor({ state: 'attached' })
    assert.ok((await sideways()) <= 0)
    if (!narrow) {
      await page.setViewportSize({ width: 320, height: 800 })
      assert.ok((await sideways()) <= 0, 'at 320 px')
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    if (!isAudited(index)) return
    await shorten()
    assert.deepEqual(await audit(), [])
  })
}

test('the home page plays a sale to its approval, takes no focus meanwhile, and then lets the reader charge', async () => {
  await page.goto(root + pathOf('index'))
  const pay = page.locator('terminal-pay')
  await page.getByRole('button', { name: 'Play a sale' }).click()
  const stage = page.locator('#live .live-stage')
  assert.equal(await stage.getAttribute('inert'), '')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await pay.getByRole('heading', { name: /approved$/, includeHidden: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Play a sale' }).waitFor()
  assert.equal(await stage.getAttribute('inert'), null)
  assert.deepEqual(await audit(), [])
  await page.getByRole('button', { name: 'Play a sale' }).click()
  await pay.getByRole('button', { name: /^Charge/, includeHidden: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Stop' }).click()
  await pay.getByRole('button', { name: /^Charge/ }).click()
  await page.locator('virtual-terminal').getByRole('button', { name: 'Swipe' }).click()
  await pay.getByRole('heading', { name: /approved$/, includeHidden: true }).waitFor({ state: 'attached' })
})

test('the home page lets the reader fill an application with sample data and send it to its approval', async () => {
  await page.goto(root + pathOf('index'))
  const apply = page.locator('merchant-apply')
  await page.locator('#live-application').scrollIntoViewIfNeeded()
  await apply.getByRole('heading', { name: 'Before you start' }).waitFor()
  await apply.getByRole('button', { name: 'Fill with sample data' }).click()
  const title = apply.getByRole('heading', { level: 2 })
  for (const heading of STEPS_OF_APPLICATION) {
    await title.filter({ hasText: heading }).waitFor()
    await apply.getByRole('button', { name: 'Continue' }).click()
  }
  await apply.getByRole('checkbox').check()
  await apply.getByRole('textbox').fill('Mara Lindqvist')
  await apply.getByRole('button', { name: /submit application/ }).click()
  await apply.getByRole('heading', { name: /approved/ }).waitFor()
  assert.deepEqual(await audit(), [])
})

test('the search works by keyboard alone', async () => {
  await page.goto(root + pathOf('index'))
  await page.keyboard.press('/')
  await page.keyboard.type('stolen token')
  const found = page.getByRole('option')
  await found.filter({ hasText: 'Stolen tokens' }).waitFor()
  const field = page.getByRole('combobox')
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  assert.equal(await field.getAttribute('aria-activedescendant'), await found.first().getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  assert.equal(await field.getAttribute('aria-activedescendant'), await found.nth(1).getAttribute('id'))
  assert.deepEqual(await audit(), [])
  await page.keyboard.press('Escape')
  await found.first().waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  await found.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/tokens\/#stolen-tokens$/)
  await page.getByRole('heading', { name: 'Stolen tokens' }).waitFor()
})

test('a search without results says so', async () => {
  await page.goto(root + pathOf('tokens'))
  await page.getByRole('combobox').fill('zyxwvut')
  await page.getByText('Nothing found for “zyxwvut”.').waitFor()
  await page.getByRole('combobox').fill('zyxwvut webhook')
  await page
    .getByText(/^No section has all of these words\. 8 of \d+ sections have some of them\.$/)
    .waitFor()
})

test('on a phone code keeps its lines and scrolls in its box, by keyboard, too', async () => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(root + pathOf('index'))
  const code = page.locator('pre').first()
  assert.equal(await code.evaluate((box) => getComputedStyle(box).whiteSpace), 'pre')
  assert.ok(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1))
  await code.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => document.querySelector('pre')!.scrollLeft > 0)
  assert.ok((await sideways()) <= 0)
})

test('on a phone the navigation is a drawer that Escape closes', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(root + pathOf('start'))
  const drawer = page.getByRole('navigation', { name: 'Documentation' })
  assert.equal(await drawer.isVisible(), false)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await drawer.getByRole('link', { name: 'State charts' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await drawer.getByRole('link', { name: 'State charts' }).click()
  await page.getByRole('heading', { level: 1, name: 'State charts' }).waitFor()
})

test('the selected framework applies to all pages, and code is copied completely', async () => {
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(root + pathOf('start'))
  await page.getByRole('radio', { name: 'Bundler' }).check()
  await page.reload()
  assert.equal(await page.getByRole('radio', { name: 'Bundler' }).isChecked(), true)
  const block = page.locator('.code', { hasText: 'tapboard-service accounts add' })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^npx tapboard-service accounts add .*\nnpx /,
  )
})

test('no copy button covers code, wide or on a phone', async () => {
  for (const [name, width] of [
    ['start', 1280],
    ['start', 390],
    ['index', 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(root + pathOf(name))
    const overlaps = await page.evaluate(() =>
      [...document.querySelectorAll('.code')]
        .filter((block) => block.checkVisibility())
        .map((block) => {
          const [code, button] = ['pre', '.copy'].map((part) =>
            block.querySelector(part)!.getBoundingClientRect(),
          )
          return code!.right - button!.left
        })
        .filter((overlap) => overlap > 0),
    )
    assert.deepEqual(overlaps, [], `${name} at ${width}`)
  }
})

test('the home page leads to the five-minute start from its first view', async () => {
  await page.goto(root + pathOf('index'))
  await page.getByRole('main').getByRole('link', { name: 'Start', exact: true }).click()
  await page.waitForURL(root + pathOf('start'))
})

test('the gallery shows all screens at a glance, opens one large in the selected look, and gives the focus back', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(root + pathOf('gallery'))
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ screens$/ })
    .waitFor()
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(pageHeight < MOST_OF_OVERVIEW_PX, `${pageHeight} px`)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.getByLabel('Find').fill('choosing, one t')
  const screen = page.locator('[data-screen]:visible')
  await page.getByText('1 screen', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'choosing, one terminal', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: 'choosing, one terminal' })
  await viewer.getByText('Press: Charge $42.00 on Front counter.', { exact: true }).waitFor()
  const inside = viewer.frameLocator('iframe')
  await inside.getByRole('button', { name: /^Charge/ }).waitFor()
  await viewer.getByLabel('Language').selectOption('Deutsch')
  await viewer.getByLabel('Theme').selectOption('Dark')
  await inside.getByRole('button', { name: /kassieren/ }).waitFor()
  assert.equal(await inside.locator('html').evaluate(({ style }) => style.colorScheme), 'dark')
  await viewer.getByRole('heading', { name: 'Before, on 2026-11-21, dark, at half size' }).waitFor()
  assert.match(page.url(), /\?(?=.*lang=de)(?=.*theme=dark)(?=.*screen=terminal-pay%2Fchoosing-one-terminal)/)
  assert.deepEqual(await audit(), [])
  assert.ok(requested.filter((path) => path.endsWith('/screen/')).length <= 3, 'only the opened screen runs')
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  await page.waitForURL(root + pathOf('gallery'))
  assert.equal(await screen.getByRole('link').evaluate((link) => link === document.activeElement), true)
})

test('a screen of the gallery has a link, Next leads to another one, and Back closes it', async () => {
  await page.goto(`${root + pathOf('gallery')}?element=terminal-pay`)
  await page.locator('#terminal-pay-approved').getByRole('link').click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  assert.equal(await title.textContent(), 'approved')
  const next = await page.locator('#terminal-pay-approved + li').getAttribute('data-name')
  assert.ok(next)
  await page.keyboard.press('ArrowRight')
  await title.filter({ hasText: next }).waitFor()
  await page.reload()
  await title.filter({ hasText: next }).waitFor()
  await page.getByRole('dialog').frameLocator('iframe').getByRole('heading').first().waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a screen keeps the storage of the site, and other pages cannot be framed', async () => {
  await page.goto(root + pathOf('index'))
  await page.evaluate(() => localStorage.setItem('kept', 'yes'))
  await page.goto(`${root}docs/screen/?screen=terminal-pay%2Fapproved`)
  await page.locator('terminal-pay').getByRole('heading').first().waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('kept')), null)
  await page.goto(root + pathOf('index'))
  assert.equal(await page.evaluate(() => localStorage.getItem('kept')), 'yes')
  const policyOf = async (path: string): Promise<string> =>
    (await fetch(root + path)).headers.get('content-security-policy') ?? ''
  assert.match(await policyOf('docs/screen/'), /frame-ancestors 'self'/)
  assert.match(await policyOf('docs/gallery/'), /frame-ancestors 'none'.*frame-src 'self'/)
  assert.match(await policyOf('docs/theming/'), /frame-ancestors 'none'.*frame-src 'self'/)
})

test('a selected color applies to the element, to the contrast and to the CSS', async () => {
  await page.goto(root + pathOf('theming'))
  const inside = page.frameLocator('#editor iframe')
  const css = page.locator('#editor .code code')
  const button = inside.getByRole('button', { name: /Charge/ })
  await button.waitFor()
  assert.match((await css.textContent()) ?? '', /The defaults.*--tapboard-accent: light-dark\(/s)
  await page.getByLabel('accent', { exact: true }).fill('#ff0')
  await page.getByLabel('accent', { exact: true }).press('Enter')
  await page.getByLabel('Show in').selectOption('Light')
  const colour = (): Promise<string> => button.evaluate((shown) => getComputedStyle(shown).backgroundColor)
  assert.equal(await colour(), 'rgb(255, 255, 0)')
  await page.getByRole('row', { name: /^on-accent on accent .* needs 4.5$/ }).waitFor()
  assert.match((await css.textContent()) ?? '', /--tapboard-accent: light-dark\(#ff0, #7db2ff\);/)
  await page.getByLabel('Show in').selectOption('Dark')
  assert.equal(await inside.locator('html').evaluate(({ style }) => style.colorScheme), 'dark')
  await page.getByLabel('Begin with').selectOption('High contrast')
  assert.match((await css.textContent()) ?? '', /--tapboard-radius: 4px;/)
  assert.equal(await page.locator('#editor td[data-good="false"]').count(), 0)
  await page.getByLabel('Screen', { exact: true }).selectOption('terminal-pay/approved')
  await inside.getByRole('heading', { name: /approved$/ }).waitFor()
  assert.match((await page.locator('#editor iframe').getAttribute('src')) ?? '', /&theme=dark$/)
  await page.getByLabel('Screen', { exact: true }).selectOption('merchant-apply/review')
  await inside.locator('merchant-apply').getByRole('heading').first().waitFor()
  const radius = inside.locator('html').evaluate(({ style }) => style.getPropertyValue('--tapboard-radius'))
  assert.equal(await radius, '4px')
})

test('the example uses the selected language and its direction', async () => {
  await page.goto(root + pathOf('languages'))
  await page.locator('terminal-pay').getByRole('heading', { name: 'Choose a terminal' }).waitFor()
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await page
    .locator('terminal-pay')
    .getByRole('heading', { name: /Terminal/ })
    .waitFor()
  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  await page.locator('[lang="ar"][dir="rtl"] terminal-pay').waitFor()
})
