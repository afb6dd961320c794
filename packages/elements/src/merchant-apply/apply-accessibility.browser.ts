import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { emptyValues, type ApplicationSnapshot, type Step } from '@tapboard/contract'
import { mountApply, unmountAllApply, type ApplySetting, type ApplyStage } from '../testing/mount-apply.ts'
import { APPLICATION, APPLY_NOW_MS, ScriptedBoarding } from '../testing/scripted-boarding.ts'

/** An application at a saved step, or after its submission. */
async function open(
  step: string | null,
  application: Partial<ApplicationSnapshot> = {},
  setting: ApplySetting = {},
): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.application = { ...APPLICATION, ...application }
  const kept = { version: 1, savedAtMs: APPLY_NOW_MS, expiresAtMs: APPLY_NOW_MS + 1 }
  if (step !== null) bff.draft = { step, values: { ...emptyValues(), tierName: 'Plus' }, ...kept }
  const stage = mountApply({ bff, ...setting })
  await stage.form.until(() => stage.element.phase !== 'loading')
  return stage
}

const FIELDS: readonly Step[] = ['plan', 'business', 'tax', 'contact', 'signers', 'bank', 'review']

describe('accessibility of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('completes with the keyboard alone; each step begins at its heading', async () => {
    const { form, element } = await open(null)
    form.button('Start').focus()
    await sendKeys({ press: 'Enter' })
    await form.step('plan')
    await form.until(() => form.root.activeElement?.id === 'title')
    await sendKeys({ press: 'Tab' })
    assert.equal(form.root.activeElement?.id, 'tierName')
    await sendKeys({ press: ' ' })
    await sendKeys({ press: 'ArrowDown' })
    await form.until(() => form.root.querySelector<HTMLInputElement>('input:checked') !== null)
    form.button('Back').focus()
    await sendKeys({ press: 'Tab' })
    assert.equal(form.focused, 'Continue')
    await sendKeys({ press: 'Enter' })
    await form.step('business')
    await form.until(() => form.root.activeElement?.id === 'title')
    assert.isTrue(element.matches(':focus-within'))
  })

  it('Enter in a field continues', async () => {
    const { form } = await open('contact')
    form.field('businessPhone').focus()
    await sendKeys({ press: 'Enter' })
    await form.until(() => form.root.activeElement?.id === 'summary')
    assert.isAbove(form.problems.length, 3)
  })

  it('each line of the summary equals the message at its field and leads there', async () => {
    for (const step of ['business', 'tax', 'contact', 'bank'] as const) {
      const { form, element } = await open(step)
      form.press('Continue')
      await form.until(() => form.problems.length > 0)
      for (const [index, link] of [
        ...form.root.querySelectorAll<HTMLAnchorElement>('.summary a'),
      ].entries()) {
        const sentence = form.problems[index]!
        const said = [...form.root.querySelectorAll('.message.bad')].map((one) => one.textContent?.trim())
        assert.include(said, sentence, step)
        link.click()
        await form.until(() => form.root.activeElement?.id !== 'summary')
        const { activeElement } = form.root
        const path = link.getAttribute('href')!.slice(1)
        assert.isTrue(
          activeElement?.id === path || activeElement?.matches(`[id^="${path}"] *, [name="${path}"]`),
          path,
        )
        form.root.getElementById('summary')!.focus()
      }
      element.remove()
    }
  })

  it('a link of the summary shows its field in the middle of the window', async () => {
    const { form, element } = await open('contact')
    const [before, after] = [document.createElement('div'), document.createElement('div')]
    for (const space of [before, after]) space.style.blockSize = '200vh'
    element.before(before)
    element.after(after)
    form.press('Continue')
    await form.until(() => form.problems.length > 0)
    form.follow('Enter the business phone number')
    await form.until(() => form.root.activeElement?.id === 'businessPhone')
    const { top, bottom } = form.field('businessPhone').closest('.field')!.getBoundingClientRect()
    assert.closeTo((top + bottom) / 2, innerHeight / 2, 2)
    for (const space of [before, after]) space.remove()
  })

  it('keeps the focus when a change was not caused by the person', async () => {
    const outside = document.createElement('input')
    document.body.append(outside)
    outside.focus()
    await open('tax')
    assert.equal(document.activeElement, outside)
    outside.remove()
  })

  it('has one live region, which announces an unsaved draft', async () => {
    const { bff, form } = await open('plan')
    assert.equal(form.root.querySelectorAll('[role=status], [aria-live]').length, 1)
    bff.offline = true
    form.press('Continue')
    await form.until(() => form.spoken.startsWith('Not saved'))
  })

  it('fits into 320 px in every step, with targets of at least 44 px, or 36 px in compact density without touch', async () => {
    const frame = document.createElement('div')
    frame.style.inlineSize = '320px'
    document.body.append(frame)
    for (const [step, density] of FIELDS.flatMap((one) => [
      [one, 'comfortable'] as const,
      [one, 'compact'] as const,
    ])) {
      const { form, element } = await open(step, {}, { attributes: { density } })
      frame.append(element)
      await form.until(() => form.buttons.includes('Back'))
      assert.isAtMost(form.root.querySelector('section')!.scrollWidth, 320, step)
      for (const target of form.root.querySelectorAll(
        'button:not(.link), label.choice, select, input:not([type])',
      )) {
        const isLow = density === 'compact' && !matchMedia('(any-pointer: coarse)').matches
        const least = isLow ? 36 : 44
        assert.isAtLeast(target.getBoundingClientRect().height, least, `${step}: ${target.textContent}`)
      }
      element.remove()
    }
    frame.remove()
  })

  it('lowers the controls of the compact density only where nothing can be touched', async () => {
    const { form } = await open('business', {}, { attributes: { density: 'compact' } })
    const rules = [...form.root.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules])
    const low = rules.filter((rule) => rule.cssText.includes('--control: 36px'))
    assert.lengthOf(low, 1)
    assert.equal((low[0] as CSSMediaRule).conditionText, 'not all and (any-pointer: coarse)')
  })

  it('has no style attribute and no style element, as a strict policy requires', async () => {
    for (const step of [null, ...FIELDS]) {
      const { form, element } = await open(step)
      assert.equal(form.root.querySelectorAll('[style], style').length, 0, String(step))
      element.remove()
    }
  })
})
