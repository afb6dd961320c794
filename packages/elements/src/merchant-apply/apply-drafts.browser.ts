import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands'
import { assert } from '@open-wc/testing'
import { emptyValues, type ApplicationValues } from '@tapboard/contract'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { APPLICATION, APPLY_NOW_MS, ScriptedBoarding } from '../testing/scripted-boarding.ts'

const BUSINESS: Partial<ApplicationValues> = {
  tierName: 'Plus',
  ownershipType: 'llc',
  corporateName: 'Corner Repair LLC',
  productSold: 'Bicycle repair',
  businessStartDate: '2012-04-01',
}

async function resumed(step: string, values: Partial<ApplicationValues> = BUSINESS): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  const kept = { version: 1, savedAtMs: APPLY_NOW_MS, expiresAtMs: APPLY_NOW_MS + 1 }
  bff.draft = { step, values: { ...emptyValues(), ...values }, ...kept }
  const stage = mountApply({ bff })
  await stage.form.until(() => stage.element.phase === 'filling')
  return stage
}

describe('drafts of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('resumes at the saved step and asks for secrets again', async () => {
    const { form, element, events } = await resumed('contact', { ...BUSINESS, taxIdType: 'EIN' })
    assert.equal(element.step, 'contact')
    assert.include(form.text, 'Welcome back')
    assert.deepEqual(
      Array.from(form.root.querySelectorAll('.notice a'), ({ textContent }) => textContent),
      ['Tax details'],
    )
    assert.deepEqual(events[0]?.detail, {
      applicationId: 'app_1',
      state: 'draft',
      environment: 'sandbox',
      step: 'contact',
      resumed: true,
    })
    assert.include(form.text, 'Tax IDs and account numbers are never kept')
    const [, , tax] = form.root.querySelectorAll('.progress li')
    assert.equal(tax!.querySelector('a')!.ariaLabel, 'Tax details, needs a change')
    form.press('Back')
    await form.step('tax')
    assert.include(form.text, 'are never kept')
    assert.notInclude(form.text, 'Welcome back')
  })

  it('says in 230 px at 320 px when the answers were saved and where a secret is missing', async () => {
    const { form, element } = await resumed('contact', { ...BUSINESS, taxIdType: 'EIN' })
    element.style.display = 'block'
    element.style.inlineSize = '320px'
    const box = form.root.querySelector('.notice')!
    assert.include(box.textContent, 'We saved your answers on')
    assert.isAtMost(box.getBoundingClientRect().height, 230)
    const [link, button] = ['a', 'button'].map((name) => box.querySelector(name)!.getBoundingClientRect())
    assert.isAtMost(link!.bottom, button!.bottom)
  })

  it('the welcome takes two lines at 390 px, with a link to start over that a finger hits', async () => {
    const { form, element } = await resumed('business')
    element.style.display = 'block'
    element.style.inlineSize = '390px'
    const [box, button] = [form.root.querySelector('.notice')!, form.button('Start over')].map((part) =>
      part.getBoundingClientRect(),
    )
    assert.isAtMost(box!.height, 66)
    assert.isAtLeast(button!.height, 44)
  })

  it('on a phone the kinds of business leave room for the next question in the first view', async () => {
    const { form, element } = await resumed('business')
    element.style.display = 'block'
    element.style.inlineSize = '390px'
    const top = element.getBoundingClientRect().top
    assert.isAtMost(form.field('corporateName').getBoundingClientRect().bottom - top, 844)
  })

  it('welcomes a person until the first Continue', async () => {
    const { form } = await resumed('business')
    assert.include(form.text, 'Welcome back')
    form.press('Continue')
    await form.step('tax')
    assert.notInclude(form.text, 'Welcome back')
  })

  it('does not call a step saved after a value has changed', async () => {
    const { form } = await resumed('business')
    const line = (): string => form.root.querySelector('[part=saved]')!.textContent.trim()
    assert.equal(line(), 'Saved')
    form.type('productSold', 'Bicycles and their repair')
    await form.until(() => line() === '')
    form.press('Continue')
    await form.step('tax')
    await form.until(() => line().startsWith('Saved'))
  })

  it('says of a step with a tax ID that it is not saved', async () => {
    const savedLine = ({ form }: ApplyStage): string =>
      form.root.querySelector('[part=saved]')!.textContent.trim()
    const stage = await resumed('contact', { ...BUSINESS, taxIdType: 'EIN' })
    assert.equal(savedLine(stage), 'Saved')
    await stage.element.goTo('tax')
    await stage.form.step('tax')
    assert.equal(savedLine(stage), 'Saved, except for the numbers that we never keep')
  })

  it('saves no secret, and no event contains a typed value', async () => {
    const { bff, form, events } = await resumed('tax')
    form.type('taxId', '12-3456788')
    form.press('Continue')
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.step, 'contact')
    const told = JSON.stringify([bff.requests.map(({ body }) => body), events.map(({ detail }) => detail)])
    assert.notInclude(told, '3456788')
    assert.notInclude(JSON.stringify(events.map(({ detail }) => detail)), 'Corner')
    assert.notInclude(form.root.innerHTML, '3456788')
  })

  it('saves one after the other, the newest last', async () => {
    const { bff, form } = await resumed('business')
    const { arrived, answer } = bff.holdSaves()
    form.press('Continue')
    await form.step('tax')
    await arrived
    form.type('taxId', '12-3456788')
    form.press('Continue')
    await form.step('contact')
    assert.lengthOf(bff.to('PUT', '/v1/application/draft'), 1)
    answer()
    await form.until(() => bff.draft?.step === 'contact')
    assert.equal(bff.draft?.version, 3)
  })

  it('saves values typed during a save of the same step', async () => {
    const { bff, form, element } = await resumed('business')
    const { arrived, answer } = bff.holdSaves()
    form.press('Continue')
    await form.step('tax')
    await arrived
    await element.goTo('business')
    form.type('productSold', 'Bicycles and more')
    form.press('Continue')
    await form.step('tax')
    answer()
    await form.until(() => bff.draft?.version === 3)
    assert.equal(bff.draft?.values.productSold, 'Bicycles and more')
  })

  it('recognizes its own save whose answer was lost', async () => {
    const { bff, form } = await resumed('business')
    bff.handler = (seen) => {
      if (seen.method !== 'PUT') return null
      bff.handler = null
      // The BFF stored the draft, but its answer is lost.
      const { step, values } = seen.body as { step: string; values: ApplicationValues }
      bff.draft = { step, values, version: 2, savedAtMs: 1, expiresAtMs: 2 }
      throw new TypeError('network error')
    }
    form.press('Continue')
    await form.until(() => form.text.includes('Not saved yet'))
    dispatchEvent(new Event('online'))
    await form.next('merchant-apply-draft-saved')
    assert.notInclude(form.text, 'another tab')
  })

  for (const choice of ['Load the newer ones', 'Keep what is here']) {
    it(`asks the person when the draft was changed elsewhere: ${choice}`, async () => {
      const { bff, form, element } = await resumed('business')
      bff.draft = { ...bff.draft!, values: { ...bff.draft!.values, productSold: 'Cars' }, version: 5 }
      form.press('Continue')
      await form.step('tax')
      await form.until(() => form.text.includes('changed in another tab'))
      form.press(choice)
      if (choice.startsWith('Load')) {
        await form.step('business')
        await form.until(() => (form.field('productSold') as HTMLInputElement).value === 'Cars')
      } else {
        await form.next('merchant-apply-draft-saved')
        assert.equal(bff.draft?.values.productSold, 'Bicycle repair')
        assert.equal(element.step, 'tax')
      }
    })
  }

  it('closes the form when the application was submitted in another window', async () => {
    const { bff, form } = await resumed('business')
    bff.become({ state: 'in_review', appId: 'APP-1' })
    bff.handler = ({ method }) => (method === 'PUT' ? bff.problem('application-closed') : null)
    form.press('Continue')
    await form.step('done')
    assert.include(form.text, 'APP-1')
  })

  it('starts over after a confirmation and keeps the focus in the form', async () => {
    const { bff, form } = await resumed('tax')
    form.press('Start over')
    await form.until(() => form.buttons.includes('Delete my answers'))
    form.button('Delete my answers').focus()
    form.press('Delete my answers')
    await form.step('start')
    assert.isNull(bff.draft)
    await form.until(() => form.root.activeElement?.id === 'title')
  })

  it('moving the element in the document keeps everything and sends nothing', async () => {
    const { bff, form, element } = await resumed('tax')
    form.type('taxId', '12-3456788')
    const before = bff.requests.length
    const frame = document.createElement('div')
    document.body.append(frame)
    for (let turn = 0; turn < 20; turn += 1) (turn % 2 ? document.body : frame).append(element)
    await element.updateComplete
    assert.equal(bff.requests.length, before)
    form.field('taxId').focus()
    assert.equal((form.field('taxId') as HTMLInputElement).value.replace(/\D/g, ''), '123456788')
    frame.remove()
  })

  it('saves pending values when it is put back into the page', async () => {
    const { bff, form, element } = await resumed('business')
    bff.offline = true
    form.press('Continue')
    await form.until(() => form.text.includes('Not saved yet'))
    element.remove()
    await Promise.resolve()
    bff.offline = false
    document.body.append(element)
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.step, 'tax')
  })

  it('a page can go to reached steps only', async () => {
    const { form, element } = await resumed('contact')
    await element.goTo('business')
    assert.equal(element.step, 'business')
    await element.goTo('bank')
    assert.equal(element.step, 'business')
    assert.equal((form.field('corporateName') as HTMLInputElement).value, 'Corner Repair LLC')
  })

  it('refresh keeps typed values and reports a withdrawn plan', async () => {
    const { bff, form, element } = await resumed('business')
    form.type('corporateName', 'Corner Shop')
    bff.page = {
      tiers: [
        { name: 'Gold', label: 'Gold', summary: null, fees: [], includes: [] },
        { name: 'Silver', label: 'Silver', summary: null, fees: [], includes: [] },
      ],
    }
    await element.refresh()
    await form.step('plan')
    assert.deepEqual(form.problems, ['The plan you chose is no longer offered. Choose another one'])
    form.choose('Silver')
    form.press('Continue')
    await form.step('business')
    assert.equal((form.field('corporateName') as HTMLInputElement).value, 'Corner Shop')
  })

  it('shows and follows the status of a decided application', async () => {
    const bff = new ScriptedBoarding()
    bff.application = { ...APPLICATION, state: 'approved', appId: 'APP-1', version: 4 }
    const { form, events } = mountApply({ bff })
    await form.step('done')
    assert.equal(form.element.phase, 'submitted')
    assert.include(form.text, 'APP-1')
    assert.deepEqual(
      events.map(({ type }) => type),
      ['merchant-apply-ready'],
    )
  })
})

