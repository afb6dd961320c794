import { assert } from '@open-wc/testing'
import { mountApply, unmountAllApply } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

describe('<merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('asks for the application once, and shows what to have ready', async () => {
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

  it('draws what everybody begins with at once, and who presses Start early goes on when the answer is there', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    const bff = new ScriptedBoarding()
    bff.handler = async ({ method }) => {
      if (method === 'GET') await held
      return null
    }
    const { form } = mountApply({ bff })
    await form.element.updateComplete
    assert.equal(form.title, 'Before you start')
    const top = form.button('Start').getBoundingClientRect().top
    form.press('Start')
    await form.element.updateComplete
    assert.equal(form.button('Start').getBoundingClientRect().top, top)
    answer()
    await form.step('plan')
    await form.until(() => form.root.activeElement?.id === 'title')
  })

  for (const width of ['320px', '60rem']) {
    it(`what the answer adds moves nothing that was there, ${width} wide`, async () => {
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

  it('says what is wrong in a summary that takes the focus, and its link leads to the field', async () => {
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

  it('saves what was typed after each step, and goes on without waiting for it', async () => {
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
