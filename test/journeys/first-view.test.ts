// The checkout page of the demo as a clerk opens it: the terminal is one row, and Charge is in the first view at every size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTill } from './support/till.ts'

const SIZES = [
  [1280, 720],
  [1366, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const

const till = useTill({ opens: true })

test('Charge is in the first view of the demo at five sizes, without scrolling', async () => {
  const { page, pay } = till.clerk
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
  }
})
