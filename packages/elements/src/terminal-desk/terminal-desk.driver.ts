// A test driver for pages that embed <terminal-desk>. Published as `@tapboard/elements/terminal-desk/driver`.
import { ElementDriver, fieldWith, textOf } from '../shared/element.driver.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalDesk } from './terminal-desk.element.ts'
import type { TerminalDeskEventMap } from './terminal-desk.events.ts'
import type { Phase } from './terminal-desk.machine.ts'

/** Reads and operates one `<terminal-desk>` in a test, as a person does. */
export class TerminalDeskDriver extends ElementDriver<TerminalDesk, TerminalDeskEventMap> {
  /** The visible text except unresolved sales and the refund, with collapsed white space. */
  override get text(): string {
    return [...this.root.querySelectorAll('section:not(.open, .refund) > :not(.unseen)')]
      .map(textOf)
      .join(' ')
  }

  /** The totals, such as `Approved 2 $84.00`, in order. */
  get totals(): string[] {
    return [...this.root.querySelectorAll('.totals > div')].map(textOf)
  }

  /** The unresolved sales, in order. */
  get open(): string[] {
    return [...this.root.querySelectorAll('.open li')].map(textOf)
  }

  /** The element that refunds, once the person has chosen the amount; `null` before. */
  get refund(): TerminalPay | null {
    return this.root.querySelector('terminal-pay')
  }

  /** The rows of the page: the text of each cell. */
  get rows(): string[][] {
    return [...this.root.querySelectorAll('tbody tr:not(.details)')].map((row) =>
      [...row.querySelectorAll('td')].map(textOf),
    )
  }

  /** The orders of the page, in order. */
  get orders(): string[] {
    return this.rows.map(([, order = '']) => order)
  }

  /** Types a text into the search. */
  search(text: string): void {
    const field = this.root.querySelector<HTMLInputElement>('[type=search]')!
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Chooses a day, written as `YYYY-MM-DD`. */
  chooseDay(day: string): void {
    const field = this.root.querySelector<HTMLInputElement>('[type=date]')!
    field.value = day
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** The field with this label. */
  field(label: string): HTMLInputElement {
    return fieldWith(this.root, label)
  }

  /** Resolves when the element shows this phase. */
  async phase(wanted: Phase): Promise<void> {
    await this.until(() => this.element.phase === wanted && !this.element.isUpdatePending)
  }
}
