import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { FILLED, SECRETS } from '../../testing/filled.ts'
import { atReview, watermark } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'

const words = (part: Element): string => part.textContent.replace(/\s+/g, ' ').trim()
const links = ({ form }: ApplyStage): HTMLAnchorElement[] => [
  ...form.root.querySelectorAll<HTMLAnchorElement>('.body a'),
]
const follow = (stage: ApplyStage, label: string): void => {
  const found = links(stage).find((link) => (link.getAttribute('aria-label') ?? words(link)) === label)
  assert.ok(found, `there is no "${label}" among ${links(stage).map(words).join(' | ')}`)
  found.click()
}
const answer = ({ form }: ApplyStage, label: string): string => {
  const row = [...form.root.querySelectorAll('dl div')].find(
    (one) => words(one.querySelector('dt')!) === label,
  )
  assert.ok(row, `there is no answer "${label}"`)
  return words(row.querySelector('dd')!)
}

describe('the review step', () => {
  afterEach(unmountAllApply)

  it('shows all values in their usual formats', async () => {
    const stage = await atReview()
    const expected = {
      'Chosen plan': 'Plus',
      'Trading name': 'Corner Phone & Tablet Repair',
      'When did the business start?': 'April 2019',
      'Business phone': '(732) 555-0123',
      'Mailing address': 'Same as the business address',
      'Main contact': 'Yes',
      'Share of the business': '60%',
      'Routing number': '021000021',
    }
    for (const [label, value] of Object.entries(expected)) assert.equal(answer(stage, label), value)
    assert.include(answer(stage, 'Business address'), '500 Commerce Way')
    assert.include(stage.form.text, 'Limited liability company (LLC)')
    for (const name of ['Dana Whitfield', 'Luis Ortega']) assert.include(stage.form.text, name)
  })

  it('P45 shows at most the last four digits of a secret, anywhere', async () => {
    const { form, element } = await atReview()
    assert.include(form.text, '•••••7365')
    for (const secret of SECRETS) {
      assert.notInclude(element.shadowRoot!.innerHTML, secret)
      assert.notInclude(element.outerHTML, secret)
    }
  })

  it('each section has one link, which leads to its step and then back to the review', async () => {
    const stage = await atReview()
    const { form } = stage
    for (const section of form.root.querySelectorAll('.answers'))
      assert.lengthOf(section.querySelectorAll('a'), 1)
    follow(stage, 'Edit Your business')
    await form.step('business')
    await form.until(() => form.root.activeElement?.id === 'title')
    form.type('dbaName', 'Corner Repair')
    form.press('Continue')
    await form.step('review')
    await form.until(() => form.text.includes('Corner Repair'))
    assert.equal(answer(stage, 'Trading name'), 'Corner Repair')
  })

  it('changing a person opens the page of that person', async () => {
    const stage = await atReview()
    follow(stage, 'Edit Luis Ortega')
    await stage.form.step('signers')
    await stage.form.until(() => stage.form.root.activeElement?.id === 'signers[1].firstName')
  })

  it('asks for each missing secret after a return', async () => {
    const stage = await atReview({ secrets: false })
    const { form } = stage
    await form.until(() => form.text.includes('4 things to fix'))
    for (const words of ['Enter the EIN', 'Luis Ortega: Enter the Social Security number or ITIN'])
      assert.include(form.text, words)
    assert.equal(answer(stage, 'Account number'), 'Missing')
    assert.notInclude(form.text, 'filled in some answers')
    form.type('banking.accountNumber', SECRETS[3]!)
    await form.until(() => form.problems.length === 3)
    assert.equal(answer(stage, 'Account number'), '•••••3579')
  })

  it('does not continue while a value is missing', async () => {
    const { form } = await atReview({ secrets: false })
    form.press('Continue')
    while (form.root.activeElement?.id !== 'fixes') await new Promise(requestAnimationFrame)
    assert.equal(form.element.step, 'review')
  })

  it('says once which partner filled in answers', async () => {
    const { form } = await atReview()
    assert.lengthOf(form.text.split('Northwind filled in some answers for you'), 2)
  })

  it('takes at most 2,050 px in any engine for a company with one owner on a wide page', async () => {
    const [signer] = FILLED.signers
    const { form, element } = await atReview({ values: { signers: [signer!], dbaSame: true, dbaName: '' } })
    element.style.display = 'block'
    element.style.inlineSize = '1240px'
    await form.until(() => element.offsetWidth === 1240)
    assert.isAtMost(element.offsetHeight, 2_050)
  })

  it('takes at most 3,000 px in any engine for a company with two owners on a phone', async () => {
    const { form, element } = await atReview()
    element.style.display = 'block'
    element.style.inlineSize = '390px'
    await form.until(() => element.offsetWidth === 390)
    assert.isAtMost(element.offsetHeight, 3_000)
  })

  it('lists warnings together without blocking', async () => {
    const stage = await atReview()
    assert.include(stage.form.text, 'Please check these again')
    follow(stage, 'Trading name: Statements show 22 characters')
    await stage.form.step('business')
    stage.form.press('Continue')
    await stage.form.step('review')
    stage.form.press('Continue')
    await stage.form.step('agreement')
  })

  it('has at most one box above the answers, also after a return with unusual and missing answers', async () => {
    for (const secrets of [true, false]) {
      const { form } = await atReview({ secrets })
      const boxes = [...form.root.querySelectorAll('.notice:not(.quiet), .fixes, .answers')]
      assert.isAtMost(
        boxes.findIndex((box) => box.matches('.answers')),
        1,
      )
      assert.include(form.text, 'Please check these again')
    }
  })

  it('marks empty optional values as empty', async () => {
    const stage = await atReview({ values: { website: '' } })
    assert.equal(answer(stage, 'Website'), 'Not given')
    assert.notInclude(stage.form.text, 'to fix')
  })

  it('shows that a sole proprietor’s SSN is the tax ID and is asked for once', async () => {
    const stage = await atReview({
      values: { ownershipType: 'soleProprietorship', taxIdType: 'SSN', taxId: '' },
    })
    assert.equal(answer(stage, 'Tax ID'), 'The owner’s number, see below')
  })

  it('allows no change when read-only', async () => {
    const { form } = await atReview({ attributes: { readonly: '' } })
    assert.equal(form.root.querySelectorAll('.answers a').length, 0)
    assert.deepEqual(form.buttons, ['Print'])
  })

  it('prints the element alone, with a watermark in the sandbox', async () => {
    const stage = await atReview()
    const { form, element } = stage
    const { print } = globalThis
    let printed = 0
    globalThis.print = () => {
      printed += 1
      assert.isTrue(element.hasAttribute('data-tapboard-print'))
      dispatchEvent(new Event('afterprint'))
    }
    try {
      form.press('Print')
    } finally {
      globalThis.print = print
    }
    assert.equal(printed, 1)
    assert.equal(watermark(stage), 'Test mode')
    const real = await atReview({ page: { environment: 'production' } })
    assert.equal(watermark(real), '')
  })

  it('completes with the keyboard alone', async () => {
    const stage = await atReview()
    const [, link] = links(stage)
    assert.equal(link!.ariaLabel, 'Edit Your business')
    link!.focus()
    await sendKeys({ press: 'Enter' })
    await stage.form.step('business')
  })
})
