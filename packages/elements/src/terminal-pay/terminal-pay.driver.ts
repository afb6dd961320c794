// A test driver for pages that embed <terminal-pay>: finds and uses what a person would, so that a test does not depend
// on the inside of the element. Published as `@tapboard/elements/terminal-pay/driver`.
import { untilDrawn } from '../shared/drawn.ts'
import type { TerminalPay } from './terminal-pay.element.ts'
import type { TerminalPayEventMap } from './terminal-pay.events.ts'
import type { Phase } from './truth-table.ts'

/** Drives one element. */
export class TerminalPayDriver {
  /** The element driven. */
  readonly element: TerminalPay

  constructor(element: TerminalPay) {
    this.element = element
  }

  /** Everything that is in the element now. */
  get root(): ShadowRoot {
    return this.element.shadowRoot!
  }

  /** Text of the title. */
  get title(): string {
    return this.root.querySelector('h2')?.textContent?.trim() ?? ''
  }

  /** All text that can be seen, white space collapsed. */
  get text(): string {
    const seen = [...this.root.querySelectorAll('section > :not(.unseen)')].map((part) => part.textContent)
    return seen.join(' ').replace(/\s+/g, ' ').trim()
  }

  /** What the live region says. */
  get spoken(): string {
    return this.root.querySelector('[role=status]')?.textContent?.trim() ?? ''
  }

  /** Labels of the buttons, in order. */
  get buttons(): string[] {
    return [...this.root.querySelectorAll('button')].map((button) => button.textContent.trim())
  }

  /** Names of the terminals offered, in order. */
  get terminals(): string[] {
    return [...this.root.querySelectorAll('.choice b')].map((name) => name.textContent.trim())
  }

  /** Name of the chosen terminal, or `null`. */
  get chosen(): string | null {
    return this.root.querySelector('.choice:has(:checked) b')?.textContent?.trim() ?? null
  }

  /** The button with this label, or whose label begins with it. */
  button(label: string): HTMLButtonElement {
    const found = [...this.root.querySelectorAll('button')].find((button) =>
      button.textContent.trim().startsWith(label),
    )
    if (!found) throw new Error(`there is no button "${label}"; there are: ${this.buttons.join(', ')}`)
    return found
  }

  /** Is there a button with this label that can be pressed now? A busy one is `aria-disabled`, so that it keeps the focus. */
  can(label: string): boolean {
    return this.button(label).getAttribute('aria-disabled') !== 'true'
  }

  /** Presses a button. */
  press(label: string): void {
    this.button(label).click()
  }

  /** The field with this label. */
  field(label: string): HTMLInputElement {
    const labels = [...this.root.querySelectorAll('label')]
    const found = labels.find((one) => one.textContent.trim() === label)?.control
    if (!(found instanceof HTMLInputElement)) throw new Error(`there is no field "${label}"`)
    return found
  }

  /** Types into a field. */
  type(label: string, text: string): void {
    this.field(label).value = text
  }

  /** Chooses a terminal by its name. */
  choose(name: string): void {
    const card = [...this.root.querySelectorAll('.choice')].find(
      (choice) => choice.querySelector('b')?.textContent?.trim() === name,
    )
    if (!card) throw new Error(`there is no terminal "${name}"; there are: ${this.terminals.join(', ')}`)
    card.querySelector('input')?.click()
  }

  /** Resolves when the element shows this phase, with all that belongs to it. */
  async phase(wanted: Phase): Promise<void> {
    await this.until(() => {
      const { phase, isUpdatePending } = this.element
      return (
        phase === wanted &&
        !isUpdatePending &&
        (wanted === 'loading' || !this.root.querySelector('.bones, [aria-busy]'))
      )
    })
  }

  /** Resolves when `condition` holds after a drawing of the element. */
  until(condition: () => boolean): Promise<void> {
    return untilDrawn(this.element, this.root, condition)
  }

  /** The next event of this name. */
  next<Name extends keyof TerminalPayEventMap>(name: Name): Promise<TerminalPayEventMap[Name]> {
    return new Promise((resolve) => this.element.addEventListener(name, resolve, { once: true }))
  }
}
