import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import type { FormActions } from '../step.ts'
import { STEP as bank } from '../steps/bank.step.ts'
import { STEP as tax } from '../steps/tax.step.ts'

const LLC = { ownershipType: 'llc' }
const ACCOUNT = 'banking.accountNumber'
const withAccount = (accountNumber: string) => ({
  banking: { bankName: '', routingNumber: '', accountNumber },
})
/** The account number of the step. */
const account = (made: StepStage): string => made.values.banking.accountNumber

describe('secret fields of <merchant-apply>', () => {
  afterEach(clearStages)

  it('is plain while it has the focus, and masked afterwards', () => {
    const made = new StepStage(bank)
    made.type(ACCOUNT, '12-3456780', false)
    const control = made.at(ACCOUNT)
    assert.equal(control.value, '12-3456780')
    control.blur()
    assert.equal(control.value, '•••••6780')
    assert.equal(account(made), '123456780')
    control.focus()
    assert.equal(control.value, '123456780')
  })

  it('D-160 an EIN stays readable', () => {
    const made = new StepStage(tax, { values: LLC })
    made.type('taxId', '123456780')
    assert.equal(made.at('taxId').value, '12-3456780')
    assert.equal(made.values.taxId, '123456780')
    assert.throws(() => made.button('Show EIN (employer identification number)'))
  })

  it('is masked when it is left, before the next render', () => {
    const form = { change: () => undefined, leave: () => undefined } as Partial<FormActions> as FormActions
    const made = new StepStage(bank, { scene: { form } })
    made.type(ACCOUNT, '123456780')
    assert.equal(made.at(ACCOUNT).value, '•••••6780')
  })

  it('is selected on focus by keyboard, so that typing replaces it', async () => {
    const made = new StepStage(bank, { values: withAccount('123456780') })
    const control = made.at(ACCOUNT)
    made.at('banking.routingNumber').focus()
    await sendKeys({ press: 'Tab' })
    assert.equal(made.root.activeElement, control)
    await sendKeys({ type: '987654320' })
    assert.equal(control.value, '987654320')
    await sendKeys({ press: 'Tab' })
    assert.equal(account(made), '987654320')
  })

  it('keeps the caret where a pointer puts it', async () => {
    const made = new StepStage(bank, { values: withAccount('123456780') })
    const control = made.at(ACCOUNT)
    control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    control.focus()
    assert.equal(control.value, '123456780')
    assert.equal(control.selectionStart, control.selectionEnd)
    control.blur()
    control.focus()
    assert.deepEqual([control.selectionStart, control.selectionEnd], [0, control.value.length])
  })

  it('is shown and masked by a toggle, with pointer, keyboard and assistive technology', async () => {
    const made = new StepStage(bank, { values: withAccount('123456780') })
    const control = made.at(ACCOUNT)
    const show = made.button('Show Account number')
    assert.equal(show.ariaPressed, 'false')
    show.click()
    assert.equal(control.value, '123456780')
    assert.equal(show.ariaPressed, 'true')
    control.focus()
    control.blur()
    assert.equal(control.value, '123456780', 'it stays readable after the focus')
    show.focus()
    await sendKeys({ press: ' ' })
    assert.equal(control.value, '•••••6780')
    await sendKeys({ press: 'Enter' })
    assert.equal(control.value, '123456780')
    assert.equal(made.continued, 0)
    made.scene.memory.clear()
    made.scene.form.redraw()
    assert.equal(control.value, '•••••6780', 'it is masked when the step is left')
  })

  it('stays plain and keeps the focus when the button is pressed during typing', () => {
    const made = new StepStage(bank)
    made.type(ACCOUNT, '123456780', false)
    const show = made.button('Show Account number')
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    show.dispatchEvent(press)
    assert.isTrue(press.defaultPrevented)
    show.click()
    assert.equal(made.root.activeElement?.id, ACCOUNT)
    assert.equal(made.at(ACCOUNT).value, '123456780')
  })

  it('accepts a pasted secret in every usual form', () => {
    for (const pasted of [
      '12-3456780',
      '123456780',
      ' 12 345 6780 ',
      '12–3456780',
      '１２３４５６７８０',
      '\u200e12-3456780',
    ]) {
      const made = new StepStage(tax, { values: LLC })
      made.type('taxId', pasted)
      assert.equal(made.values.taxId, '123456780', JSON.stringify(pasted))
      made.root.querySelector<HTMLButtonElement>('.main')!.click()
      assert.equal(made.continued, 1)
    }
  })

  it('P45 is in no attribute and no text of the page at any moment', () => {
    const canary = '000481174811'
    const made = new StepStage(bank)
    const seen: string[] = []
    const look = (): void => {
      seen.push(
        made.host.outerHTML,
        made.root.innerHTML,
        location.href,
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      )
    }
    const watch = new MutationObserver((records) => {
      for (const { target } of records)
        seen.push(target instanceof Element ? target.outerHTML : (target.textContent ?? ''))
    })
    watch.observe(made.root, { subtree: true, childList: true, attributes: true, characterData: true })
    made.type('banking.accountNumber', canary, false)
    look()
    const control = made.at('banking.accountNumber')
    control.blur()
    look()
    const show = made.button('Show Account number')
    show.click()
    look()
    show.click()
    made.root.querySelector<HTMLButtonElement>('.main')!.click()
    look()
    control.focus()
    assert.equal(control.value, canary)
    for (const { target } of watch.takeRecords()) if (target instanceof Element) seen.push(target.outerHTML)
    watch.disconnect()
    assert.notInclude(seen.join('\n'), '4811748')
  })

  it('disables completion, correction and spelling checks of the browser', () => {
    const made = new StepStage(tax, { values: LLC })
    const control = made.at('taxId')
    assert.equal(control.getAttribute('autocomplete'), 'off')
    assert.equal(control.getAttribute('spellcheck'), 'false')
    assert.equal(control.getAttribute('autocapitalize'), 'off')
    assert.equal(control.inputMode, 'numeric')
  })

  it('asks for the secret again after a return, with the reason', () => {
    const made = new StepStage(tax, { values: LLC, scene: { missingSecrets: new Set(['taxId']) } })
    const hint = made.at('taxId-hint')
    assert.equal(hint.textContent.trim(), 'Enter it again: for your safety it was not saved.')
    made.type('taxId', '12-3456780')
    assert.notInclude(hint.textContent, 'again')
  })

  it('keeps its value when the element is moved in the page', () => {
    const made = new StepStage(bank, { values: withAccount('123456780') })
    const control = made.at(ACCOUNT)
    const elsewhere = document.createElement('div')
    document.body.append(elsewhere)
    elsewhere.append(made.host)
    assert.equal(control.value, '•••••6780')
    control.focus()
    assert.equal(control.value, '123456780')
    elsewhere.remove()
  })
})
