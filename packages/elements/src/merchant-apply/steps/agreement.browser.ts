import { assert } from '@open-wc/testing'
import type { SubmitApplication } from '@tapboard/contract'
import { sendKeys } from '@web/test-runner-commands'
import { FILLED } from '../../testing/filled.ts'
import { agreed, atAgreement, atReview } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { Paper, type Saved } from '../../testing/paper.ts'
import { TERMS } from '../../testing/scripted-boarding.ts'
import { SPOKEN } from '../../testing/spoken.ts'

const TICK = 'Tick this box: I have read and agree to the documents.'
const SIGN = 'Type your first and last name as in the application'
const SUBMIT = 'Agree and submit application'

const box = ({ form }: ApplyStage): HTMLInputElement =>
  form.root.querySelector<HTMLInputElement>('input[type=checkbox]')!
const consent = ({ bff }: ApplyStage): SubmitApplication['consent'] => bff.submissions[0]!.consent

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

describe('the agreement step', () => {
  afterEach(unmountAllApply)

  it('shows the fees of the plan once, and the documents with version and text', async () => {
    const { form, bff } = await atAgreement()
    for (const words of [
      'Fees on the Plus plan',
      '2.3 % + 10¢',
      'Merchant services agreement',
      'Version 2026-11',
      'As in the application: Dana Whitfield or Luis Ortega',
    ])
      assert.include(form.text, words)
    assert.lengthOf(form.text.split('2.3 % + 10¢'), 2)
    assert.equal(bff.to('GET', '/v1/application/terms')[0]!.query, '?tier=Plus&locale=en')
    const region = form.root.querySelector<HTMLElement>('[role=region]')!
    assert.isFalse(region.checkVisibility())
    assert.equal(form.button('Read').getAttribute('aria-expanded'), 'false')
    form.press('Read')
    await form.until(() => form.buttons.includes('Close'))
    assert.equal(form.button('Close').getAttribute('aria-expanded'), 'true')
    assert.isTrue(region.checkVisibility())
    assert.equal(region.tabIndex, 0)
    assert.equal(region.lang, 'en')
    region.focus()
    assert.equal(form.root.activeElement, region)
    form.press('Close')
    await form.until(() => !region.checkVisibility())
  })

  it('fits three documents, the statement and the signature into 1,200 px at 1280 px', async () => {
    const stage = await atReview()
    const [first] = TERMS.documents
    const titles = ['Merchant services agreement', 'Fee schedule', 'Electronic consent']
    const documents = titles.map((title, index) => ({ ...first!, id: `${index}`, title }))
    stage.bff.terms = { ...TERMS, documents }
    stage.element.style.inlineSize = '1280px'
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.buttons.filter((name) => name === 'Read').length === 3)
    assert.isAtMost(stage.element.getBoundingClientRect().height, 1200)
  })

  it('has three documents, four statements and the signature in 1,480 px at 320 px', async () => {
    const stage = await atReview()
    const [first] = TERMS.documents
    const titles = ['Merchant agreement', 'Fee schedule', 'How personal information is used']
    const texts = [
      'I have read the documents above and agree to them on behalf of the business.',
      'What the application says is true and complete, and I may sign for the business.',
      'The identity and credit of the business and of each person listed may be checked, with a credit bureau if need be. Each of them knows and agrees.',
      'I agree to sign electronically and to receive documents and statements electronically.',
    ]
    stage.bff.terms = {
      documents: titles.map((title, index) => ({ ...first!, id: `${index}`, title })),
      consents: texts.map((text, index) => ({ id: `${index}`, locale: 'en', text })),
    }
    stage.element.style.display = 'block'
    stage.element.style.inlineSize = '320px'
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.buttons.filter((name) => name === 'Read').length === 3)
    assert.isAtMost(stage.element.getBoundingClientRect().height, 1480)
  })

  it('shows language and hash of a document only behind “Proof”', async () => {
    const { form } = await atAgreement()
    const proof = form.root.querySelector('[part=document] details')!
    assert.isFalse((proof as HTMLDetailsElement).open)
    assert.include(proof.textContent, 'a'.repeat(64))
    assert.include(proof.textContent, 'English')
    proof.remove()
    assert.notMatch(form.root.textContent ?? '', /aaaa|English/)
  })

  it('cuts no line of a long document at the lower edge', async () => {
    const stage = await atReview()
    const text = Array.from({ length: 9 }, (_, at) => `${at}. ${'Words of an agreement. '.repeat(20)}`)
    stage.bff.terms = { ...TERMS, documents: [{ ...TERMS.documents[0]!, text: text.join('\n\n') }] }
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.text.includes('8. Words'))
    stage.form.press('Read')
    await stage.form.until(() => stage.form.buttons.includes('Close'))
    const region = stage.form.root.querySelector<HTMLElement>('[role=region]')!
    assert.isAbove(region.scrollHeight, region.clientHeight)
    const line = Number.parseFloat(getComputedStyle(region).lineHeight)
    const [first, second] = region.querySelectorAll('p')
    const gap = second!.getBoundingClientRect().top - first!.getBoundingClientRect().bottom
    assert.closeTo(region.clientHeight / line, Math.round(region.clientHeight / line), 0.1)
    assert.closeTo(gap / line, 1, 0.05)
  })

  describe('a document', () => {
    let paper: Paper
    let shown: ApplyStage
    const sheet = (): string => shown.form.root.querySelector('.sheet')?.textContent ?? ''

    beforeEach(async () => {
      shown = await atAgreement()
      paper = new Paper(sheet)
    })
    afterEach(() => paper.restore())

    it('is saved as a text file with title, version, date, hash and exactly the shown text', async () => {
      const { form } = shown
      form.press('Download: Merchant services agreement')
      const [{ name, text }] = (await paper.saved) as [Saved]
      assert.equal(name, 'Merchant services agreement 2026-11.txt')
      const lines = SPOKEN.read(text).split('\n')
      assert.deepEqual(lines.slice(0, 2), ['Merchant services agreement', 'Version 2026-11 · English'])
      assert.match(lines[2]!, /20\d\d/)
      assert.deepEqual(lines.slice(3, 5), ['Northwind', `SHA-256 ${'a'.repeat(64)}`])
      assert.equal(lines.slice(6).join('\n'), `${TERMS.documents[0]!.text}\n`)
    })

    it('is printed alone, and the page is as before afterwards', async () => {
      const { form } = shown
      form.press('Print: Merchant services agreement')
      const [printed] = await paper.printed
      for (const words of ['Merchant services agreement', 'Version 2026-11', 'They do so in writing.'])
        assert.include(printed, words)
      dispatchEvent(new Event('afterprint'))
      assert.equal(sheet(), '')
    })
  })

  it('has one submit button, which names the plan and the partner', async () => {
    const { form } = await atAgreement()
    assert.equal(form.root.querySelectorAll('.main').length, 1)
    assert.include(form.buttons, `${SUBMIT} Plus · Northwind`)
  })

  it('preselects no consent, and submits nothing without it', async () => {
    const stage = await atAgreement()
    const { form, bff } = stage
    assert.isFalse(box(stage).checked)
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, [TICK, SIGN])
    assert.equal(form.root.activeElement?.id, 'summary')
    form.follow(TICK)
    await form.until(() => form.root.activeElement === box(stage))
    form.follow(SIGN)
    await form.until(() => form.root.activeElement?.id === 'consent.signerName')
    assert.lengthOf(bff.submissions, 0)
  })

  it('names every open statement, marks its box, and leads to it', async () => {
    const stage = await atReview()
    const { form } = stage
    const long = `I certify that ${'the answers of this application are true and '.repeat(3)}complete.`
    const texts = ['I have read the documents.', 'I may sign.', long, 'Check my credit.']
    stage.bff.terms = {
      ...TERMS,
      consents: texts.map((text, index) => ({ id: `${index}`, locale: 'en', text })),
    }
    form.press('Continue')
    await form.until(() => form.text.includes('Check my credit.'))
    const named = (box: Element | null): string => (box as HTMLInputElement).labels![0]!.textContent.trim()
    const marked = (): string[] =>
      Array.from(form.root.querySelectorAll('input[type=checkbox][aria-invalid=true]'), named)
    const TOGETHER = 'Tick every box to agree'
    form.choose('I may sign')
    form.press(SUBMIT)
    await form.until(() => form.problems.length === 4)
    const [first, second, third, name] = form.problems
    assert.deepEqual([first, third, name], [`Tick this box: ${texts[0]}`, `Tick this box: ${texts[3]}`, SIGN])
    assert.match(second!, /^Tick this box: I certify.{45,85}…$/)
    assert.deepEqual(marked(), [texts[0], long, texts[3]])
    assert.include(form.text, TOGETHER)
    for (const [link, text] of [
      [second!, long],
      [third!, texts[3]],
      [first!, texts[0]],
    ] as const) {
      form.follow(link)
      await form.until(
        () => form.root.activeElement?.matches('input') === true && named(form.root.activeElement) === text,
      )
    }
    form.choose('I have read')
    form.choose('I certify')
    await form.until(() => form.problems.length === 2)
    assert.deepEqual(form.problems, [third, SIGN])
    assert.deepEqual(marked(), [texts[3]])
    assert.notInclude(form.text, TOGETHER)
    form.choose('Check my')
    await form.until(() => form.problems.length === 1)
    assert.deepEqual(marked(), [])
  })

  it('leads to the first box if the service reports the statements', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    const issues = [{ path: 'consent.accepted', code: 'consent-missing', message: 'x' }]
    bff.handler = ({ path }) =>
      path === '/v1/application/submit' ? bff.problem('invalid-application', { issues }) : null
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, ['Tick every box to agree'])
    form.follow(form.problems[0]!)
    await form.until(() => form.root.activeElement === box(stage))
  })

  it('an error disappears when its requirement is met', async () => {
    const { form } = await atAgreement()
    form.press(SUBMIT)
    await form.until(() => form.problems.length === 2)
    form.choose('I have read')
    await form.until(() => form.problems.length === 1)
    form.type('consent.signerName', 'Dana Whitf')
    await form.until(() => form.problems.length === 1)
    form.type('consent.signerName', 'dana whitfield')
    await form.until(() => form.problems.length === 0)
  })

  it('submits the accepted documents, the name and the language', async () => {
    const stage = await agreed()
    stage.form.press(SUBMIT)
    await stage.form.step('done')
    assert.deepEqual(consent(stage), {
      documents: [{ id: 'msa', version: '2026-11', sha256: 'a'.repeat(64) }],
      accepted: ['terms'],
      signerName: 'Dana Whitfield',
      locale: 'en',
    })
  })

  it('completes with the keyboard alone', async () => {
    const stage = await atAgreement()
    box(stage).focus()
    await sendKeys({ press: ' ' })
    stage.form.field('consent.signerName').focus()
    await sendKeys({ type: 'Luis Ortega' })
    await sendKeys({ press: 'Enter' })
    await stage.form.step('done')
    assert.equal(consent(stage).signerName, 'Luis Ortega')
    await stage.form.until(() => stage.form.root.activeElement?.id === 'title')
  })

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
    assert.equal(consent(stage).locale, 'fr-CA')
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
    assert.equal(consent(stage).locale, 'en')
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
    assert.isTrue(box(stage).checked)
    form.root.querySelector<HTMLButtonElement>('.main')!.click()
    await form.step('done')
    assert.equal(consent(stage).locale, 'es')
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

  it('shows changed documents again with a message and without the consents; the name stays', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    const [document] = TERMS.documents
    bff.handler = ({ path }) => {
      if (path !== '/v1/application/submit') return null
      bff.handler = null
      bff.terms = { ...TERMS, documents: [{ ...document!, version: '2026-12', sha256: 'b'.repeat(64) }] }
      const issues = [{ path: 'consent.documents', code: 'documents-changed', message: 'x' }]
      return bff.problem('invalid-application', { issues })
    }
    form.press(SUBMIT)
    await form.until(() => form.text.includes('Version 2026-12'))
    assert.deepEqual(form.problems, ['The documents have changed. Read the new version and agree again'])
    assert.isFalse(box(stage).checked)
    form.press(SUBMIT)
    await form.until(() => form.problems.includes(TICK))
    form.choose('I have read')
    assert.equal((form.field('consent.signerName') as HTMLInputElement).value, 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    assert.deepEqual(consent(stage).documents, [{ id: 'msa', version: '2026-12', sha256: 'b'.repeat(64) }])
  })

  it('reports documents that fail to load, and retries', async () => {
    const stage = await atAgreement()
    const { form, bff } = stage
    form.press('Back')
    await form.step('review')
    bff.handler = ({ path }) => (path.endsWith('/terms') ? bff.problem('upstream-unavailable') : null)
    form.press('Continue')
    await form.until(() => form.text.includes('could not be loaded'))
    form.press(SUBMIT)
    assert.lengthOf(bff.submissions, 0)
    bff.handler = null
    form.press('Try again')
    await form.until(() => form.text.includes('They do so in writing'))
  })

  it('drops the consents when a person or the plan changes', async () => {
    const stage = await agreed()
    const { form } = stage
    form.press('Back')
    await form.step('review')
    form.press('Continue')
    await form.step('agreement')
    await form.until(() => box(stage) !== null)
    assert.isFalse(box(stage).checked)
  })

  it('has no style attribute and no style element, as a strict policy requires', async () => {
    const { form } = await agreed()
    assert.equal(form.root.querySelectorAll('[style], style').length, 0)
  })
})
