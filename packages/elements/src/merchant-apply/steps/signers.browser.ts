import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { emptyAddress, emptySigner, type ApplicationValues, type SignerValues } from '@tapboard/contract'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import { Wording } from '../fields/wording.ts'
import { STEP as signers } from './signers.step.ts'

const HOME = {
  ...emptyAddress('US'),
  streetAddress: '12 Main St',
  city: 'Lakewood',
  state: 'NJ',
  zip: '08701',
}

const person = (
  firstName: string,
  share: string,
  ssn: string,
  more: Partial<SignerValues> = {},
): SignerValues => ({
  ...emptySigner(false, 'US'),
  firstName,
  lastName: 'Lee',
  title: 'Owner',
  ownershipPercentage: share,
  dateOfBirth: '1980-02-29',
  ssn,
  ownerCellPhone: '7325550123',
  address: HOME,
  ...more,
})

const ANN = person('Ann', '50', '123456780', { isPrimary: true, isControlPerson: true })
const BO = person('Bo', '25', '123456781')

const stage = (values: Partial<ApplicationValues>, scene = {}): StepStage =>
  new StepStage(signers, { values: { ownershipType: 'llc', businessAddress: HOME, ...values }, scene })

const text = (made: StepStage): string => made.root.textContent.replace(/\s+/g, ' ')
const focused = (made: StepStage): string | undefined => made.root.activeElement?.id

