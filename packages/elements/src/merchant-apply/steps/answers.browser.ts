import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { emptyAddress, emptySigner, type ApplicationValues } from '@tapboard/contract'
import { applyDictionaries } from '../../testing/dictionaries.ts'
import { SPOKEN } from '../../testing/spoken.ts'
import { clearStages, StepStage, type StepSetting } from '../../testing/step-stage.ts'
import { Wording } from '../fields/wording.ts'
import type { StepPart } from '../step.ts'
import { STEP as bank } from './bank.step.ts'
import { STEP as business } from './business.step.ts'
import { STEP as contact } from './contact.step.ts'
import { STEP as signers } from './signers.step.ts'
import { STEP as tax } from './tax.step.ts'

const text = (made: StepStage): string => made.root.textContent.replace(/\s+/g, ' ')

/** The page of a person. */
function person(setting: StepSetting = {}): StepStage {
  const values = { ownershipType: 'llc', signers: [emptySigner(true)] }
  const made = new StepStage(signers, { values, ...setting })
  made.button('Change Person 1').click()
  return made
}

const PRESSED: MouseEventInit = { buttons: 1, bubbles: true, composed: true }

const nextTask = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve))

const NEW_YORK = { streetAddress: '12 Main St', city: 'Albany', state: 'NY' }

