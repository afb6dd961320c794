// A test driver for pages that embed <merchant-apply>: finds and uses what a person would, so that a test does not depend on the
// inside of the element. Published as `@tapboard/elements/merchant-apply/driver`.
import { untilDrawn } from '../shared/drawn.ts'
import type { Step } from '@tapboard/contract'
import type { MerchantApply } from './merchant-apply.element.ts'
import type { MerchantApplyEventMap } from './merchant-apply.events.ts'
import type { Phase } from './merchant-apply.machine.ts'

const words = (part: Element | null | undefined): string =>
  (part?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** Reads and operates one element in a test, as a person does. */
export class MerchantApplyDriver {
  /** The element under test. */
  readonly element: MerchantApply

  constructor(element: MerchantApply) {
    this.element = element
  }

  /** The shadow root of the element. */
  get root(): ShadowRoot {
    return this.element.shadowRoot!
  }

  /** Text of the heading. */
  get title(): string {
    return words(this.root.querySelector('h2'))
  }

  /** The visible text, with collapsed white space. */
  get text(): string {
    return [...this.root.querySelectorAll('section > :not(.unseen)')].map(words).join(' ')
  }

  /** Text of the live region. */
  get spoken(): string {
    return words(this.root.querySelector('[role=status]'))
  }

  /** Labels of the buttons, in order. */
  get buttons(): string[] {
    return [...this.root.querySelectorAll('button')].map(words)
  }

  /** Sentences of the summary "There is a problem", in order; empty without one. */
  get problems(): string[] {
    return [...this.root.querySelectorAll('.summary li')].map(words)
  }

  /** The label of the focused field, or the text of another focused part; empty without a focus in the element. */
  get focused(): string {
    const { activeElement } = this.root
    const [label] = (activeElement as Partial<HTMLInputElement> | null)?.labels ?? []
    return words(label ?? activeElement)
  }

  /** The button with this label, or whose label begins with it. */
  button(label: string): HTMLButtonElement {
    const all = [...this.root.querySelectorAll('button')]
    const found = all.find((one) => words(one) === label) ?? all.find((one) => words(one).startsWith(label))
    if (!found) throw new Error(`there is no button "${label}"; there are: ${this.buttons.join(', ')}`)
    return found
  }

  /** Presses a button. */
  press(label: string): void {
    this.button(label).click()
  }

  /** Follows a link of the summary. */
  follow(sentence: string): void {
    const found = [...this.root.querySelectorAll<HTMLElement>('.summary a')].find(
      (one) => words(one) === sentence,
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

  /** Types or chooses a value in the field at a path, then leaves the field. */
  type(path: string, text: string): void {
    const field = this.field(path) as HTMLInputElement | HTMLSelectElement
    field.value = text
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    field.dispatchEvent(new FocusEvent('blur'))
  }

  /** Chooses a card or a checkbox by its label, or by the beginning of its label. */
  choose(label: string): void {
    const found = [...this.root.querySelectorAll('label')].find((one) => words(one).startsWith(label))
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

  /** Resolves when `condition` is true after a render of the element. */
  until(condition: () => boolean): Promise<void> {
    return untilDrawn(this.element, this.root, condition)
  }

  /** The next event of this name. */
  next<Name extends keyof MerchantApplyEventMap>(name: Name): Promise<MerchantApplyEventMap[Name]> {
    return new Promise((resolve) => this.element.addEventListener(name, resolve, { once: true }))
  }
}
