import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { clearScreens, SCREENS } from '../testing/screens/screens.ts'
import { untilStill } from '../testing/screens/screen.ts'

const PAY = SCREENS.filter(({ tag }) => tag === 'terminal-pay')

const buttonsOf = (element: HTMLElement): readonly HTMLButtonElement[] =>
  Array.from(element.shadowRoot!.querySelectorAll('button'))

describe('B2 D-104 every button keeps the focus in <terminal-pay>', () => {
  useFastClock()
  const { print } = globalThis
  const { clipboard } = navigator

  beforeEach(() => {
    globalThis.print = () => undefined
    const value = { writeText: () => Promise.resolve() }
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
  })
  afterEach(() => {
    clearScreens()
    // Printing does not change the page.
    dispatchEvent(new Event('afterprint'))
    globalThis.print = print
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  })

  for (const { name, show } of PAY)
    it(`every button by keyboard: ${name}`, async () => {
      const count = buttonsOf(await show()).length
      for (let at = 0; at < count; at += 1) {
        if (at) clearScreens()
        const element = at ? await show() : (document.querySelector('terminal-pay') as HTMLElement)
        const button = buttonsOf(element)[at]
        if (!button) continue
        const label = button.textContent.trim()
        button.focus()
        assert.equal(element.shadowRoot!.activeElement, button, `"${label}" can be focused`)
        await sendKeys({ press: 'Enter' })
        await untilStill(element)
        const { activeElement } = element.shadowRoot!
        assert.equal(document.activeElement, element, `after "${label}"`)
        assert.isNotNull(activeElement, `after "${label}"`)
        assert.isTrue(activeElement!.checkVisibility(), `after "${label}"`)
      }
    })
})
