// A test driver for pages that embed <terminal-pay>. Published as `@tapboard/elements/terminal-pay/driver`.
import { ElementDriver, fieldWith, textOf } from '../shared/element.driver.ts'
import type { TerminalPay } from './terminal-pay.element.ts'
import type { TerminalPayEventMap } from './terminal-pay.events.ts'
import type { Phase } from './truth-row.ts'

/** Reads and operates one `<terminal-pay>` in a test, as a person does. */
export class TerminalPayDriver extends ElementDriver<TerminalPay, TerminalPayEventMap> {
  /** Names of the terminals in the open list, in order; of the chosen one alone while the list is closed. */
  get terminals(): string[] {
    return [...this.root.querySelectorAll('[part=device] b')].map(textOf)
  }

  /** Name of the chosen terminal, or `null`. */
  get chosen(): string | null {
    return textOf(this.root.querySelector('.device b, [aria-selected=true] b')) || null
  }

  /** The field with this label. */
  field(label: string): HTMLInputElement {
    return fieldWith(this.root, label)
  }

  /** Types into a field. */
  type(label: string, text: string): void {
    this.field(label).value = text
  }

  /** Opens the list of terminals; resolves when it is open, at once if it was. */
  async openTerminals(): Promise<void> {
    const isOpen = (): boolean => this.root.querySelector('[role=listbox]') !== null
    await this.until(() => isOpen() || this.root.querySelector('.change') !== null)
    if (!isOpen()) this.root.querySelector<HTMLElement>('.change')!.click()
    await this.until(isOpen)
  }

  /** Chooses a terminal by its name, in the list if it is not the chosen one; resolves when it is chosen. */
  async choose(name: string): Promise<void> {
    await this.until(() => this.terminals.length > 0)
    const isChosen = (): boolean => textOf(this.root.querySelector('.device b')) === name
    if (isChosen()) return
    await this.openTerminals()
    const option = [...this.root.querySelectorAll<HTMLElement>('[role=option]')].find(
      (one) => textOf(one.querySelector('b')) === name,
    )
    if (!option) throw new Error(`there is no terminal "${name}"; there are: ${this.terminals.join(', ')}`)
    option.click()
    await this.until(isChosen)
  }

  /** Resolves when the element shows this phase, with all that belongs to it: the list, and the amount in the language of the page. */
  async phase(wanted: Phase): Promise<void> {
    await this.until(() => {
      const { phase, isUpdatePending } = this.element
      return (
        phase === wanted &&
        !isUpdatePending &&
        (wanted === 'loading' || !this.root.querySelector('.bones, [aria-busy]')) &&
        !this.buttons.some((label) => label.startsWith('…'))
      )
    })
  }
}
