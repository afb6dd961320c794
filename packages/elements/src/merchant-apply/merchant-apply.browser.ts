import { assert } from '@open-wc/testing'
import { mountApply, unmountAllApply } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

/** A BFF that answers reads from `answer` on. */
function heldBoarding(): { readonly bff: ScriptedBoarding; readonly answer: () => void } {
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  const bff = new ScriptedBoarding()
  bff.handler = async ({ method }) => {
    if (method === 'GET') await held
    return null
  }
  return { bff, answer }
}

describe('<merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('requests the application once and shows the things to have ready', async () => {
    const { bff, form, events } = mountApply()
    await form.step('start')
    assert.equal(form.title, 'Before you start')
    assert.include(form.text, 'Sign up with Northwind')
    assert.include(form.text, 'Test mode')
    assert.lengthOf(bff.requests, 1)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['merchant-apply-ready'],
    )
  })

  it('keeps the button of Start when the answer arrives: a press that spans the answer is a click', async () => {
    const { bff, answer } = heldBoarding()
    const { element, form } = mountApply({ bff })
    await element.updateComplete
    const start = form.button('Start')
    const { top } = start.getBoundingClientRect()
    answer()
    await form.until(() => element.phase === 'filling' && form.text.includes('Test mode'))
    await form.element.updateComplete
    // A browser sends a click only if press and release are on one element.
    assert.strictEqual(form.button('Start'), start)
    assert.equal(start.getBoundingClientRect().top, top)
    start.click()
    await form.step('plan')
  })

  it('renders the start step before data arrives and honors an early Start', async () => {
    const { bff, answer } = heldBoarding()
    const { form } = mountApply({ bff })
    await form.element.updateComplete
    assert.equal(form.title, 'Before you start')
    const top = form.button('Start').getBoundingClientRect().top
    form.press('Start')
    await form.element.updateComplete
    assert.equal(form.button('Start').getBoundingClientRect().top, top)
    assert.equal(form.button('Start').getAttribute('aria-disabled'), 'true')
    answer()
    await form.step('plan')
    await form.until(() => form.root.activeElement?.id === 'title')
  })

  it('Start works again after a removal that ended the move to the next step', async () => {
    const { form, element } = mountApply()
    await form.step('start')
    await form.until(() => element.phase === 'filling')
    const { parentNode } = element
    form.press('Start')
    element.remove()
    await new Promise((resolve) => setTimeout(resolve))
    parentNode!.append(element)
    await form.until(() => form.button('Start').getAttribute('aria-disabled') === null)
    form.press('Start')
    await form.step('plan')
  })

  for (const width of ['320px', '60rem']) {
    it(`the answer moves no rendered content, ${width} wide`, async () => {
      let answer = (): void => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      const bff = new ScriptedBoarding()
      bff.handler = async () => {
        await held
        return null
      }
      const { form, element } = mountApply({ bff })
      element.style.inlineSize = width
      await element.updateComplete
      // Relative to the element: a page that is scrolled to its end moves when the element grows.
      const top = (): number =>
        form.button('Start').getBoundingClientRect().top - element.getBoundingClientRect().top
      const before = top()
      answer()
      await form.step('start')
      assert.include(form.text, 'Use sample data')
      assert.equal(top(), before)
    })
  }

  it('lists errors in a summary that has the focus, with links to the fields', async () => {
    const { form } = mountApply()
    await form.step('start')
    form.press('Start')
    await form.step('plan')
    assert.equal(form.title, 'Step 1 of 8 – Choose a plan')
    await form.until(() => form.focused === form.title)
    form.press('Continue')
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, ['Choose a plan'])
    assert.equal(form.root.activeElement?.id, 'summary')
    form.follow('Choose a plan')
    await form.until(() => form.root.activeElement?.id === 'tierName')
    form.choose('Plus')
    await form.until(() => form.problems.length === 0)
  })

  it('saves after each step and continues without waiting', async () => {
    const { bff, form } = mountApply()
    await form.step('start')
    form.press('Start')
    await form.step('plan')
    form.choose('Plus')
    bff.offline = true
    form.press('Continue')
    await form.step('business')
    assert.equal(form.title, 'Step 2 of 8 – Your business')
    await form.until(() => form.text.includes('Not saved yet'))
    bff.offline = false
    dispatchEvent(new Event('online'))
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.step, 'business')
    assert.equal(bff.draft?.values.tierName, 'Plus')
    await form.until(() => form.text.includes('Saved'))
  })
})
