import { assert } from '@open-wc/testing'
import { mount, unmountAll } from '../testing/mount.ts'
import { mountApply, unmountAllApply } from '../testing/mount-apply.ts'

/** Checks whether the styles apply: they hide the texts for screen readers. */
const isDressed = (element: HTMLElement): boolean =>
  getComputedStyle(element.shadowRoot!.querySelector('.unseen')!).position === 'absolute'

/** Moves an element into a frame's document and back; returns whether its styles apply before, there, and after the return. */
async function thereAndBack(element: HTMLElement): Promise<readonly boolean[]> {
  const frame = document.createElement('iframe')
  frame.title = 'another document'
  document.body.append(frame)
  const seen = [isDressed(element)]
  for (const target of [frame.contentDocument!, document]) {
    target.body.append(target.adoptNode(element))
    await (element as HTMLElementTagNameMap['terminal-pay']).updateComplete
    seen.push(isDressed(element))
  }
  frame.remove()
  return seen
}

describe('an element moved into another document', () => {
  afterEach(() => {
    unmountAll()
    unmountAllApply()
  })

  it('<terminal-pay> keeps its styles there and after its return', async () => {
    const { element, pay } = mount()
    await pay.phase('choosing')
    assert.deepEqual(await thereAndBack(element), [true, true, true])
  })

  it('<merchant-apply> keeps its styles there, also in steps with styles of their own', async () => {
    const { element, form } = mountApply()
    await form.step('start')
    assert.deepEqual(await thereAndBack(element), [true, true, true])
    form.press('Start')
    await form.step('plan')
    assert.isTrue(element.isConnected)
  })
})
