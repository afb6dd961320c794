import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { agreed, atAgreement, atReview, consentOf, firstBox, SUBMIT } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { Paper, type Saved } from '../../testing/paper.ts'
import { TERMS } from '../../testing/scripted-boarding.ts'
import { SPOKEN } from '../../testing/spoken.ts'

const TICK = 'Tick this box: I have read and agree to the documents.'
const SIGN = 'Type your first and last name as in the application'

describe('the agreement step', () => {
  afterEach(unmountAllApply)

  it('shows the fees of the plan once, and the documents with version and text', async () => {
    const { form, bff } = await atAgreement()
    for (const words of [
      'Fees on the Plus plan',
      '2.3% + 10¢',
      'Merchant services agreement',
      'Version 2026-11',
      'As in the application: Dana Whitfield or Luis Ortega',
    ])
      assert.include(form.text, words)
    assert.lengthOf(form.text.split('2.3% + 10¢'), 2)
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
    assert.isFalse(firstBox(stage).checked)
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, [TICK, SIGN])
    assert.equal(form.root.activeElement?.id, 'summary')
    form.follow(TICK)
    await form.until(() => form.root.activeElement === firstBox(stage))
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
    await form.until(() => form.root.activeElement === firstBox(stage))
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
    assert.deepEqual(consentOf(stage), {
      documents: [{ id: 'msa', version: '2026-11', sha256: 'a'.repeat(64) }],
      accepted: ['terms'],
      signerName: 'Dana Whitfield',
      locale: 'en',
    })
  })

  it('completes with the keyboard alone', async () => {
    const stage = await atAgreement()
    firstBox(stage).focus()
    await sendKeys({ press: ' ' })
    stage.form.field('consent.signerName').focus()
    await sendKeys({ type: 'Luis Ortega' })
    await sendKeys({ press: 'Enter' })
    await stage.form.step('done')
    assert.equal(consentOf(stage).signerName, 'Luis Ortega')
    await stage.form.until(() => stage.form.root.activeElement?.id === 'title')
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
    assert.isFalse(firstBox(stage).checked)
    form.press(SUBMIT)
    await form.until(() => form.problems.includes(TICK))
    form.choose('I have read')
    assert.equal((form.field('consent.signerName') as HTMLInputElement).value, 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    assert.deepEqual(consentOf(stage).documents, [{ id: 'msa', version: '2026-12', sha256: 'b'.repeat(64) }])
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
    await form.until(() => firstBox(stage) !== null)
    assert.isFalse(firstBox(stage).checked)
  })

  it('has no style attribute and no style element, as a strict policy requires', async () => {
    const { form } = await agreed()
    assert.equal(form.root.querySelectorAll('[style], style').length, 0)
  })
})
