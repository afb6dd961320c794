// A tag that another script has registered first: this copy says so, throws nothing and leaves the other in place.
import { assert } from '@esm-bundle/chai'
import { defineOnce } from '../../shared/define.ts'
import '../../terminal-pay/terminal-pay.define.ts'
import { TerminalPay } from '../../terminal-pay/terminal-pay.element.ts'
import { mount, unmountAll } from '../mount.ts'

/** What the console is told during `act`. */
function warnings(act: () => void): readonly string[] {
  const { warn } = console
  const told: string[] = []
  console.warn = (text: string) => told.push(text)
  try {
    act()
  } finally {
    console.warn = warn
  }
  return told
}

const TAKEN =
  /^<[\w-]+> is already registered, by another script or by another copy of Tapboard; this copy stays unused$/

describe('a tag that is taken', () => {
  afterEach(unmountAll)

  it('by another script stays the other’s, with one sentence on the console', () => {
    class Foreign extends HTMLElement {}
    customElements.define('taken-first', Foreign)
    const told = warnings(() => defineOnce('taken-first', TerminalPay))
    assert.lengthOf(told, 1)
    assert.match(told[0]!, TAKEN)
    assert.equal(customElements.get('taken-first'), Foreign)
  })

  it('by this copy is registered once, without a word', () => {
    assert.isEmpty(warnings(() => defineOnce('terminal-pay', TerminalPay)))
  })

  it('by this copy works beside a second copy that stays unused', async () => {
    class SecondCopy extends HTMLElement {}
    assert.lengthOf(
      warnings(() => defineOnce('terminal-pay', SecondCopy)),
      1,
    )
    const { pay, element } = mount()
    await pay.phase('choosing')
    assert.instanceOf(element, TerminalPay)
  })
})
