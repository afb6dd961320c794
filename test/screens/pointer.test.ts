// In forced colors a button that is off is grey, also under the pointer: the rules of hovering do not win.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Gallery } from './support/gallery.ts'

const gallery = await Gallery.open()

describe('in forced colors', () => {
  after(() => gallery.close())

  test('a button that is off stays grey under the pointer', async () => {
    const { page } = gallery
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await gallery.size(320, 600)
    await gallery.show(gallery.list.find((screen) => screen.file === 'terminal-pay/waiting-authorizing')!)
    const button = page.locator('button[aria-disabled=true]').first()
    const color = (): Promise<string> => button.evaluate((element) => getComputedStyle(element).color)
    const grey = await page.evaluate(() => {
      const probe = document.createElement('b')
      probe.style.color = 'GrayText'
      document.body.append(probe)
      const found = getComputedStyle(probe).color
      probe.remove()
      return found
    })
    assert.equal(await color(), grey)
    await button.hover()
    assert.equal(await button.evaluate((element) => element.matches(':hover')), true)
    assert.equal(await color(), grey)
  })
})
