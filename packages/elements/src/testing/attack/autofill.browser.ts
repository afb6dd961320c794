// Theft by autofill: each field says what a browser may fill in, no regulated field accepts any, none is hidden, and a form of the page
// gets nothing of what is typed.
import { assert } from '@esm-bundle/chai'
import { APPLY_SCREENS } from '../screens/apply.screens.ts'
import { clearScreens } from '../screens/screens.ts'
import { untilStill } from '../screens/screen.ts'

const SCREENS = Object.entries(APPLY_SCREENS).filter(([name]) => /filled in$|mailing address/.test(name))
/** Names of regulated values (paths of the contract). */
const REGULATED = /ssn|taxId$|accountNumber|routingNumber/
/** Kinds that a browser fills in. */
const FILLED = 'input:not([type=checkbox]):not([type=radio]), select, textarea'

describe('autofill', () => {
  afterEach(clearScreens)

  it('knows the screens with fields', () => assert.isAtLeast(SCREENS.length, 7))

  for (const [name, show] of SCREENS)
    it(`takes nothing in "${name}"`, async () => {
      const { element } = await show()
      await untilStill(element)
      const root = element.shadowRoot!
      for (const control of root.querySelectorAll<HTMLInputElement>(FILLED)) {
        const what = `${control.id} ${control.outerHTML.slice(0, 120)}`
        const token = control.getAttribute('autocomplete') ?? ''
        assert.notEqual(token, '', what)
        if (REGULATED.test(control.id)) assert.equal(token, 'off', what)
        assert.notMatch(token, /^cc-|password|one-time-code/, what)
        assert.notEqual(control.type, 'hidden', what)
        // An invisible field could collect what a browser fills in beside the others.
        assert.isTrue(control.checkVisibility({ opacityProperty: true, visibilityProperty: true }), what)
        const { width, height } = control.getBoundingClientRect()
        assert.isTrue(width > 20 && height > 12, what)
      }
      const form = document.createElement('form')
      document.body.append(form)
      form.append(element)
      await untilStill(element)
      assert.isEmpty([...new FormData(form).keys()])
      assert.lengthOf(form.elements, 0)
      form.remove()
    })
})
