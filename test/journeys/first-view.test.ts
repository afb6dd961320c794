// The checkout page of the demo as a clerk opens it: the terminal is one row, and Charge is in the first view at every size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CARD } from './support/clerk.ts'
import { useTill } from './support/till.ts'

const SIZES = [
  [1280, 720],
  [1366, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const

const till = useTill()
const read = (page: Page): Promise<{ away: boolean; shifted: number }> =>
  page.evaluate<{ away: boolean; shifted: number }>('firstView')

/** Records whether the page ever called the terminal not connected, and the sum of its layout shifts without input. */
const record = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { away: false, shifted: 0 }
    Object.assign(globalThis, { firstView: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const look = (): void => {
      const shown = document.querySelector('terminal-pay')?.shadowRoot?.textContent ?? ''
      seen.away ||= shown.includes('not connected')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

test('the first visit waits for the terminal that starts with the page, and nothing jumps', async () => {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    const { page } = await till.tab(async (page) => {
      await page.setViewportSize({ width, height })
      await record(page)
    })
    await page.getByRole('button', { name: 'Charge $42.00 on Front counter' }).waitFor()
    const { away, shifted } = await read(page)
    assert.equal(away, false)
    assert.ok(shifted < 0.02, `${width} × ${height}: a layout shift of ${shifted}`)
    await page.close()
  }
})

/** The scenes take one line, and none of them is outside of the window: a narrow page opens them below a button. */
async function showsScenes(page: Page, width: number): Promise<void> {
  const bar = page.locator('scenario-bar')
  const line = (await bar.boundingBox())?.height ?? Infinity
  assert.ok(line <= 60, `${width}: the bar of scenes is ${line} px high`)
  const opener = bar.getByRole('button', { name: 'Try a scene' })
  if (width <= 1100) await opener.click()
  const scenes = bar.getByRole('group', { name: 'Try a scene' }).getByRole('button')
  await scenes.last().waitFor()
  assert.equal(await scenes.count(), 8)
  for (const scene of await scenes.all()) {
    const { x, y, width: wide, height } = (await scene.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 }
    const size = page.viewportSize()
    assert.ok(
      x >= 0 && x + wide <= width && y + height <= (size?.height ?? 0),
      `${width}: a scene at ${x} px`,
    )
  }
  if (width <= 1100) await page.keyboard.press('Escape')
}

test('Charge and all scenes are in the first view of the demo at five sizes, without scrolling', async () => {
  const { page, pay } = await till.tab()
  const button = pay.getByRole('button', { name: /^Charge/ })
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await button.waitFor()
    const box = await button.boundingBox()
    assert.ok(box !== null && box.y >= 0, `${width} × ${height}`)
    const end = Math.round(box.y + box.height)
    assert.ok(end <= height, `${width} × ${height}: Charge ends at ${end} px`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await showsScenes(page, width)
  }
})

test('the shop and its order have their names on one line of a phone', async () => {
  const { page, pay } = await till.tab()
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 568 })
    await pay.getByRole('button', { name: /^Charge/ }).waitFor()
    for (const selector of ['.shop', '#order-title']) {
      const lines = await page.evaluate((chosen) => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector(chosen)!.lastChild!)
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
      }, selector)
      assert.equal(lines, 1, `${selector} at ${width} px`)
    }
  }
})

test('the skip link leads to the payment: Charge is the second stop of the Tab key after it', async () => {
  const { page, pay } = await till.tab()
  await pay.getByRole('button', { name: /^Charge .* on / }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const label = await pay.evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.textContent?.trim())
  assert.match(label ?? '', /^Charge \$42\.00 on /)
})

test('the text of the page does not change the elements around the payment', async () => {
  const { page, pay } = await till.tab()
  await pay.getByRole('button', { name: /^Charge/ }).waitFor()
  const changed = await page.evaluate(() => {
    const around = {
      'font-style': 'italic',
      'white-space': 'pre',
      'text-align': 'center',
      'text-transform': 'uppercase',
      'letter-spacing': '1.6px',
      'word-spacing': '8px',
    }
    const names = [
      'event-log',
      'scenario-bar',
      'sale-diagram',
      'virtual-terminal',
      'theme-switch',
      'language-switch',
    ]
    const looks = (name: string): string =>
      Array.from(document.querySelector(name)!.shadowRoot!.querySelectorAll('*'), (node) => {
        const style = getComputedStyle(node)
        return Object.keys(around).map((property) => style.getPropertyValue(property))
      }).join(' ')
    const before = names.map(looks)
    for (const [property, value] of Object.entries(around)) document.body.style.setProperty(property, value)
    const after = names.map(looks)
    document.body.removeAttribute('style')
    return names.filter((_, index) => before[index] !== after[index])
  })
  assert.deepEqual(changed, [])
})

