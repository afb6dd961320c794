import { assert, waitUntil } from '@open-wc/testing'
import { emptySigner, FIELD_MESSAGES } from '@tapboard/contract'
import { STRINGS as GERMAN_FIELDS } from '../languages/apply-fields/de.ts'
import { STRINGS as GERMAN } from '../languages/apply/de.ts'
import { atAgreement } from '../testing/filled-stage.ts'
import { FILLED, FILLED_DRAFT } from '../testing/filled.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding, TERMS } from '../testing/scripted-boarding.ts'
import { ENGLISH } from './merchant-apply.strings.ts'
import { BUSINESS } from './steps/business.strings.ts'

const { shell } = GERMAN
const { business, fields } = GERMAN_FIELDS

/** A page in a language, at the step "Your business". */
async function inBusiness(lang: string, setting: Parameters<typeof mountApply>[0] = {}): Promise<ApplyStage> {
  document.documentElement.lang = lang
  const stage = mountApply({ ...setting, attributes: { tier: 'Plus', ...setting.attributes } })
  await stage.form.step('start')
  stage.form.root.querySelector<HTMLButtonElement>('button.main')!.click()
  await stage.form.step('business')
  return stage
}

const turn = async ({ form }: ApplyStage, lang: string, title: string): Promise<void> => {
  document.documentElement.lang = lang
  await form.until(() => form.title.includes(title))
}

