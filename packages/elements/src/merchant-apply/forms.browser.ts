import { assert, waitUntil } from '@open-wc/testing'
import { emptyAddress, emptySigner, emptyValues, type ApplicationValues } from '@tapboard/contract'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { APPLICATION, APPLY_NOW_MS, ScriptedBoarding } from '../testing/scripted-boarding.ts'

const HOME = {
  ...emptyAddress('US'),
  streetAddress: '12 Main St',
  city: 'Lakewood',
  state: 'NJ',
  zip: '08701',
}
const ANN = {
  ...emptySigner(true),
  firstName: 'Ann',
  lastName: 'Lee',
  title: 'Owner',
  ownershipPercentage: '50',
  dateOfBirth: '1980-02-29',
  ownerCellPhone: '7325550123',
  address: HOME,
  isControlPerson: true,
}

/** An application at a saved step. */
async function resumed(step: string, values: Partial<ApplicationValues> = {}): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = {
    step,
    values: { ...emptyValues(), tierName: 'Standard', ...values },
    version: 1,
    savedAtMs: APPLY_NOW_MS,
    expiresAtMs: APPLY_NOW_MS + 1,
  }
  const stage = mountApply({ bff })
  await stage.form.until(() => stage.element.step === step && stage.form.buttons.includes('Back'))
  return stage
}

async function address(
  { form, element }: ApplyStage,
  at: string,
  country: 'US' | 'CA' = 'US',
): Promise<void> {
  if (country === 'CA') {
    await form.open(`${at}.country`)
    form.type(`${at}.country`, 'CA')
    await element.updateComplete
  }
  form.type(`${at}.streetAddress`, '12 Main St')
  form.type(`${at}.zip`, country === 'US' ? '08701' : 'k1a0b1')
  form.type(`${at}.city`, country === 'US' ? 'Lakewood' : 'Ottawa')
}

async function person(
  stage: ApplyStage,
  index: number,
  [name, share, ssn]: readonly [string, string, string],
): Promise<void> {
  const { form } = stage
  const at = `signers[${index}]`
  await form.until(() => form.root.getElementById(`${at}.firstName`) !== null)
  // Role, share and phone of a sole proprietor are known.
  const isKnown = form.root.getElementById(`${at}.title`) === null
  form.type(`${at}.firstName`, name)
  form.type(`${at}.lastName`, 'Lee')
  if (!isKnown) {
    form.type(`${at}.title`, 'Owner')
    form.type(`${at}.ownershipPercentage`, share)
    form.type(`${at}.ownerCellPhone`, '(732) 555-0123')
  }
  form.type(`${at}.dateOfBirth`, '02/29/1980')
  form.type(`${at}.ssn`, ssn)
  // The country is that of the business.
  const country = form.text.includes('Country Canada') ? 'CA' : 'US'
  form.type(`${at}.address.streetAddress`, '12 Main St')
  form.type(`${at}.address.zip`, country === 'US' ? '08701' : 'k1a0b1')
  form.type(`${at}.address.city`, 'Lakewood')
  form.press('Save person')
  await waitUntil(() => form.focused === 'People')
}

async function business({ form }: ApplyStage, kind: string, name: string): Promise<void> {
  form.choose(kind)
  form.type('corporateName', name)
  form.type('productSold', 'Plumbing')
  form.type('businessStartDate', '2009-01-02')
  form.press('Continue')
  await form.step('tax')
}

async function contact(stage: ApplyStage, country: 'US' | 'CA' = 'US'): Promise<void> {
  const { form } = stage
  await form.step('contact')
  await address(stage, 'businessAddress', country)
  form.type('businessPhone', '+1 732 555 0123')
  form.press('Continue')
  await form.step('signers')
}

async function bankLater({ form }: ApplyStage): Promise<void> {
  form.press('Continue')
  await form.step('bank')
  form.press('Add it later')
  form.press('Continue')
  await form.step('review')
}

