import { assert } from '@open-wc/testing'
import { mountApply, unmountAllApply } from '../testing/mount-apply.ts'
import { readyDesk, unmountAllDesks } from '../testing/mount-desk.ts'
import { mount, unmountAll } from '../testing/mount.ts'

/** What the text of a page may look like around an element. */
const PAGE = {
  'font-style': 'italic',
  'white-space': 'pre',
  'text-align': 'center',
  'text-transform': 'uppercase',
  'letter-spacing': '1.6px',
  'word-spacing': '8px',
}

type Look = Readonly<Record<string, string>>

/** The inherited properties of a node. */
function lookOf(node: Element): Look {
  const style = getComputedStyle(node)
  return Object.fromEntries(Object.keys(PAGE).map((name) => [name, style.getPropertyValue(name)]))
}

/** The looks of an element's heading and of each of its buttons and labels. */
const looks = ({ shadowRoot }: Element): readonly Look[] =>
  Array.from(shadowRoot!.querySelectorAll('h2, button, label, p'), lookOf)

const MOUNTED: Readonly<Record<string, () => Promise<Element>>> = {
  'terminal-pay': async () => {
    const { element, pay } = mount()
    await pay.phase('choosing')
    return element
  },
  'merchant-apply': async () => {
    const { element, form } = mountApply()
    await form.step('start')
    return element
  },
  'terminal-desk': async () => (await readyDesk()).element,
}

describe('the text of the page around an element', () => {
  afterEach(() => {
    unmountAll()
    unmountAllApply()
    unmountAllDesks()
    document.body.removeAttribute('style')
  })

  for (const [name, mounted] of Object.entries(MOUNTED))
    it(`does not change the text in <${name}>, but a rule for the element does`, async () => {
      const element = await mounted()
      const before = looks(element)
      assert.isAbove(before.length, 2)
      for (const [property, value] of Object.entries(PAGE)) document.body.style.setProperty(property, value)
      assert.deepEqual(looks(element), before)
      // A person's own spacing, or a decision of the page.
      const given = element as HTMLElement
      given.style.letterSpacing = '2px'
      assert.equal(getComputedStyle(element.shadowRoot!.querySelector('p, h2')!).letterSpacing, '2px')
    })
})