describe('<merchant-apply> in the page’s language', () => {
  afterEach(() => {
    unmountAllApply()
    document.documentElement.lang = 'en'
    document.documentElement.removeAttribute('dir')
  })

  it('renders the page’s language from the first to the last step, without English', async () => {
    document.documentElement.lang = 'de'
    const seen: string[] = []
    const stage = mountApply({ attributes: { tier: 'Plus' } })
    const { form, element } = stage
    const watch = new MutationObserver(() => seen.push(element.shadowRoot!.textContent))
    watch.observe(element.shadowRoot!, { childList: true, characterData: true, subtree: true })
    await form.step('start')
    assert.equal(element.phase, 'filling')
    await form.until(() => form.text.includes(shell.takes))
    form.press(shell.begin)
    await form.step('business')
    await form.until(() => form.text.includes(business.fields.corporateName.label))
    watch.disconnect()
    assert.isNotEmpty(seen)
    for (const text of seen)
      for (const english of [
        ENGLISH.takes,
        ENGLISH.begin,
        ENGLISH.continue,
        BUSINESS.fields.corporateName.label,
      ])
        assert.notInclude(text, english)
  })

  it('changes the language and keeps values, step, focus and errors', async () => {
    const stage = await inBusiness('en')
    const { form, element } = stage
    form.type('productSold', 'Bagels')
    form.press('Continue')
    await form.until(() => form.problems.length > 0)
    const before = form.problems.length
    form.field('corporateName').focus()
    ;(form.field('corporateName') as HTMLInputElement).value = 'Ecke'
    await turn(stage, 'de', shell.steps.business)
    assert.equal(element.step, 'business')
    assert.equal(form.root.activeElement, form.field('corporateName'))
    assert.equal((form.field('corporateName') as HTMLInputElement).value, 'Ecke')
    assert.equal((form.field('productSold') as HTMLTextAreaElement).value, 'Bagels')
    assert.lengthOf(form.problems, before)
    assert.include(form.problems, business.fields.ownershipType.errors.choose)
    const order = Array.from(form.root.querySelectorAll('.date label'), ({ className }) => className)
    assert.deepEqual(order, ['month', 'year'])
    await turn(stage, 'en', ENGLISH.steps.business)
    assert.lengthOf(form.problems, before)
    assert.include(form.problems, 'Choose the kind of business')
  })

  it('applies the page’s own texts in every language, and the language’s texts elsewhere', async () => {
    const strings = {
      shell: { continue: 'Los!' },
      business: { fields: { corporateName: { label: 'Firma' } } },
    }
    const { form } = await inBusiness('de', { properties: { strings } })
    assert.include(form.buttons, 'Los!')
    assert.include(form.buttons, shell.back)
    assert.include(form.text, 'Firma')
    assert.include(form.text, business.fields.productSold.label)
  })

  it('parses a number in the format of the language and rejects an ambiguous one with a sentence', async () => {
    const { form, bff } = await inBusiness('de')
    await form.open('annualCreditCardSales')
    form.type('annualCreditCardSales', '250,000')
    form.press(shell.continue)
    await form.until(() => form.problems.includes(fields.unclear))
    form.type('annualCreditCardSales', '250.000,00 $')
    form.choose(business.types.llc[0])
    form.type('corporateName', 'Ecke GmbH')
    form.type('productSold', 'Brot und Kuchen')
    form.type('businessStartDate', '29.2.2004')
    form.press(shell.continue)
    await form.step('tax')
    await waitUntil(() => bff.draft?.step === 'tax')
    assert.equal(bff.draft?.values.annualCreditCardSales, '250000')
    assert.equal(bff.draft?.values.businessStartDate, '2004-02-29')
  })

  it('names countries in the language, and keeps the address order of the country', async () => {
    document.documentElement.lang = 'de'
    const prefill = { ...FILLED, businessPhone: '' }
    const { form } = mountApply({ attributes: { tier: 'Plus' }, properties: { prefill } })
    await form.step('start')
    form.press(shell.begin)
    await form.step('contact')
    await form.open('businessAddress.country')
    await form.open('businessAddress.state')
    const countries = Array.from(
      form.field('businessAddress.country').querySelectorAll('option'),
      ({ text }) => text,
    )
    assert.deepEqual(countries, ['Vereinigte Staaten', 'Kanada'])
    const parts = Array.from(form.root.querySelectorAll('.cols [id]:is(input, select)'), ({ id }) => id)
    assert.deepEqual(parts.slice(0, 2), ['businessAddress.zip', 'businessAddress.city'])
  })

  it('D-74 requests documents in the language, and again after a change of language', async () => {
    document.documentElement.lang = 'en'
    const stage = await atAgreement()
    const { form, bff } = stage
    form.choose('I have read')
    form.type('consent.signerName', 'Dana Whitfield')
    const ticked = (): boolean => form.root.querySelector<HTMLInputElement>('[type=checkbox]')!.checked
    // The documents are the same, so that the checked boxes stay checked.
    document.documentElement.lang = 'en-CA'
    await waitUntil(() => bff.requests.filter(({ path }) => path.endsWith('/terms')).length === 2)
    await form.until(ticked)
    const document_ = {
      ...TERMS.documents[0]!,
      locale: 'de',
      title: 'Vertrag',
      text: 'Die Parteien stimmen zu.',
    }
    bff.terms = { documents: [document_], consents: [{ id: 'terms', locale: 'de', text: 'Ich stimme zu.' }] }
    document.documentElement.lang = 'de'
    await form.until(() => form.text.includes('Ich stimme zu.'))
    assert.isFalse(ticked())
    assert.equal((form.field('consent.signerName') as HTMLInputElement).value, 'Dana Whitfield')
    const asked = bff.requests.filter(({ path }) => path.endsWith('/terms')).map(({ query }) => query)
    assert.deepEqual(
      asked.map((query) => new URLSearchParams(query).get('locale')),
      ['en', 'en-CA', 'de'],
    )
    form.choose('Ich stimme zu.')
    form.root.querySelector<HTMLButtonElement>('button.main')!.click()
    await form.step('done')
    assert.equal(bff.submissions[0]?.consent.locale, 'de')
  })

  it('renders right to left in Arabic; numbers, e-mail and web addresses keep their direction', async () => {
    const { form, element } = await inBusiness('ar', {
      properties: { prefill: { signers: [emptySigner(true)], website: 'https://example.com' } },
    })
    const section = form.root.querySelector('section')!
    assert.equal(getComputedStyle(section).direction, 'rtl')
    const website = form.field('website')
    assert.equal(getComputedStyle(website).direction, 'ltr')
    assert.equal(getComputedStyle(website).textAlign, 'end')
    assert.equal(element.dir, '')
  })

  it('reports a rejection by the service in the language', async () => {
    document.documentElement.lang = 'de'
    const bff = new ScriptedBoarding()
    bff.draft = FILLED_DRAFT
    bff.become({
      state: 'refused',
      issues: [{ path: 'dbaName', code: 'upstream', message: FIELD_MESSAGES.upstream }],
    })
    const { form } = mountApply({ bff })
    await form.until(() => form.problems.length > 0)
    assert.include(form.problems, `${business.fields.dbaName.label}: ${fields.refusals.name}`)
  })
})