const everyValue = ({ form }: ApplyStage): string =>
  Array.from(form.root.querySelectorAll('input, textarea'), (each) => (each as HTMLInputElement).value).join(
    ' ',
  ) + form.root.innerHTML

describe('<merchant-apply> completed', () => {
  afterEach(unmountAllApply)

  it('by an LLC with two owners, from the first question to the review, without storing a secret', async () => {
    const stage = await resumed('business')
    const { form, bff } = stage
    await business(stage, 'Limited liability', 'Corner Repair LLC')
    form.type('taxId', '12-3456780')
    form.press('Continue')
    await contact(stage)
    assert.notInclude(everyValue(stage), '3456780')
    await person(stage, 0, ['Ann', '50', '123-45-6780'])
    form.press('Add another person')
    await person(stage, 1, ['Bo', '25', '123-45-6781'])
    assert.include(form.text, 'Shares so far: 75% of 100%')
    form.choose('Everyone who owns')
    form.press('Continue')
    await form.step('bank')
    assert.notInclude(everyValue(stage), '6780')
    form.type('banking.routingNumber', '021000021')
    form.type('banking.accountNumber', '000481174811')
    form.press('Continue')
    await form.step('review')
    assert.notInclude(everyValue(stage), '0048117')
    await form.until(() => bff.draft?.step === 'review')
    const kept = JSON.stringify(bff.requests.map(({ body }) => body))
    for (const secret of ['123456780', '123456781', '000481174811']) assert.notInclude(kept, secret)
  })

  it('by a sole proprietor, who enters the SSN once', async () => {
    const stage = await resumed('business')
    const { form } = stage
    await business(stage, 'Sole proprietorship', 'Ann Lee')
    form.choose('Social Security number')
    await form.until(() => form.text.includes('once, with your own details'))
    form.press('Continue')
    await contact(stage)
    await person(stage, 0, ['Ann', '100', '123-45-6780'])
    await bankLater(stage)
  })

  it('by a corporation in Canada', async () => {
    const stage = await resumed('business')
    const { form } = stage
    await business(stage, 'Corporation', 'Réparations du Coin inc.')
    form.type('taxId', '123456780')
    form.press('Continue')
    await contact(stage, 'CA')
    await person(stage, 0, ['Zoë', '100 %', '123456780'])
    form.choose('Everyone who owns')
    await bankLater(stage)
    assert.include(form.text, 'K1A 0B1')
  })

  it('removing a person is announced, and focuses the heading of the list', async () => {
    const { form, element } = await resumed('signers', { ownershipType: 'llc', signers: [ANN] })
    assert.include(form.text, 'Check one answer')
    form.press('Remove')
    await waitUntil(() => form.focused === 'People')
    assert.equal(form.spoken, 'Ann Lee was removed')
    form.press('Undo')
    await form.until(() => form.text.includes('Ann Lee Owner'))
    await element.updateComplete
    assert.equal(form.focused, 'People')
  })

  it('a link of the summary opens the person and focuses the field; the name precedes it in the list only', async () => {
    const bo = { ...ANN, firstName: 'Bo', ownershipPercentage: '25', isPrimary: false }
    const { form } = await resumed('signers', { ownershipType: 'llc', signers: [ANN, bo] })
    form.press('Continue')
    await form.until(() => form.problems.length > 0)
    assert.include(form.problems, 'Bo Lee: Enter the Social Security number or ITIN')
    form.follow('Bo Lee: Enter the Social Security number or ITIN')
    await waitUntil(() => form.root.activeElement?.id === 'signers[1].ssn')
    assert.include(form.problems, 'Enter the Social Security number or ITIN')
    assert.notInclude(form.buttons, 'Continue')
    form.press('Cancel')
    await waitUntil(() => form.focused === 'People')
  })

  it('a rejection by the service is at its field, in its own words, with the person', async () => {
    const bff = new ScriptedBoarding()
    const bo = { ...ANN, firstName: 'Bo', ownershipPercentage: '25', isPrimary: false }
    bff.draft = {
      step: 'review',
      values: { ...emptyValues(), tierName: 'Standard', ownershipType: 'llc', signers: [ANN, bo] },
      version: 1,
      savedAtMs: APPLY_NOW_MS,
      expiresAtMs: APPLY_NOW_MS + 1,
    }
    const message = 'This date does not match our records.'
    bff.application = {
      ...APPLICATION,
      state: 'refused',
      issues: [{ path: 'signers[1].dateOfBirth', code: 'upstream', message }],
    }
    const { form, element } = mountApply({ bff })
    await form.step('review')
    await form.until(() => form.problems.length > 0)
    form.follow(`Bo Lee: Date of birth: ${message}`)
    await waitUntil(() => form.root.activeElement?.id === 'signers[1].dateOfBirth')
    await element.updateComplete
    assert.equal(form.root.getElementById('signers[1].dateOfBirth-message')?.textContent.trim(), message)
    assert.deepEqual(form.problems, [`Date of birth: ${message}`])
    form.type('signers[1].dateOfBirth', '1981-03-04')
    await form.until(() => form.problems.length === 0)
  })

  it('D-69 a rejected value that is not on the form is asked for', async () => {
    const refusedAt = (path: string, values: Partial<ApplicationValues>): ApplyStage => {
      const bff = new ScriptedBoarding()
      bff.draft = {
        step: 'review',
        values: { ...emptyValues(), tierName: 'Standard', ownershipType: 'llc', signers: [ANN], ...values },
        version: 1,
        savedAtMs: APPLY_NOW_MS,
        expiresAtMs: APPLY_NOW_MS + 1,
      }
      const issues = [{ path, code: 'upstream', message: 'Not accepted.' }]
      bff.application = { ...APPLICATION, state: 'refused', issues }
      return mountApply({ bff })
    }
    const sole = { ownershipType: 'soleProprietorship', taxIdType: 'SSN' }
    for (const [path, values, found] of [
      ['dbaName', {}, 'dbaName'],
      ['mailingAddress.zip', {}, 'mailingAddress.zip'],
      ['taxId', sole, 'signers[0].ssn'],
    ] as const) {
      const { form } = refusedAt(path, values)
      await form.until(() => form.problems.length > 0)
      const sentence = form.problems.find((line) => line.includes('Not accepted.')) ?? ''
      form.follow(sentence)
      await waitUntil(() => form.root.activeElement?.id === found)
      if (found === path)
        assert.include(form.root.getElementById(`${found}-message`)?.textContent, 'Not accepted.')
      unmountAllApply()
    }
  })

  it('the page’s own texts replace ours, at the field and in the summary', async () => {
    const { form, element } = await resumed('tax', { ownershipType: 'llc' })
    element.strings = { tax: { fields: { taxId: { errors: { required: 'EIN, please' } } } } }
    form.press('Continue')
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, ['EIN, please'])
    assert.equal(form.root.getElementById('taxId-message')?.textContent.trim(), 'EIN, please')
  })

  it('P45 Enter clears the control of a secret', async () => {
    const { form } = await resumed('tax', { ownershipType: 'llc' })
    const control = form.field('taxId') as HTMLInputElement
    control.focus()
    control.value = '12-3456780'
    control.dispatchEvent(new InputEvent('input', { bubbles: true }))
    control.form!.requestSubmit()
    await form.step('contact')
    assert.isFalse(control.isConnected)
    assert.equal(control.value, '')
  })

  it('D-69 an invalid value stays as typed when the field is left', async () => {
    const { form } = await resumed('contact', { ownershipType: 'llc' })
    form.type('businessPhone', '(555) <b>12-34')
    await form.element.updateComplete
    assert.equal((form.field('businessPhone') as HTMLInputElement).value, '(555) <b>12-34')
  })
})
