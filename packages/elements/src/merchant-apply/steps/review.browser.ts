import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { SECRETS } from '../../testing/filled.ts'
import { atReview, watermark } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'

const words = (part: Element): string => part.textContent.replace(/\s+/g, ' ').trim()
const links = ({ form }: ApplyStage): HTMLAnchorElement[] => [
  ...form.root.querySelectorAll<HTMLAnchorElement>('.body a'),
]
const follow = (stage: ApplyStage, label: string): void => {
  const found = links(stage).find((link) => words(link) === label)
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
      'Chosen plan': 'Plus Filled in for you',
      'Card present': '2.3 % + 10¢',
      'Trading name': 'Corner Phone & Tablet Repair Filled in for you',
      'When did the business start?': 'April 1, 2019 Filled in for you',
      'Business phone': '(732) 555-0123 Filled in for you',
      'Mailing address': 'Same as the business address',
      'Main contact': 'Yes',
      'Share of the business': '60% Filled in for you',
      'Routing number': '021000021 Filled in for you',
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

  it('each change leads to its field and then back to the review', async () => {
    const stage = await atReview()
    const { form } = stage
    follow(stage, 'Change Trading name, Your business')
    await form.step('business')
    await form.until(() => form.root.activeElement?.id === 'dbaName')
    form.type('dbaName', 'Corner Repair')
    form.press('Continue')
    await form.step('review')
    await form.until(() => form.text.includes('Corner Repair'))
    assert.equal(answer(stage, 'Trading name'), 'Corner Repair')
  })

  it('changing a person opens the page of that person', async () => {
    const stage = await atReview()
    follow(stage, 'Change Cell phone, Luis Ortega')
    await stage.form.step('signers')
    await stage.form.until(() => stage.form.root.activeElement?.id === 'signers[1].ownerCellPhone')
  })

  it('names each missing secret after a return, with a link to its field', async () => {
    const stage = await atReview({ secrets: false })
    const { form } = stage
    await form.until(() => form.text.includes('Before you go on'))
    for (const words of ['Enter the EIN', 'Luis Ortega: Enter the Social Security number or ITIN'])
      assert.include(form.text, words)
    assert.equal(answer(stage, 'Account number'), 'Missing')
    assert.notInclude(form.text, 'Filled in for you')
    follow(stage, 'Enter the account number')
    await form.step('bank')
    await form.until(() => form.root.activeElement?.id === 'banking.accountNumber')
  })

  it('does not continue while a value is missing', async () => {
    const { form } = await atReview({ secrets: false })
    form.press('Continue')
    await form.step('tax')
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

  it('marks empty optional values as empty', async () => {
    const stage = await atReview({ values: { website: '' } })
    assert.equal(answer(stage, 'Website'), 'Not given')
    assert.notInclude(stage.form.text, 'Before you go on')
  })

  it('shows that a sole proprietor’s SSN is the tax ID and is asked for once', async () => {
    const stage = await atReview({
      values: { ownershipType: 'soleProprietorship', taxIdType: 'SSN', taxId: '' },
    })
    assert.equal(answer(stage, 'Tax ID'), 'The owner’s number, see below Filled in for you')
  })

  it('allows no change when read-only', async () => {
    const { form } = await atReview({ attributes: { readonly: '' } })
    assert.equal(form.root.querySelectorAll('dl a').length, 0)
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
    const [link] = links(stage)
    link!.focus()
    await sendKeys({ press: 'Enter' })
    await stage.form.step('business')
  })
})
