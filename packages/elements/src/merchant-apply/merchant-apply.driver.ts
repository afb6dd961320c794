// A test driver for pages that embed <merchant-apply>. Published as `@tapboard/elements/merchant-apply/driver`.
import type { Step } from '@tapboard/contract'
import { ElementDriver, textOf } from '../shared/element.driver.ts'
import type { MerchantApply } from './merchant-apply.element.ts'
import type { MerchantApplyEventMap } from './merchant-apply.events.ts'
import type { Phase } from './merchant-apply.machine.ts'

/** Reads and operates one `<merchant-apply>` in a test, as a person does. */
export class MerchantApplyDriver extends ElementDriver<MerchantApply, MerchantApplyEventMap> {
  /** Sentences of the summary "There is a problem" or of the things to fix in the review, in order; empty without one. */
  get problems(): string[] {
    return [...this.root.querySelectorAll('.summary li, .fixes li:not(.fixed)')].map(
      (line) => line.getAttribute('aria-label') ?? textOf(line),
    )
  }

  /** The label of the focused field, or the text of another focused part; empty without a focus in the element. */
  get focused(): string {
    const { activeElement } = this.root
    const [label] = (activeElement as Partial<HTMLInputElement> | null)?.labels ?? []
    return textOf(label ?? activeElement)
  }

  /** Follows a link of the summary. */
  follow(sentence: string): void {
    const found = [...this.root.querySelectorAll<HTMLElement>('.summary a, .fixes a')].find(
      (one) => textOf(one) === sentence,
    )
    if (!found) throw new Error(`the summary has no "${sentence}"; it has: ${this.problems.join(', ')}`)
    found.click()
  }

  /** The control of the field at a path of the contract, such as `businessAddress.zip`. */
  field(path: string): HTMLElement {
    const found = this.root.getElementById(path)
    if (!found) throw new Error(`there is no field "${path}" in the step "${this.element.step}"`)
    return found
  }

  /** Opens the field at a path that the form shows as an answer or as a button; it has a control when this resolves. */
  async open(path: string): Promise<void> {
    this.root.querySelector<HTMLElement>(`[data-opens="${path}"]`)?.click()
    await this.until(() => this.root.getElementById(path) !== null)
  }

  /** Types or chooses a value in the field at a path, then leaves the field. */
  type(path: string, text: string): void {
    const field = this.field(path) as HTMLInputElement | HTMLSelectElement
    field.value = text
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    field.dispatchEvent(new FocusEvent('blur'))
  }

  /** Chooses a card or a checkbox by its label, or by the beginning of its label. */
  choose(label: string): void {
    const found = [...this.root.querySelectorAll('label')].find((one) => textOf(one).startsWith(label))
    if (!found?.control) throw new Error(`there is no choice "${label}"`)
    found.control.click()
  }

  /** Resolves when the element shows this phase. */
  async phase(wanted: Phase): Promise<void> {
    await this.until(() => this.element.phase === wanted)
  }

  /** Resolves when the element shows this step. */
  async step(wanted: Step): Promise<void> {
    await this.until(() => this.element.phase !== 'loading' && this.element.step === wanted)
  }
}
