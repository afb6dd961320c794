// The terminal as an app on a phone or tablet: it opens the terminal of the device, and comes back by itself after a restart of
// the service, of the shop's server, and of the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AWAY } from './support/browser.ts'
import { ScreenTerminal } from './support/clerk.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const till = useTill()

test('the page has an installable manifest with icons of the right sizes', async () => {
  const page = await till.visit.tab()
  await page.goto(`${till.shop.siteUrl}/terminal/?serial=REPAIR-0001`)
  const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href)
  const answer = await fetch(address)
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json')
  const manifest = (await answer.json()) as {
    start_url: string
    scope: string
    display: string
    icons: { src: string; sizes: string; type: string; purpose: string }[]
  }
  const { href: start } = new URL(manifest.start_url, address)
  assert.deepEqual([start, manifest.display], [`${till.shop.siteUrl}/terminal/?app`, 'fullscreen'])
  assert.ok(start.startsWith(new URL(manifest.scope, address).href))
  assert.deepEqual(new Set(manifest.icons.map(({ purpose }) => purpose)), new Set(['any', 'maskable']))
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(new URL(src, address))
    assert.equal(icon.headers.get('content-type'), type)
    const bytes = new DataView(await icon.arrayBuffer())
    // Width and height of a PNG are in its first chunk.
    if (type === 'image/png') assert.equal(sizes, `${bytes.getUint32(16)}x${bytes.getUint32(20)}`)
  }
})

test('the app opens the terminal of this device and is ready again after restarts of service, server and page', async () => {
  till.visit.expect(...AWAY)
  const page = await till.visit.tab()
  const terminal = new ScreenTerminal(page)
  await page.goto(`${till.shop.siteUrl}/terminal/?serial=REPAIR-0001`)
  await terminal.ready()
  await page.goto(`${till.shop.siteUrl}/terminal/?app`)
  await terminal.ready()
  await terminal.shows('REPAIR-0001')

  const { service, site } = till.shop.stack
  assert.ok(service)
  await service.stop()
  await terminal.shows('Connecting')
  await service.start()
  await terminal.ready()

  await until('the page is kept', () =>
    page.evaluate(async () => (await caches.match(new URL('./', location.href).href)) !== undefined),
  )
  await until('its scripts are kept', () =>
    page.evaluate(async () => {
      const cache = await caches.open('tapboard-terminal')
      return (await cache.keys()).some(({ url }) => url.endsWith('.js'))
    }),
  )
  await site.stop()
  await page.reload()
  await terminal.ready()
  await site.start()
  await page.reload()
  await terminal.ready()
})

test('the page without a serial number offers the shop’s terminal by its name, and another one without an address bar', async () => {
  const page = await till.visit.tab()
  await page.goto(`${till.shop.siteUrl}/terminal/`)
  await page.getByRole('heading', { name: 'Which terminal should this screen be?' }).waitFor()
  await page.getByRole('link', { name: 'Front counter' }).click()
  await new ScreenTerminal(page).ready()
  await page.getByRole('link', { name: 'Other terminal' }).click()
  await page.getByLabel('Serial number').fill('REPAIR-0009 №')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.waitForURL(/serial=REPAIR-0009/)
  await new ScreenTerminal(page).shows('Pair this terminal')
})

test('the text of the page around the terminal does not change the text on it', async () => {
  const page = await till.visit.tab()
  await page.goto(`${till.shop.siteUrl}/terminal/?serial=REPAIR-0001`)
  await new ScreenTerminal(page).ready()
  const looks = (): Promise<readonly string[]> =>
    page.locator('virtual-terminal').evaluate(({ shadowRoot }) =>
      Array.from(shadowRoot!.querySelectorAll('h2, p, button, label'), (node) => {
        const { fontStyle, whiteSpace, textAlign, textTransform, letterSpacing, wordSpacing } =
          getComputedStyle(node)
        return [fontStyle, whiteSpace, textAlign, textTransform, letterSpacing, wordSpacing].join()
      }),
    )
  const before = await looks()
  assert.ok(before.length > 3)
  await page.locator('body').evaluate(({ style }) => {
    style.font = 'italic 20px serif'
    style.whiteSpace = 'pre'
    style.textAlign = 'end'
    style.textTransform = 'uppercase'
    style.letterSpacing = '1.6px'
    style.wordSpacing = '8px'
  })
  assert.deepEqual(await looks(), before)
})
