import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { LONG } from '../testing/engines.ts'
import { APPLY_END_SCREENS } from '../testing/screens/apply-end.screens.ts'
import { APPLY_SCREENS } from '../testing/screens/apply.screens.ts'
import { screensOf, untilStill } from '../testing/screens/screen.ts'
import { FIELDS } from './fields/fields.strings.ts'
import { unmountAllApply } from '../testing/mount-apply.ts'

/** Each engine tests one key, in the long version both. WebKit tests Space, which presses a button when it is released. */
function keysHere(): readonly string[] {
  if (LONG) return ['Enter', ' ']
  return /Chrome|Firefox/.test(navigator.userAgent) ? ['Enter'] : [' ']
}

const SHOW = FIELDS.show

const buttonsOf = (element: HTMLElement): readonly HTMLButtonElement[] => [
  ...element.shadowRoot!.querySelectorAll('button'),
]

/** Unfolds what hides the button: only a shown button takes the focus. */
function unfold(button: HTMLButtonElement): void {
  for (let at = button.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true
}

describe('a button of <merchant-apply> pressed by keyboard keeps the focus in the element', () => {
  const { print } = window
  before(() => {
    window.print = () => void dispatchEvent(new Event('afterprint'))
  })
  after(() => {
    window.print = print
  })
  afterEach(unmountAllApply)

  for (const { name, show } of screensOf('merchant-apply', { ...APPLY_SCREENS, ...APPLY_END_SCREENS }))
    it(name, async () => {
      for (const key of keysHere()) {
        for (let index = 0, count = 1; index < count; index += 1) {
          const element = await show()
          const buttons = buttonsOf(element)
          count = buttons.length
          const button = buttons[index]
          if (button === undefined) break
          const words = button.textContent.replace(/\s+/g, ' ').trim()
          if (button.disabled) {
            // The button of an empty secret: no action can disable it while it has the focus.
            assert.equal(words, SHOW, 'cannot take the focus')
            unmountAllApply()
            continue
          }
          unfold(button)
          button.focus()
          assert.equal(element.shadowRoot!.activeElement, button, `${words} takes the focus`)
          await sendKeys({ press: key })
          await untilStill(element)
          const { activeElement } = element.shadowRoot!
          assert.isNotNull(activeElement, `${words}, pressed with ${key === ' ' ? 'Space' : key}`)
          assert.equal(document.activeElement, element)
          unmountAllApply()
        }
      }
    })
})
