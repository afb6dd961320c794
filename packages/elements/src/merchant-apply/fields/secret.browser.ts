import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import type { FormActions } from '../step.ts'
import { STEP as bank } from '../steps/bank.step.ts'
import { STEP as tax } from '../steps/tax.step.ts'

const LLC = { ownershipType: 'llc' }
const pointer = (type: string): PointerEvent => new PointerEvent(type, { bubbles: true })
const key = (type: string, name: string): KeyboardEvent =>
  new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true })

describe('secret fields of <merchant-apply>', () => {
  afterEach(clearStages)

  it('is plain while it has the focus, and masked afterwards', () => {
    const made = new StepStage(tax, { values: LLC })
    made.type('taxId', '12-3456780', false)
    const control = made.at('taxId')
    assert.equal(control.value, '12-3456780')
    control.blur()
    assert.equal(control.value, '•••••6780')
    assert.equal(made.values.taxId, '123456780')
    control.focus()
    assert.equal(control.value, '12-3456780')
  })

  it('is masked when it is left, before the next render', () => {
    const form = { change: () => undefined, leave: () => undefined } as Partial<FormActions> as FormActions
    const made = new StepStage(tax, { values: LLC, scene: { form } })
    made.type('taxId', '12-3456780')
    assert.equal(made.at('taxId').value, '•••••6780')
  })

  it('is selected on focus by keyboard, so that typing replaces it', async () => {
    const made = new StepStage(tax, { values: { ...LLC, taxId: '123456780' } })
    const control = made.at('taxId')
    const before = document.createElement('button')
    made.host.before(before)
    before.focus()
    await sendKeys({ press: 'Tab' })
    before.remove()
    assert.equal(made.root.activeElement, control)
    await sendKeys({ type: '987654320' })
    assert.equal(control.value, '987654320')
    await sendKeys({ press: 'Tab' })
    assert.equal(made.values.taxId, '987654320')
  })

  it('keeps the caret where a pointer puts it', async () => {
    const made = new StepStage(tax, { values: { ...LLC, taxId: '123456780' } })
    const control = made.at('taxId')
    control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    control.focus()
    assert.equal(control.value, '12-3456780')
    assert.equal(control.selectionStart, control.selectionEnd)
    control.blur()
    control.focus()
    assert.deepEqual([control.selectionStart, control.selectionEnd], [0, control.value.length])
  })

  it('is shown only while a pointer or a key holds the button', async () => {
    const made = new StepStage(tax, { values: { ...LLC, taxId: '123456780' } })
    const control = made.at('taxId')
    const show = made.button('Show EIN (employer identification number) while pressed')
    for (const end of ['pointerup', 'pointerleave', 'pointercancel']) {
      show.dispatchEvent(pointer('pointerdown'))
      assert.equal(control.value, '12-3456780')
      show.dispatchEvent(pointer(end))
      assert.equal(control.value, '•••••6780', end)
    }
    for (const name of [' ', 'Enter']) {
      show.dispatchEvent(key('keydown', name))
      assert.equal(control.value, '12-3456780')
      show.dispatchEvent(key('keyup', name))
      assert.equal(control.value, '•••••6780')
    }
    show.focus()
    const seen: string[] = []
    show.addEventListener('keydown', () => seen.push(control.value))
    await sendKeys({ press: ' ' })
    assert.deepEqual(seen, ['12-3456780'])
    assert.equal(control.value, '•••••6780')
    show.dispatchEvent(pointer('pointerdown'))
    show.dispatchEvent(new FocusEvent('blur'))
    assert.equal(control.value, '•••••6780')
    assert.equal(made.continued, 0)
  })

  it('stays plain and keeps the focus when the button is pressed during typing', () => {
    const made = new StepStage(tax, { values: LLC })
    made.type('taxId', '123456780', false)
    const show = made.button('Show EIN (employer identification number) while pressed')
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    show.dispatchEvent(pointer('pointerdown'))
    show.dispatchEvent(press)
    assert.isTrue(press.defaultPrevented)
    show.dispatchEvent(pointer('pointerup'))
    assert.equal(made.root.activeElement?.id, 'taxId')
    assert.equal(made.at('taxId').value, '12-3456780')
  })

  it('is reached by assistive technology through its field, which is plain while it has the focus', () => {
    const made = new StepStage(tax, { values: { ...LLC, taxId: '123456780' } })
    made.button('Show EIN (employer identification number) while pressed').click()
    assert.equal(made.root.activeElement?.id, 'taxId')
    assert.equal(made.at('taxId').value, '12-3456780')
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
    const show = made.button('Show Account number while pressed')
    show.dispatchEvent(pointer('pointerdown'))
    look()
    show.dispatchEvent(pointer('pointerup'))
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
    const made = new StepStage(tax, { values: { ...LLC, taxId: '123456780' } })
    const control = made.at('taxId')
    const elsewhere = document.createElement('div')
    document.body.append(elsewhere)
    elsewhere.append(made.host)
    assert.equal(control.value, '•••••6780')
    control.focus()
    assert.equal(control.value, '12-3456780')
    elsewhere.remove()
  })
})
