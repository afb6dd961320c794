import { assert } from '@open-wc/testing'
import { mount, unmountAll } from '../testing/mount.ts'
import { APPROVED } from '../testing/scripted-bff.ts'

describe('accessibility of <terminal-pay>', () => {
  afterEach(unmountAll)

  it('keeps the focus when a change was not caused by the person', async () => {
    const outside = document.createElement('input')
    document.body.append(outside)
    const { pay, bff } = mount({ sale: { state: 'started' } })
    await pay.phase('waiting')
    outside.focus()
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED)
    await pay.phase('approved')
    assert.equal(document.activeElement, outside)
    outside.remove()
  })

  it('has no style attribute and no style element, as a strict policy requires', async () => {
    const { pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    assert.equal(pay.root.querySelectorAll('[style], style').length, 0)
  })
})
