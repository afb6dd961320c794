import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { emptyAddress, emptySigner, emptyValues, type ApplicationValues } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'
import { FILLED_DRAFT } from '../testing/filled.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding, TIERS } from '../testing/scripted-boarding.ts'

const HOME = { ...emptyAddress(), streetAddress: '12 Main St', city: 'Lakewood', state: 'NJ', zip: '08701' }

/** All values except the secrets. */
const KNOWN: Partial<ApplicationValues> = {
  ownershipType: 'llc',
  corporateName: 'Corner Repair LLC',
  productSold: 'Bicycle repair',
  businessStartDate: '2012-04-01',
  businessPhone: '7325550123',
  businessAddress: HOME,
  signers: [
    {
      ...emptySigner(true),
      firstName: 'Ann',
      lastName: 'Lee',
      title: 'Owner',
      ownershipPercentage: '50',
      dateOfBirth: '1980-02-29',
      ssn: '536228726',
      ownerCellPhone: '7325550123',
      address: HOME,
      isControlPerson: true,
    },
  ],
  allOwnersListed: true,
  bankingLater: true,
}

const errors = ({ events }: ApplyStage): ErrorDetail[] =>
  events.flatMap((event) => (event.type === 'merchant-apply-error' ? [event.detail as ErrorDetail] : []))