test('Tap is in the first view of a low window, and on a phone the result comes into view after it', async () => {
  const clerk = await till.tab((page) => page.setViewportSize({ width: 1280, height: 720 }))
  const { page } = clerk
  const tap = page.locator('virtual-terminal').getByRole('button', { name: 'Tap', exact: true })
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
  const box = await tap.boundingBox()
  assert.ok(box !== null && box.y + box.height <= 720, `Tap ends at ${(box?.y ?? 0) + (box?.height ?? 0)} px`)

  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByRole('link', { name: 'The customer presents the card below' }).click()
  await tap.click()
  await clerk.sees('$42.00 approved')
  // The scroll may be smooth: wait for its end.
  await page.waitForFunction(() => {
    const root = document.querySelector('terminal-pay')?.shadowRoot
    const title = root?.getElementById('title')?.getBoundingClientRect()
    const next = root?.querySelector('.main')?.getBoundingClientRect()
    return title && next && title.top >= 0 && next.bottom <= innerHeight
  })
})

test('New sale takes the next order at the same page: its amount, its number, and Charge with the focus near it', async () => {
  const clerk = await till.tab()
  const { page, pay } = clerk
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
  await page.locator('virtual-terminal').getByRole('button', { name: 'Tap', exact: true }).click()
  await clerk.sees('$42.00 approved')
  await page.locator('#order-paid').waitFor()
  await clerk.button('New sale').focus()
  await page.keyboard.press('Enter')
  await clerk.button('Charge $118.40 on Front counter').waitFor()
  const next = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  assert.notEqual(next, till.order)
  await clerk.reads(`Order ${next}`)
  await page.locator('#order-about', { hasText: next }).waitFor({ state: 'attached' })
  assert.equal(await page.locator('#order-paid').isHidden(), true)
  assert.equal(await page.getByRole('button', { name: 'New order', exact: true }).isVisible(), false)
  assert.equal(await page.evaluate(() => document.activeElement?.localName), 'terminal-pay')
  assert.equal(await page.evaluate('sameDocument'), true)

  await clerk.charge('$118.40', 'Front counter')
  await clerk.sees(CARD)
  await clerk.press('Cancel the sale')
  await clerk.sees(/^Canceled at the till – /)
  await clerk.press('Close')
  await clerk.sees('Sale closed')
  await page.getByRole('button', { name: 'New order', exact: true }).click()
  await clerk.button('Charge $42.00 on Front counter').waitFor()

  await page.goBack()
  await clerk.sees(/^Canceled at the till – /)
  await clerk.reads(`Order ${next}`)
  await page.goBack()
  await pay.getByText(`Order ${till.order}`).waitFor()
  await clerk.sees(/^(Paid \$42\.00|\$42\.00 approved)$/)
})

test('Cancel is in the first view of the demo while the terminal waits for the card, without scrolling', async () => {
  const clerk = await till.tab()
  const { page } = clerk
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
  const button = clerk.button('Cancel the sale')
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    // The page folds its order by its width when it is loaded.
    await page.locator('#order').evaluate((order) => {
      order.toggleAttribute('open', matchMedia('(min-width: 1160px)').matches)
      scrollTo(0, 0)
    })
    const box = await button.boundingBox()
    const end = Math.round((box?.y ?? Infinity) + (box?.height ?? 0))
    assert.ok(end <= height, `${width} × ${height}: Cancel ends at ${end} px`)
    const [lines, ...parts] = await clerk.pay.evaluate(({ shadowRoot }) =>
      Array.from(shadowRoot!.querySelectorAll('header > .quiet, header .whole'), ({ clientHeight }) =>
        Math.round(clientHeight / 20),
      ),
    )
    assert.deepEqual(parts, [1, 1, 1], `${width} × ${height}: order, number and terminal have a line each`)
    if (width >= 1280) assert.equal(lines, 1, `${width} × ${height}: shop, order and terminal have one line`)
  }
  // The last size is the lowest: Cancel at its edge covers neither the instruction nor the time left.
  for (const [lang, left] of [
    ['de', /^Noch etwa/],
    ['es', /^Quedan/],
    ['fr-CA', /^Il reste/],
    ['pt-BR', /^Restam/],
    ['vi', /^Còn/],
    ['ar', /^تبقّى/],
    ['en', /^About/],
  ] as const) {
    await clerk.pay.evaluate((element, lang) => element.setAttribute('lang', lang), lang)
    const time = clerk.pay.locator('.panel .quiet', { hasText: left })
    await time.waitFor()
    const [title, rest, acts] = await Promise.all(
      [clerk.pay.locator('#title'), time, clerk.pay.locator('.acts')].map((part) => part.boundingBox()),
    )
    assert.ok(title && rest && acts && title.y >= 0)
    const end = Math.max(title.y + title.height, rest.y + rest.height)
    assert.ok(end <= acts.y, `${lang}: the time ends at ${end} px, Cancel begins at ${acts.y} px`)
  }
  await clerk.press('Cancel the sale')
  await clerk.sees(/^Canceled at the till – /)
})
