import { assert } from '@open-wc/testing'
import { FILLED } from '../../testing/filled.ts'
import { agreed, atAgreement, atReview, consentOf, firstBox, SUBMIT } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { TERMS } from '../../testing/scripted-boarding.ts'

const QUEBEC = { ...FILLED.businessAddress, state: 'QC', zip: 'H7A1A1', country: 'CA' }

/** The agreement of a business in Quebec: one document and two statements, each in French and English. */
async function atQuebec(properties = {}): Promise<ApplyStage> {
  const stage = await atReview({ values: { businessAddress: QUEBEC }, properties })
  const [english] = TERMS.documents
  stage.bff.terms = {
    documents: [{ ...english!, locale: 'fr-CA', title: 'Entente' }, english!],
    consents: [
      { id: 'terms', locale: 'fr-CA', text: 'J’accepte.' },
      { id: 'power', locale: 'fr-CA', text: 'Je suis autorisé.' },
      { id: 'terms', locale: 'en', text: 'I agree.' },
      { id: 'power', locale: 'en', text: 'I may sign.' },
    ],
  }
  stage.form.press('Continue')
  await stage.form.until(() => stage.form.text.includes('Entente'))
  return stage
}

describe('the languages of the agreement step', () => {
  afterEach(unmountAllApply)

  it('shows French first for a business or a mailing address in Quebec', async () => {
    const quebec = {
      streetAddress: '1 Rue X',
      streetAddress2: '',
      city: 'Laval',
      state: 'QC',
      zip: 'H7A1A1',
      country: 'CA',
    }
    for (const values of [{ businessAddress: quebec }, { mailingSame: false, mailingAddress: quebec }]) {
      const { bff } = await atAgreement({ values })
      assert.equal(bff.to('GET', '/v1/application/terms')[0]!.query, '?tier=Plus&locale=fr-CA')
    }
  })

  it('submits the language of the documents for a business in Quebec on an English page', async () => {
    const stage = await agreed({ values: { businessAddress: QUEBEC } })
    stage.form.press(SUBMIT)
    await stage.form.step('done')
    assert.equal(consentOf(stage).locale, 'fr-CA')
  })

  it('submits the language of the shown documents while those of another language load', async () => {
    const stage = await agreed()
    const { form, bff, element } = stage
    let load: (response: Response) => void = () => undefined
    bff.handler = ({ path }) => (path.endsWith('/terms') ? new Promise((resolve) => (load = resolve)) : null)
    element.lang = 'es'
    const asked = (): number => bff.to('GET', '/v1/application/terms').length
    while (asked() < 2) await new Promise(requestAnimationFrame)
    form.root.querySelector<HTMLButtonElement>('.main')!.click()
    await form.step('done')
    assert.equal(consentOf(stage).locale, 'en')
    load(bff.json(TERMS))
  })

  it('submits the new language after its documents load, and keeps the consents if they are the same', async () => {
    const stage = await agreed()
    const { form, bff, element } = stage
    element.lang = 'es'
    const asked = (): readonly (string | undefined)[] =>
      bff.to('GET', '/v1/application/terms').map(({ query }) => query)
    while (asked().length < 2) await new Promise(requestAnimationFrame)
    assert.equal(asked()[1], '?tier=Plus&locale=es')
    // The answer to a later request arrives after that for the documents.
    await element.refresh()
    assert.isTrue(firstBox(stage).checked)
    form.root.querySelector<HTMLButtonElement>('.main')!.click()
    await form.step('done')
    assert.equal(consentOf(stage).locale, 'es')
  })

  it('documents and statements have their own language', async () => {
    const stage = await atAgreement()
    stage.form.press('Back')
    await stage.form.step('review')
    stage.bff.terms = {
      documents: [{ ...TERMS.documents[0]!, locale: 'fr-CA', title: 'Entente' }, ...TERMS.documents],
      consents: [{ id: 'terms', locale: 'fr-CA', text: 'J’accepte.' }],
    }
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.text.includes('Entente'))
    assert.include(stage.form.text, '· French')
    assert.deepEqual(
      Array.from(stage.form.root.querySelectorAll('[lang]'), (part) => part.getAttribute('lang')),
      ['fr-CA', 'fr-CA', 'en', 'en', 'fr-CA'],
    )
  })

  it('D-203 shows a French statement with its English translation in one box, for a business in Quebec', async () => {
    const stage = await atQuebec()
    const { form, bff } = stage
    const boxes = Array.from(form.root.querySelectorAll('label.choice'), ({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    )
    assert.deepEqual(boxes, ['J’accepte. I agree.', 'Je suis autorisé. I may sign.'])
    assert.include(form.text, 'Version 2026-11 · French')
    assert.notInclude(form.text, 'Canadian')
    assert.include(form.text, 'For an address in Quebec, each text comes in French first')
    for (const input of form.root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) input.click()
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    const { accepted, locale, documents } = bff.submissions[0]!.consent
    assert.deepEqual([accepted, locale, documents.length], [['terms', 'power'], 'fr-CA', 2])
  })

  it('shows the button of a document at the end of its row on a narrow page, and hyphenates the title', async () => {
    const { form, element } = await atQuebec()
    element.style.display = 'block'
    element.style.inlineSize = '20rem'
    const title = form.root.querySelector<HTMLElement>('.cover h4')!
    assert.equal(title.lang, 'fr-CA')
    assert.equal(getComputedStyle(title).hyphens, 'auto')
    const [row, words, button] = ['.cover', '.cover > div', '.cover button'].map((part) =>
      form.root.querySelector(part)!.getBoundingClientRect(),
    )
    const isRtl = getComputedStyle(title).direction === 'rtl'
    assert.isAtLeast(isRtl ? words!.left : button!.left, isRtl ? button!.right : words!.right)
    assert.isAtMost(row!.height, 72)
  })

  it('shows a French statement alone on a French page', async () => {
    const { form, element } = await atQuebec({ strings: {} })
    element.lang = 'fr-CA'
    await form.until(() => form.text.includes('Signez'))
    assert.notInclude(form.text, 'I agree.')
    assert.notInclude(form.text, 'Québec')
  })

  it('opens a document in one of its two languages', async () => {
    const { form } = await atQuebec()
    form.root.querySelector<HTMLButtonElement>('.cover button')!.click()
    await form.until(() => form.buttons.includes('Close'))
    assert.include(form.buttons, 'Read')
  })
})
