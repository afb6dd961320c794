// A test driver for pages that embed <terminal-pay>. Published as `@tapboard/elements/terminal-pay/driver`.
import { ElementDriver, fieldWith, textOf } from '../shared/element.driver.ts'
import type { TerminalPay } from './terminal-pay.element.ts'
import type { TerminalPayEventMap } from './terminal-pay.events.ts'
import type { Phase } from './truth-table.ts'

/** Reads and operates one `<terminal-pay>` in a test, as a person does. */
export class TerminalPayDriver extends ElementDriver<TerminalPay, TerminalPayEventMap> {
  /** Names of the terminals offered, in order. */
  get terminals(): string[] {
    return [...this.root.querySelectorAll('.choice b')].map(textOf)
  }

  /** Name of the chosen terminal, or `null`. */
  get chosen(): string | null {
    return textOf(this.root.querySelector('.choice:has(:checked) b')) || null
  }

  /** The field with this label. */
  field(label: string): HTMLInputElement {
    return fieldWith(this.root, label)
  }

  /** Types into a field. */
  type(label: string, text: string): void {
    this.field(label).value = text
  }

  /** Chooses a terminal by its name. */
  choose(name: string): void {
    const card = [...this.root.querySelectorAll('.choice')].find(
      (choice) => textOf(choice.querySelector('b')) === name,
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
}
