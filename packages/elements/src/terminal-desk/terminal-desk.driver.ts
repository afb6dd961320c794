// A test driver for pages that embed <terminal-desk>: finds and uses what a person would, so that a test does not depend on the
// inside of the element. Published as `@tapboard/elements/terminal-desk/driver`.
import { untilDrawn } from '../shared/drawn.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalDesk } from './terminal-desk.element.ts'
import type { TerminalDeskEventMap } from './terminal-desk.events.ts'
import type { Phase } from './terminal-desk.machine.ts'

const words = (part: Element | null | undefined): string =>
  (part?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** Drives one element. */
export class TerminalDeskDriver {
  /** The element driven. */
  readonly element: TerminalDesk

  constructor(element: TerminalDesk) {
    this.element = element
  }

  /** Everything that is in the element now. */
  get root(): ShadowRoot {
    return this.element.shadowRoot!
  }

  /** Text of the title. */
  get title(): string {
    return words(this.root.querySelector('h2'))
  }

  /** All text that can be seen, white space collapsed. */
  get text(): string {
    return [...this.root.querySelectorAll('section:not(.open, .refund) > :not(.unseen)')].map(words).join(' ')
  }

  /** What the live region says. */
  get spoken(): string {
    return words(this.root.querySelector('[role=status]'))
  }

  /** Labels of the buttons, in order: the accessible name, if a button has one of its own. */
  get buttons(): string[] {
    return [...this.root.querySelectorAll('button')].map(
      (button) => button.getAttribute('aria-label') ?? words(button),
    )
  }

  /** The totals, such as `Approved 2 $84.00`, in order. */
  get totals(): string[] {
    return [...this.root.querySelectorAll('.totals > div')].map(words)
  }

  /** The unresolved sales, in order. */
  get open(): string[] {
    return [...this.root.querySelectorAll('.open li')].map(words)
  }

  /** The element that refunds, once the person has chosen the amount; `null` before. */
  get refund(): TerminalPay | null {
    return this.root.querySelector('terminal-pay')
  }

  /** The rows of the page: the text of each cell. */
  get rows(): string[][] {
    return [...this.root.querySelectorAll('tbody tr:not(.details)')].map((row) =>
      [...row.querySelectorAll('td')].map(words),
    )
  }

  /** The orders of the page, in order. */
  get orders(): string[] {
    return this.rows.map(([, order = '']) => order)
  }

  /** The button with this label or accessible name, or whose label begins with it. */
  button(label: string): HTMLButtonElement {
    const found = [...this.root.querySelectorAll('button')].find((button) =>
      (button.getAttribute('aria-label') ?? words(button)).startsWith(label),
    )
    if (!found) throw new Error(`there is no button "${label}"; there are: ${this.buttons.join(', ')}`)
    return found
  }

  /** Is there a button with this label that can be pressed now? */
  can(label: string): boolean {
    return this.button(label).getAttribute('aria-disabled') !== 'true'
  }

  /** Presses a button. */
  press(label: string): void {
    this.button(label).click()
  }

  /** Types a search. */
  search(text: string): void {
    const field = this.root.querySelector<HTMLInputElement>('[type=search]')!
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Chooses a day, `YYYY-MM-DD`. */
  chooseDay(day: string): void {
    const field = this.root.querySelector<HTMLInputElement>('[type=date]')!
    field.value = day
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** The field with this label. */
  field(label: string): HTMLInputElement {
    const labels = [...this.root.querySelectorAll('label')]
    const found = labels.find((one) => words(one) === label)?.control
    if (!(found instanceof HTMLInputElement)) throw new Error(`there is no field "${label}"`)
    return found
  }

  /** Resolves when the element shows this phase. */
  async phase(wanted: Phase): Promise<void> {
    await this.until(() => this.element.phase === wanted && !this.element.isUpdatePending)
  }

  /** Resolves when `condition` holds after a drawing of the element. */
  until(condition: () => boolean): Promise<void> {
    return untilDrawn(this.element, this.root, condition)
  }

  /** The next event of this name. */
  next<Name extends keyof TerminalDeskEventMap>(name: Name): Promise<TerminalDeskEventMap[Name]> {
    return new Promise((resolve) => this.element.addEventListener(name, resolve, { once: true }))
  }
}
