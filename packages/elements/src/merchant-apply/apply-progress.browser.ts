import { assert } from '@open-wc/testing'
import { FILLED, FILLED_DRAFT } from '../testing/filled.ts'
import { SUBMITTED } from '../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

/** At "Where to find you", with a draft whose EIN has to be entered again. */
async function atContact(inlineSize: string): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = { ...FILLED_DRAFT, step: 'contact', values: { ...FILLED, taxId: '' } }
  const stage = mountApply({ bff })
  stage.element.style.display = 'block'
  stage.element.style.inlineSize = inlineSize
  await stage.form.step('contact')
  return stage
}

const list = ({ form }: ApplyStage): HTMLElement => form.root.querySelector('.progress')!
const items = (stage: ApplyStage): readonly HTMLElement[] => [...list(stage).querySelectorAll('li')]
const spoken = (stage: ApplyStage): readonly string[] =>
  items(stage).map((item) => item.querySelector('a')?.getAttribute('aria-label') ?? item.textContent.trim())

describe('the progress of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('says which steps are done and which need a change, and names the present one', async () => {
    const stage = await atContact('60rem')
    assert.deepEqual(spoken(stage).slice(0, 5), [
      'Choose a plan, done',
      'Your business, done',
      'Tax details, needs a change',
      'Where to find you',
      'Owners and signers',
    ])
    assert.deepEqual(
      items(stage).map((item) => item.getAttribute('aria-current')),
      [null, null, null, 'step', null, null, null, null],
    )
  })

  it('leads to each reached step, whose heading takes the focus', async () => {
    const stage = await atContact('60rem')
    const { form } = stage
    assert.lengthOf(list(stage).querySelectorAll('a'), 3, 'later steps are no links')
    items(stage)[1]!.querySelector('a')!.click()
    await form.step('business')
    await form.until(() => form.root.activeElement?.id === 'title')
    items(stage)[3]!.querySelector('a')!.click()
    await form.step('contact')
  })

  it('a narrow page shows the number of the step, and the list when it is opened', async () => {
    const stage = await atContact('20rem')
    const { form } = stage
    const [fold, steps] = ['details', 'ol'].map((part) => list(stage).querySelector<HTMLElement>(part)!)
    assert.equal(fold!.textContent.trim(), 'Step 4 of 8')
    assert.isFalse(steps!.checkVisibility())
    fold!.querySelector('summary')!.click()
    assert.isTrue(steps!.checkVisibility())
    items(stage)[0]!.querySelector('a')!.click()
    await form.step('plan')
    assert.isFalse(steps!.checkVisibility(), 'closed again')
  })

  it('a wide page shows the list beside the step', async () => {
    const stage = await atContact('60rem')
    assert.isFalse(list(stage).querySelector('summary')!.checkVisibility())
    assert.isTrue(list(stage).querySelector('ol')!.checkVisibility())
    const [steps, body] = ['.progress', '.body'].map((part) =>
      stage.form.root.querySelector(part)!.getBoundingClientRect(),
    )
    const isTurned = getComputedStyle(stage.element).direction === 'rtl'
    const [first, second] = isTurned ? [body, steps] : [steps, body]
    assert.isAtMost(first!.right, second!.left)
  })

  it('a name of two lines has more space to the next name than between its lines', async () => {
    const stage = await atContact('60rem')
    list(stage).style.inlineSize = '7.5rem'
    const names = items(stage).map((item) => {
      const range = document.createRange()
      range.selectNodeContents(item.querySelector('span')!)
      return range.getBoundingClientRect()
    })
    assert.isAbove(names.filter(({ height }) => height > 30).length, 2, 'names of two lines')
    for (const [index, { bottom }] of names.slice(0, -1).entries())
      assert.isAtLeast(names[index + 1]!.top - bottom, 10, `below name ${index + 1}`)
  })

  it('the final page has no list of steps', async () => {
    const bff = new ScriptedBoarding()
    bff.become(SUBMITTED)
    const { form } = mountApply({ bff })
    await form.step('done')
    assert.lengthOf(form.root.querySelectorAll('.progress'), 0)
  })

  it('an application that is only shown has no links to steps', async () => {
    const bff = new ScriptedBoarding()
    bff.draft = FILLED_DRAFT
    const stage = mountApply({ bff, attributes: { readonly: '' } })
    await stage.form.step('review')
    assert.lengthOf(list(stage).querySelectorAll('a'), 0)
  })
})