describe('stable layout of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('errors shift the layout by less than 0.02, and "Your business" is at most 1,300 px high', async () => {
    const frame = document.createElement('div')
    frame.style.inlineSize = '1280px'
    document.body.append(frame)
    const { form, element } = mountApply({ attributes: { tier: 'Plus' } })
    frame.append(element)
    await form.step('start')
    form.press('Start')
    await form.step('business')
    await form.until(() => form.buttons.includes('Back'))
    assert.isAtMost(element.getBoundingClientRect().height, 1300)
    let shifted = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) shifted += entry.value
    })
    // Engines without this measurement have no such entries.
    observer.observe({ type: 'layout-shift' })
    form.button('Continue').focus()
    await sendKeys({ press: 'Enter' })
    await form.until(() => form.problems.length > 3)
    for (let frames = 0; frames < 30; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    observer.disconnect()
    frame.remove()
    assert.isAtMost(shifted, 0.02)
  })

  it('a press that leaves a field with a warning lands on the control below it', async () => {
    const { form } = await resumed('business')
    form.field('corporateName').focus()
    ;(form.field('corporateName') as HTMLInputElement).select()
    await sendKeys({ type: 'Corner Repair and Plumbing LLC' })
    const below = (): string => form.root.getElementById('corporateName-message')!.textContent.trim()
    const control = form.root.querySelector<HTMLElement>('[data-opens=website]')!
    // Firefox scrolls to the typed text in a later frame.
    await form.until(() => form.text.includes('CORNER REPAIR AND PLUM'))
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    control.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = control.getBoundingClientRect()
    await sendMouse({ type: 'move', position: [Math.round(x + width / 2), Math.round(y + height / 2)] })
    await sendMouse({ type: 'down' })
    const [pressed, text] = [control.getBoundingClientRect().y, below()]
    await sendMouse({ type: 'up' })
    assert.deepEqual([pressed, text], [y, ''])
    await form.until(() => form.root.getElementById('website') !== null)
    await form.until(() => below() === 'Statements show 22 characters')
    await resetMouse()
  })

  it('"Start over" deletes answers: it is not as wide as the button that goes on', async () => {
    const { form } = await resumed('business')
    const wide = (label: string): number => form.button(label).getBoundingClientRect().width
    assert.isBelow(wide('Start over'), wide('Continue'))
  })

  it('content that appears by itself is below the present reading position', async () => {
    const { bff, form } = await resumed('business')
    form.press('Continue')
    await form.step('tax')
    await form.until(() => form.text.includes('Saved'))
    const top = (): number => form.root.querySelector('.way')!.getBoundingClientRect().top
    const before = top()
    bff.draft = { ...bff.draft!, version: 9 }
    form.type('taxId', '12-3456788')
    await form.element.refresh()
    await form.until(() => form.text.includes('changed in another tab'))
    assert.equal(top(), before)
  })
})
