import { assert } from '@open-wc/testing'
import { FILLED, FILLED_DRAFT } from '../testing/filled.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

/** Every computed property of every node of these parts, by default of the shown step. */
const computed = ({ form }: ApplyStage, parts = '.body, .body *'): readonly string[] =>
  Array.from(form.root.querySelectorAll(parts), (node) => {
    const style = getComputedStyle(node)
    return `${node.localName} ${Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')}`
  })

/** Leaves a field, which shows the step's warnings, and waits until the styles no longer change. */
const settled = async ({ form }: ApplyStage): Promise<void> => {
  form.field('dbaName').focus()
  form.field('dbaName').blur()
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}

/** The style sheets that the element has before the others arrive: of the theme, of the controls, and its own. */
const FIRST_SHEETS = 3

describe('styles of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('an earlier step looks the same before and after the review', async () => {
    const bff = new ScriptedBoarding()
    bff.draft = { ...FILLED_DRAFT, step: 'business' }
    const stage = mountApply({ bff, properties: { prefill: FILLED } })
    const { form, element } = stage
    await form.step('business')
    form.press('Back')
    await form.step('plan')
    form.press('Continue')
    await form.step('business')
    await form.until(() => form.text.includes('Saved'))
    await settled(stage)
    const before = computed(stage)
    form.press('Continue')
    await form.step('review')
    await element.goTo('business')
    await form.step('business')
    await form.until(() => form.text.includes('Saved'))
    await settled(stage)
    assert.isAbove(before.length, 50)
    assert.deepEqual(computed(stage), before)
  })

  it('a link of the list of steps looks the same on every step', async () => {
    const bff = new ScriptedBoarding()
    bff.draft = { ...FILLED_DRAFT, step: 'business' }
    const stage = mountApply({ bff, properties: { prefill: FILLED } })
    const { form, element } = stage
    element.style.display = 'block'
    element.style.inlineSize = '60rem'
    await form.step('business')
    form.press('Continue')
    await form.step('review')
    form.press('Continue')
    await form.step('agreement')
    const parts = '.progress li:first-child a, .progress li:first-child a *'
    const last = computed(stage, parts)
    assert.isAbove(last.length, 2)
    for (const step of ['business', 'tax', 'contact', 'signers', 'bank', 'review'] as const) {
      await element.goTo(step)
      await form.step(step)
      assert.deepEqual(computed(stage, parts), last, step)
    }
  })

  for (const [width, inlineSize] of [
    ['narrow', '20rem'],
    ['wide', '60rem'],
  ] as const)
    it(`the ${width} start page looks the same before and after the styles of the other steps arrive`, async () => {
      const stage = mountApply()
      const { form, element } = stage
      element.style.display = 'block'
      element.style.inlineSize = inlineSize
      await form.step('start')
      await form.until(() => form.root.adoptedStyleSheets.length > FIRST_SHEETS)
      if (width === 'narrow')
        for (const bar of form.root.querySelectorAll('.progress li'))
          assert.equal(bar.getBoundingClientRect().height, 6)
      const parts = '.progress, .progress *, .content, .content *'
      const after = computed(stage, parts)
      form.root.adoptedStyleSheets = form.root.adoptedStyleSheets.slice(0, FIRST_SHEETS)
      assert.isAbove(after.length, 25)
      assert.deepEqual(computed(stage, parts), after)
    })

  it('an unchosen control has the surface of its card, in dark too', async () => {
    const bff = new ScriptedBoarding()
    bff.draft = { ...FILLED_DRAFT, step: 'plan' }
    const { form } = mountApply({ bff, attributes: { theme: 'dark' } })
    await form.step('plan')
    const [chosen, other] = [':checked', ':not(:checked)'].map((state) =>
      getComputedStyle(form.root.querySelector(`.choice input${state}`)!),
    )
    assert.equal(other!.appearance, 'none', 'Chromium fills its own with grey')
    assert.equal(other!.backgroundColor, 'rgba(0, 0, 0, 0)')
    assert.equal(other!.width, '20px')
    assert.isAbove(parseFloat(chosen!.borderTopWidth), parseFloat(other!.borderTopWidth))
  })

  it('a fault, which has no list of steps, is not in the narrow column of that list', async () => {
    const bff = new ScriptedBoarding()
    bff.offline = true
    const { form, element } = mountApply({ bff })
    element.style.inlineSize = '60rem'
    element.style.display = 'block'
    await form.phase('fault')
    assert.isAtLeast(form.root.querySelector('.body')!.getBoundingClientRect().width, 600)
    bff.offline = false
    form.press('Try again')
    await form.phase('filling')
    const [list, body] = ['.progress', '.body'].map((part) =>
      form.root.querySelector(part)!.getBoundingClientRect(),
    )
    assert.equal(list!.top, body!.top, 'the list is beside the step')
  })
})