describe('settings of <merchant-apply>', () => {
  useFastClock()
  let said: string[] = []
  const { error } = console

  beforeEach(() => {
    said = []
    console.error = (...words: unknown[]) => said.push(words.join(' '))
  })
  afterEach(() => {
    console.error = error
    unmountAllApply()
  })

  it('reports a wrong bff-url once, shows a neutral message, and continues after its correction', async () => {
    const stage = mountApply({ properties: { bffUrl: 'ftp://nowhere' } })
    await stage.form.phase('fault')
    assert.equal(stage.form.title, 'This sign-up is not set up. Ask the company that sent you here.')
    assert.deepEqual(
      errors(stage).map(({ code, name }) => [code, name]),
      [['bff-url-invalid', 'bff-url']],
    )
    assert.lengthOf(said, 1)
    assert.match(said[0]!, /^<merchant-apply> .*must be the URL of your BFF/)
    stage.element.bffUrl = '/pay'
    await stage.form.step('start')
  })

  it('waits a moment for getToken, then reports it as missing', async () => {
    const stage = mountApply({ properties: { getToken: undefined } })
    await stage.form.phase('fault')
    assert.deepEqual(
      errors(stage).map(({ code, name }) => [code, name]),
      [['get-token-missing', 'getToken']],
    )
    stage.element.getToken = async () => 'token'
    await stage.form.step('start')
  })

  it('shows a neutral message when the BFF has no sign-up', async () => {
    const stage = mountApply()
    stage.bff.handler = () => stage.bff.problem('boarding-not-configured')
    await stage.form.phase('fault')
    assert.equal(stage.form.title, 'This sign-up is not set up. Ask the company that sent you here.')
    assert.equal(errors(stage)[0]?.code, 'boarding-not-configured')
  })

  it('retries on a press, and when the connection is back', async () => {
    const { bff, form } = mountApply()
    bff.offline = true
    await form.phase('fault')
    bff.offline = false
    const asked = new Promise<void>((resolve) => {
      bff.handler = () => {
        resolve()
        return bff.problem('store-unavailable')
      }
    })
    form.press('Try again')
    await asked
    await form.phase('fault')
    bff.handler = null
    dispatchEvent(new Event('online'))
    await form.step('start')
  })

  it('reports an invalid property and works without it', async () => {
    const stage = mountApply({
      attributes: { theme: 'pink', tier: 'Gold' },
      properties: { prefill: 'x' as never },
    })
    await stage.form.step('start')
    assert.deepEqual(
      errors(stage)
        .map(({ name }) => name)
        .toSorted((a, b) => String(a).localeCompare(String(b))),
      ['prefill', 'theme', 'tier'],
    )
    stage.form.press('Start')
    await stage.form.step('plan')
  })

  it('skips the plan if the page chose one or only one is offered', async () => {
    const chosen = mountApply({ attributes: { tier: 'Plus' } })
    await chosen.form.step('start')
    chosen.form.press('Start')
    await chosen.form.step('business')
    assert.equal(chosen.form.title, 'Step 1 of 7 – Your business')
    const bff = new ScriptedBoarding()
    bff.page = { tiers: TIERS.slice(0, 1) }
    const one = mountApply({ bff })
    await one.form.step('start')
    one.form.press('Start')
    await one.form.step('business')
  })

  it('says at once that no plan is offered, with nothing to prepare and no way on', async () => {
    const bff = new ScriptedBoarding()
    bff.page = { tiers: [] }
    const { form } = mountApply({ bff })
    await form.step('plan')
    await form.until(() => form.text.includes('No plan is available'))
    assert.deepEqual(form.buttons, [])
  })

  it('says that no plan is offered, and not that the chosen one is gone, when a draft is opened', async () => {
    const bff = new ScriptedBoarding()
    bff.page = { tiers: [] }
    bff.draft = FILLED_DRAFT
    const { form } = mountApply({ bff })
    await form.step('plan')
    await form.until(() => form.text.includes('No plan is available'))
    assert.deepEqual(form.problems, [])
  })

  it('asks only for values that the prefill does not have, and shows the others in the review', async () => {
    const { form } = mountApply({ attributes: { tier: 'Plus' }, properties: { prefill: KNOWN } })
    await form.step('start')
    form.press('Start')
    await form.step('tax')
    assert.deepEqual(form.problems, [])
    form.type('taxId', '12-3456788')
    form.press('Continue')
    await form.step('review')
    assert.include(form.text, 'Corner Repair LLC')
    form.press('Back')
    await form.step('bank')
  })

  it('applies a prefill set after the first render, and Start continues with it', async () => {
    const { form, element } = mountApply({ attributes: { tier: 'Plus' } })
    await form.step('start')
    element.prefill = KNOWN
    form.press('Start')
    await form.until(() => element.step !== 'start')
    const { form: before } = mountApply({ attributes: { tier: 'Plus' }, properties: { prefill: KNOWN } })
    await before.step('start')
    before.press('Start')
    await before.until(() => before.element.step !== 'start')
    assert.equal(element.step, before.element.step)
    assert.notEqual(element.step, 'business')
  })

  it('fills all steps with sample data in test mode, as far as the review', async () => {
    const { form } = mountApply()
    await form.step('start')
    await form.until(() => form.buttons.includes('Fill with sample data'))
    form.press('Fill with sample data')
    await form.step('plan')
    await form.until(() => form.text.includes('Filled in, please check'))
    assert.equal(form.spoken, 'Filled in, please check')
    for (const step of ['plan', 'business', 'tax', 'contact', 'signers', 'bank'] as const) {
      await form.step(step)
      assert.deepEqual(form.problems, [], step)
      form.press('Continue')
    }
    await form.step('review')
    assert.include(form.text, 'Lantern Street Coffee LLC')
    assert.deepEqual(form.problems, [])
  })

  it('fills a step with sample data in test mode, keeps what was typed, and says so at the button', async () => {
    const bff = new ScriptedBoarding()
    const kept = { version: 1, savedAtMs: 1, expiresAtMs: 2 }
    bff.draft = { step: 'contact', values: { ...emptyValues(), ...KNOWN, tierName: 'Plus' }, ...kept }
    const { form, element } = mountApply({ bff })
    await form.step('contact')
    form.type('businessPhone', '732-555-0199')
    assert.notInclude(form.text, 'Filled in, please check')
    form.press('Fill with sample data')
    await form.until(() => form.text.includes('Filled in, please check'))
    assert.equal(element.step, 'contact')
    assert.include((form.field('businessPhone') as HTMLInputElement).value, '555-0199')
    assert.equal((form.field('businessEmail') as HTMLInputElement).value, 'hello@lantern-coffee.example.com')
    form.press('Back')
    await form.step('tax')
    assert.notInclude(form.text, 'Filled in, please check')
  })

  it('offers no sample data in production', async () => {
    const bff = new ScriptedBoarding()
    bff.page = { environment: 'production' }
    const { form } = mountApply({ bff })
    await form.step('start')
    form.press('Start')
    await form.step('plan')
    form.press('Back')
    await form.step('start')
    assert.notInclude(form.buttons, 'Fill with sample data')
  })

  it('shows all values and allows no change with readonly', async () => {
    const bff = new ScriptedBoarding()
    const kept = { version: 1, savedAtMs: 1, expiresAtMs: 2 }
    bff.draft = { step: 'tax', values: { ...emptyValues(), ...KNOWN, tierName: 'Plus' }, ...kept }
    const { form, element } = mountApply({ bff, attributes: { readonly: '' } })
    await form.step('review')
    assert.include(form.text, 'Corner Repair LLC')
    assert.notInclude(form.buttons, 'Continue')
    await element.goTo('agreement')
    assert.equal(element.step, 'review')
    assert.lengthOf(bff.requests, 1)
  })

  it('replaces its texts with those of the page', async () => {
    const { form } = mountApply({ properties: { strings: { shell: { begin: 'Los' } } } })
    await form.step('start')
    assert.include(form.buttons, 'Los')
  })

  it('renders header, help and footer of the page', async () => {
    const { element, form } = mountApply()
    for (const slot of ['header', 'help', 'footer']) {
      const part = document.createElement('p')
      part.slot = slot
      element.append(part)
    }
    await form.step('start')
    const slots = [...form.root.querySelectorAll('slot')]
    assert.deepEqual(
      slots.map((slot) => [slot.name, slot.assignedElements().length]),
      [
        ['header', 1],
        ['help', 1],
        ['footer', 1],
      ],
    )
  })
})