describe('the answers of a business', () => {
  afterEach(clearStages)

  it('completes from the keyboard alone and formats only fields that are left', async () => {
    const made = new StepStage(business)
    made.at('ownershipType').focus()
    await sendKeys({ press: 'ArrowDown' })
    assert.equal(made.values.ownershipType, 'partnership')
    made.at('annualCreditCardSales').focus()
    await sendKeys({ type: '250000' })
    assert.equal(made.at('annualCreditCardSales').value, '250000')
    made.at('annualCreditCardSales').blur()
    assert.equal(made.at('annualCreditCardSales').value, '$250,000')
    made.type('annualCreditCardSales', '$250,000.00')
    assert.equal(made.values.annualCreditCardSales, '250000')
  })

  it('shows the line of the card statement while the name is typed', () => {
    const made = new StepStage(business)
    const shown = (): string => made.root.querySelector('.statement b')!.textContent
    made.type('corporateName', 'Corner Repair and Plumbing LLC')
    assert.equal(shown(), 'CORNER REPAIR AND PLUM')
    assert.equal(made.below('corporateName'), 'Statements show 22 characters')
    made.button('Add: Trading name').click()
    assert.equal(made.root.activeElement?.id, 'dbaName')
    assert.equal(shown(), '…')
    made.type('dbaName', 'Joe’s café')
    assert.equal(shown(), 'JOE’S CAFÉ')
  })

  it('asks for a trading name if the legal name is too long for the statement', () => {
    const made = new StepStage(business)
    made.type(
      'corporateName',
      'The Very Long Legal Name of a Company That Repairs Everything Around the Corner LLC',
    )
    made.submit()
    assert.include(made.summary, 'Uncheck this and enter a trading name of at most 60 characters')
    made.card('Customers know us').click()
    assert.notInclude(made.summary, 'Uncheck this and enter a trading name of at most 60 characters')
    assert.isTrue(made.has('dbaName'))
  })

  it('counts the characters of the description, and reports the excess', () => {
    const made = new StepStage(business)
    assert.include(text(made), '0 of 200 characters')
    made.type('productSold', 'x'.repeat(203))
    assert.include(text(made), '3 too many')
    made.submit()
    assert.equal(made.below('productSold'), 'Use at most 200 characters for what you sell')
  })

  it('parses a pasted date, and reports one that does not exist', () => {
    const made = new StepStage(business)
    const parts = (): string[] =>
      Array.from(made.root.querySelectorAll<HTMLInputElement>('.date input'), ({ value }) => value)
    made.type('businessStartDate', '02/29/2023')
    assert.deepEqual(parts(), ['02', '2023'])
    made.submit()
    assert.equal(made.below('businessStartDate'), 'Check the start date: that date does not exist')
    made.type('businessStartDate', '2024-02-29')
    assert.deepEqual(parts(), ['02', '2024'])
    assert.equal(made.values.businessStartDate, '2024-02-29')
    // A whole date is spelled out, so that the month cannot be confused with the day.
    assert.equal(made.below('businessStartDate'), 'February 29, 2024')
  })

  it('orders the date and formats the amount as the language does', () => {
    for (const [lang, order, typed, amount] of [
      ['en', 'month year', '$250,000', '$250,000'],
      ['de', 'month year', '250.000,00', '250.000\u00a0$'],
      ['fr-CA', 'year month', '250 000', '250\u00a0000\u00a0$'],
      ['ar-EG', 'month year', '٢٥٠٬٠٠٠', '\u200f٢٥٠٬٠٠٠\u00a0US$'],
    ] as const) {
      const made = new StepStage(business, { scene: { lang } })
      const labels = Array.from(made.root.querySelectorAll('.date label'), ({ className }) => className)
      assert.equal(labels.join(' '), order)
      made.type('annualCreditCardSales', typed)
      assert.equal(made.values.annualCreditCardSales, '250000')
      assert.equal(made.at('annualCreditCardSales').value, amount)
      clearStages()
    }
  })

  it('rejects an ambiguous amount with a sentence that says what to type', () => {
    const made = new StepStage(business, { scene: { lang: 'de' } })
    made.type('annualCreditCardSales', '250,000')
    assert.equal(made.at('annualCreditCardSales').value, '250,000')
    made.submit()
    assert.match(made.below('annualCreditCardSales'), /such as 250000.*two ways/)
    made.type('annualCreditCardSales', '250.000')
    assert.equal(made.values.annualCreditCardSales, '250000')
  })

  it('accepts digits of every script and keeps them as typed', () => {
    const made = new StepStage(contact)
    made.type('businessPhone', '٧٣٢٥٥٥٠١٢٣')
    assert.equal(made.values.businessPhone, '7325550123')
    assert.equal(made.at('businessPhone').value, '(732) 555-0123')
    made.type('businessAddress.zip', '０８７０１')
    assert.equal(made.values.businessAddress.zip, '08701')
    made.type('businessPhone', '٧٣٢')
    assert.equal(made.at('businessPhone').value, '٧٣٢')
  })

  it('keeps the three parts of a date apart, whatever their content', () => {
    const made = person()
    const inputs = Array.from(made.root.querySelectorAll<HTMLInputElement>('.date input'))
    for (const [index, typed] of ['1-2', '--', 'x'].entries()) {
      inputs[index]!.focus()
      inputs[index]!.value = typed
      inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    inputs[2]!.blur()
    assert.deepEqual(
      inputs.map(({ value }) => value),
      ['1-2', '--', 'x'],
    )
    made.submit()
    assert.isNotEmpty(made.below('signers[0].dateOfBirth'))
  })

  it('D-161 asks for month and year of the start; a typed month drops the day of a pasted date', () => {
    const made = new StepStage(business)
    made.type('businessStartDate', '2', false)
    const [, year] = made.root.querySelectorAll<HTMLInputElement>('.date input')
    year!.focus()
    year!.value = '2019'
    year!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    assert.equal(made.values.businessStartDate, '2019-2-')
    year!.blur()
    assert.equal(made.values.businessStartDate, '2019-02-01')
    assert.equal(made.below('businessStartDate'), 'February 2019')
    made.type('businessStartDate', '2020-02-29')
    assert.equal(made.values.businessStartDate, '2020-02-29')
    year!.focus()
    year!.value = '2019'
    year!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    year!.blur()
    assert.equal(made.values.businessStartDate, '2019-02-01')
  })

  it('orders the parts of a date as the language does', () => {
    for (const [lang, order] of [
      ['en-US', 'month day year'],
      ['de', 'day month year'],
      ['zh-Hans', 'year month day'],
    ] as const) {
      const made = person({ scene: { lang } })
      const found = Array.from(made.root.querySelectorAll('.date label'), ({ className }) => className)
      assert.equal(found.join(' '), order)
    }
  })

  it('asks a sole proprietor for the kind of number, and for an SSN only once, with the person', () => {
    const made = new StepStage(tax, { values: { ownershipType: 'soleProprietorship' } })
    made.submit()
    assert.deepEqual(made.summary, ['Choose the number that you use for taxes'])
    made.card('EIN').click()
    assert.isTrue(made.has('taxId'))
    made.card('Social Security number').click()
    assert.isFalse(made.has('taxId'))
    assert.include(text(made), 'we ask for this number once')
    made.submit()
    assert.equal(made.continued, 1)
  })

  it('leads a sole proprietor who needs an EIN back to it', () => {
    const made = new StepStage(tax, { values: { ownershipType: 'llc', taxIdType: 'SSN' } })
    made.submit()
    assert.include(made.summary, 'Choose EIN: this kind of business needs one')
    made.card('EIN').click()
    assert.isTrue(made.has('taxId'))
    const changed = new StepStage(business, {
      values: { ownershipType: 'soleProprietorship', taxIdType: 'SSN' },
    })
    changed.card('Corporation').click()
    assert.equal(changed.values.taxIdType, 'EIN')
  })

  it('leaving a field with a warning moves nothing under the pointer, at any width, in any language', async () => {
    const languages = new Map([['en', SPOKEN.apply ?? {}], ...(await applyDictionaries())])
    const height = (made: StepStage): number => made.root.querySelector('form')!.scrollHeight
    const odd: readonly (readonly [StepPart, string, string, Partial<ApplicationValues>])[] = [
      [business, 'corporateName', 'Corner Repair and Plumbing LLC', {}],
      [tax, 'taxId', '07-1234567', { ownershipType: 'llc' }],
      [bank, 'banking.accountNumber', '4111111111111111', {}],
      [contact, 'businessAddress.zip', '08701', { businessAddress: { ...emptyAddress('US'), ...NEW_YORK } }],
    ]
    const moved: string[] = []
    for (const [lang, texts] of languages) {
      // The test texts are longer than those of any language.
      for (const width of texts === SPOKEN.apply ? [960] : [320, 640]) {
        for (const [step, path, typed, values] of odd) {
          const scene = { lang, wording: new Wording(texts) }
          const made = new StepStage(step, { width, values, scene })
          made.type(path, typed, false)
          const before = height(made)
          made.root.querySelector('.main')!.dispatchEvent(new MouseEvent('mousedown', PRESSED))
          made.at(path).blur()
          if (height(made) !== before) moved.push(`${lang} at ${width}: ${made.below(path)}`)
          dispatchEvent(new MouseEvent('mouseup'))
          await nextTask()
          assert.isNotEmpty(made.below(path.replace('.zip', '.state')))
          clearStages()
        }
      }
    }
    assert.deepEqual(moved, [])
  })

  it('accepts phone numbers in pasted formats', () => {
    for (const pasted of [
      '(732) 555-0123',
      '732.555.0123',
      '+1 732 555 0123',
      '1-732-555-0123',
      '732/555-0123',
    ]) {
      const made = new StepStage(contact)
      made.type('businessPhone', pasted)
      assert.equal(made.at('businessPhone').value, '(732) 555-0123', pasted)
    }
  })

  it('asks for the bank account unless it is added later', () => {
    const made = new StepStage(bank)
    const drawn = SPOKEN.read(made.root.querySelector('svg')!.ariaLabel ?? '')
    assert.include(drawn, 'routing number comes first')
    made.type('banking.routingNumber', '021000022')
    made.type('banking.accountNumber', '021000021')
    made.submit()
    assert.equal(
      made.below('banking.routingNumber'),
      'Check the routing number: one of its digits is not right',
    )
    made.button('Add it later').click()
    assert.isOk(made.button('Enter the account now'))
    assert.isFalse(made.has('banking.bankName'))
    made.submit()
    assert.equal(made.continued, 1)
    assert.deepEqual(made.values.banking, { bankName: '', routingNumber: '', accountNumber: '' })
  })

  it('"Add it later" is words without a frame, not as wide as the fields', () => {
    const made = new StepStage(bank)
    const later = made.button('Add it later')
    assert.isBelow(later.offsetWidth, made.root.querySelector<HTMLElement>('.cols')!.offsetWidth / 2)
    assert.isAtLeast(later.offsetHeight, 44)
    assert.equal(getComputedStyle(later).borderBlockStartColor, 'rgba(0, 0, 0, 0)')
  })

  it('Enter in a line continues', async () => {
    const made = new StepStage(bank)
    made.at('banking.routingNumber').focus()
    await sendKeys({ press: 'Enter' })
    assert.lengthOf(made.summary, 3)
  })

  it('D-163 the routing number names the bank, which the person can change', () => {
    const made = new StepStage(bank)
    const name = 'banking.bankName'
    assert.isFalse(made.has(name))
    made.type('banking.routingNumber', '021000021')
    assert.equal(made.values.banking.bankName, 'Chase')
    assert.isFalse(made.has(name))
    assert.deepEqual(made.announced, ['Name of the bank: Chase'])
    made.type('banking.routingNumber', '121000248')
    assert.equal(made.values.banking.bankName, 'Wells Fargo')
    made.button('Change Name of the bank').click()
    assert.equal(made.root.activeElement?.id, name)
    made.type(name, 'Corner Bank')
    made.type('banking.routingNumber', '021000021')
    assert.equal(made.values.banking.bankName, 'Corner Bank')
    const other = new StepStage(bank)
    other.type('banking.routingNumber', '324377516')
    assert.equal(other.at(name).value, '')
    assert.equal(other.values.banking.bankName, '')
  })
})
