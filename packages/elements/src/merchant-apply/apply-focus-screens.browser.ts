import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { COSTLY_CHECKS, LONG } from '../testing/engines.ts'
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

const wordsOf = (button: HTMLButtonElement): string => button.textContent.replace(/\s+/g, ' ').trim()

const buttonsOf = (element: HTMLElement): readonly HTMLButtonElement[] => [
  ...element.shadowRoot!.querySelectorAll('button'),
]

/** Unfolds what hides the button: only a shown button takes the focus. */
function unfold(button: HTMLButtonElement): void {
  for (let at = button.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true
  if (!button.checkVisibility()) button.closest('[part=document]')?.querySelector('button')?.click()
}

describe('a button of <merchant-apply> pressed by keyboard keeps the focus in the element', () => {
  const { print } = window
  const { click } = HTMLAnchorElement.prototype
  before(() => {
    window.print = () => void dispatchEvent(new Event('afterprint'))
    // The list of downloads of WebKit covers the page, which then draws nothing more.
    HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
      if (!this.download) click.call(this)
    }
  })
  after(() => {
    window.print = print
    HTMLAnchorElement.prototype.click = click
  })
  afterEach(unmountAllApply)

  /** Words of the buttons that were pressed on an earlier screen. */
  const pressed = new Set<string>()

  async function press(show: () => Promise<HTMLElement>, index: number, key: string): Promise<void> {
    const element = await show()
    const button = buttonsOf(element)[index]!
    const words = wordsOf(button)
    // The button of an empty secret: no action can disable it while it has the focus.
    if (button.disabled) return assert.equal(words, SHOW, 'cannot take the focus')
    unfold(button)
    await untilStill(element)
    button.focus()
    assert.equal(element.shadowRoot!.activeElement, button, `${words} takes the focus`)
    await sendKeys({ press: key })
    await untilStill(element)
    const { activeElement } = element.shadowRoot!
    assert.isNotNull(activeElement, `${words}, pressed with ${key === ' ' ? 'Space' : key}`)
    assert.equal(document.activeElement, element)
  }

  for (const { name, show } of screensOf('merchant-apply', { ...APPLY_SCREENS, ...APPLY_END_SCREENS }))
    it(name, async () => {
      const all = buttonsOf(await show()).map(wordsOf)
      unmountAllApply()
      for (const [index, words] of all.entries()) {
        // One engine presses every button of every screen, the others each kind of button once.
        if (!COSTLY_CHECKS && pressed.has(words)) continue
        pressed.add(words)
        for (const key of keysHere()) {
          await press(show, index, key)
          unmountAllApply()
        }
      }
    })
})