describe('the list of owners and signers', () => {
  afterEach(clearStages)

  it('adds a person on a separate page whose heading has the focus', () => {
    const made = stage({})
    assert.lengthOf(made.root.querySelectorAll('fieldset'), 0, 'there is no person to choose')
    made.button('Add a person').click()
    assert.equal(focused(made), 'person')
    assert.lengthOf(made.values.signers, 1)
    assert.isTrue(made.values.signers[0]!.isPrimary)
    assert.throws(() => made.button('Continue'))
    made.button('Back').click()
    made.continued = 0
    made.button('Add a person').click()
    made.button('Save person').click()
    assert.include(made.summary, 'Enter the first name')
    assert.equal(focused(made), 'summary')
    made.type('signers[0].firstName', 'Ann')
    made.type('signers[0].lastName', 'O’Neil-Lee')
    made.type('signers[0].title', 'Owner')
    made.type('signers[0].dateOfBirth', '2', false)
    const [, day, year] = made.root.querySelectorAll<HTMLInputElement>('.date input')
    for (const [control, typed] of [
      [day!, '29'],
      [year!, '1980'],
    ] as const) {
      control.focus()
      control.value = typed
      control.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    year!.blur()
    made.type('signers[0].ssn', '123-45-6780')
    made.type('signers[0].ownerCellPhone', '+1 (732) 555-0123')
    assert.isFalse(made.has('signers[0].isControlPerson'))
    assert.equal(made.values.signers[0]!.ownershipPercentage, '100')
    assert.isTrue(made.has('signers[0].address.zip'))
    made.card('Use the business address').click()
    assert.isFalse(made.has('signers[0].address.zip'))
    assert.deepEqual(made.values.signers[0]!.address, HOME)
    made.button('Save person').click()
    assert.deepEqual(made.summary, [])
    assert.equal(focused(made), 'signers')
    assert.include(text(made), 'Ann O’Neil-Lee')
    assert.include(text(made), 'Shares so far: 100% of 100%')
    made.card('Everyone who owns').click()
    made.submit()
    assert.equal(made.continued, 1)
    assert.equal(made.values.signers[0]!.dateOfBirth, '1980-02-29')
  })

  it('Cancel restores the list as it was', () => {
    const made = stage({ signers: [ANN] })
    made.button('Change Ann Lee').click()
    made.type('signers[0].firstName', 'Zoe')
    made.button('Cancel').click()
    assert.deepEqual(made.values.signers, [ANN])
    assert.equal(focused(made), 'signers')
    made.button('Add another person').click()
    made.type('signers[1].firstName', 'Nobody')
    made.button('Cancel').click()
    assert.deepEqual(made.values.signers, [ANN])
  })

  it('removing focuses the heading of the list, is announced, and can be undone', () => {
    const made = stage({ signers: [ANN, BO] })
    assert.include(text(made), 'Shares so far: 75% of 100%')
    made.button('Remove Ann Lee').click()
    assert.equal(focused(made), 'signers')
    assert.deepEqual(made.announced, ['Ann Lee was removed'])
    assert.include(text(made), 'Shares so far: 25% of 100%')
    assert.isTrue(made.values.signers[0]!.isPrimary, 'one person remains the main contact')
    made.button('Undo').click()
    assert.deepEqual(made.values.signers, [ANN, BO])
    assert.throws(() => made.button('Undo'))
  })

  it('D-162 removing an owner of 25 % or more takes back that all are listed', () => {
    const made = stage({ signers: [ANN, BO, person('Cy', '10', '123456782')] })
    made.card('Everyone who owns').click()
    made.button('Remove Cy Lee').click()
    assert.isTrue(made.values.allOwnersListed)
    made.button('Remove Bo Lee').click()
    assert.isFalse(made.values.allOwnersListed)
    assert.isFalse(made.card('Everyone who owns').checked)
  })

  it('D-162 shows role, share and phone of a sole proprietor as answers that can be changed', () => {
    const made = stage({ ownershipType: 'soleProprietorship', businessPhone: '7325550123' })
    signers.entered?.(made.scene.form, made.scene)
    const known = Array.from(made.root.querySelectorAll('.known p'), ({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    )
    assert.includeMembers(known, [
      'Role in the business Owner',
      'Share of the business 100%',
      'Cell phone (732) 555-0123',
    ])
    made.button('Change Cell phone').click()
    assert.equal(focused(made), 'signers[0].ownerCellPhone')
    // A toll-free number is no cell phone.
    const free = stage({ ownershipType: 'soleProprietorship', businessPhone: '8005550123' })
    signers.entered?.(free.scene.form, free.scene)
    assert.equal(free.at('signers[0].ownerCellPhone').value, '')
  })

  it('opens the first person at once, and no second one', () => {
    const made = stage({})
    signers.entered?.(made.scene.form, made.scene)
    assert.isTrue(made.has('signers[0].firstName'))
    made.button('Back').click()
    assert.lengthOf(made.values.signers, 0)
    const saved = stage({ signers: [emptySigner(true)] })
    signers.entered?.(saved.scene.form, saved.scene)
    assert.isTrue(saved.has('signers[0].firstName'))
    const full = stage({ signers: [ANN] })
    signers.entered?.(full.scene.form, full.scene)
    assert.isFalse(full.has('signers[0].firstName'))
  })

  it('exactly one person is the main contact', () => {
    const made = stage({ signers: [ANN, BO] })
    made.card('Bo Lee').click()
    assert.deepEqual(
      made.values.signers.map(({ isPrimary }) => isPrimary),
      [false, true],
    )
    assert.isTrue(made.card('Bo Lee').checked)
  })

  it('accepts at most ten persons', () => {
    const ten = [ANN, ...Array.from({ length: 9 }, () => BO)].map((one, index) => ({
      ...one,
      firstName: `P${index}`,
    }))
    const made = stage({ signers: ten })
    assert.throws(() => made.button('Add another person'))
    made.button('Remove P9 Lee').click()
    assert.isOk(made.button('Add another person'))
  })

  it('reports once that the shares exceed 100 % or that a number is repeated', () => {
    const made = stage({ signers: [ANN, { ...BO, ownershipPercentage: '51', ssn: ANN.ssn }] })
    made.card('Everyone who owns').click()
    made.submit()
    assert.deepEqual(made.summary, [
      'Bo Lee: Check the number: another person of the list has the same',
      'Change the shares: together they are more than 100%',
    ])
    assert.include(text(made), 'Check one answer')
    assert.equal(made.below('signers'), 'Change the shares: together they are more than 100%')
    made.root.querySelector<HTMLButtonElement>('#summary button')!.click()
    assert.equal(focused(made), 'signers[1].ssn')
    assert.equal(made.below('signers[1].ssn'), 'Check the number: another person of the list has the same')
  })

  it('asks a sole proprietor for one person with 100 %', () => {
    const made = stage({
      ownershipType: 'soleProprietorship',
      taxIdType: 'SSN',
      corporateName: 'Corner Repair',
    })
    made.button('Add yourself').click()
    assert.equal(made.values.signers[0]!.ownershipPercentage, '100')
    assert.isFalse(made.has('signers[0].isControlPerson'))
    made.button('Back').click()
    assert.lengthOf(made.values.signers, 0)
    const one = stage({ ownershipType: 'soleProprietorship', taxIdType: 'SSN', signers: [ANN] })
    assert.throws(() => one.button('Add another person'))
    assert.throws(() => one.card('No one else owns'))
    one.submit()
    assert.deepEqual(one.summary, ['Enter 100: a sole proprietor owns all of the business'])
  })

  it('marks a person whose number must be entered again', () => {
    const made = stage({ signers: [{ ...ANN, ssn: '' }] }, { missingSecrets: new Set(['signers[0].ssn']) })
    assert.include(text(made), 'Check one answer')
    made.button('Change Ann Lee').click()
    assert.include(made.at('signers[0].ssn-hint').textContent, 'again')
  })

  it('names without a blank do not widen the page', () => {
    const long = { ...ANN, firstName: 'W'.repeat(35), lastName: 'م'.repeat(35) }
    const made = new StepStage(signers, {
      values: { ownershipType: 'llc', signers: [long, { ...BO, firstName: 'x'.repeat(10_000) }] },
      width: 320,
    })
    assert.isAtMost(made.host.scrollWidth, 320)
    made.submit()
    assert.isAtMost(made.host.scrollWidth, 320)
    made.root.querySelectorAll<HTMLButtonElement>('.person button')[2]!.click()
    assert.isAtMost(made.host.scrollWidth, 320)
  })

  it('completes with the keyboard alone', async () => {
    const made = stage({ signers: [ANN] })
    made.button('Change Ann Lee').focus()
    await sendKeys({ press: 'Enter' })
    assert.equal(focused(made), 'person')
    await sendKeys({ press: 'Tab' })
    assert.equal(focused(made), 'signers[0].firstName')
    await sendKeys({ type: 'Anna' })
    await sendKeys({ press: 'Enter' })
    assert.equal(focused(made), 'signers')
    assert.include(made.values.signers[0]!.firstName, 'Anna')
  })

  it('offers the browser’s autofill for a person and the birthday, never for the SSN', () => {
    const made = stage({ signers: [ANN] })
    made.button('Change Ann Lee').click()
    const fill = (path: string): string | null => made.at(path).getAttribute('autocomplete')
    assert.equal(fill('signers[0].firstName'), 'section-person1 given-name')
    made.card('Use the business address').click()
    assert.equal(fill('signers[0].address.zip'), 'section-person1 postal-code')
    assert.equal(fill('signers[0].dateOfBirth'), 'bday-month')
    assert.equal(fill('signers[0].ssn'), 'off')
    assert.equal(fill('signers[0].ownershipPercentage'), 'off')
    assert.isAbove(made.root.querySelectorAll('datalist option').length, 5)
  })

  it('D-76 shows a role in the person’s language and submits the English one', () => {
    const made = stage(
      { signers: [ANN] },
      { wording: new Wording({ signers: { titleNames: ['Inhaber/in'] } }) },
    )
    made.button('Change Ann Lee').click()
    const roles = Array.from(made.root.querySelectorAll<HTMLOptionElement>('datalist option'))
    assert.deepEqual(
      roles.slice(0, 2).map(({ value, text }) => [value, text]),
      [
        ['Owner', 'Inhaber/in'],
        ['Co-owner', 'Co-owner'],
      ],
    )
  })
})
