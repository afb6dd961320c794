// Refund of a paid order beside its `<terminal-pay>`: a signed-in manager types the amount, the shop's server names the refund, and
// a second `<terminal-pay>` pays it back.
import '@tapboard/elements/terminal-pay/define'
import type { TerminalPayEvent } from '@tapboard/elements'
import { by } from '../shared/dom.ts'
import { addRefund, getToken, type NamedRefund, type OrderView } from '../shared/host-api.ts'
import { MANAGER_CHANGE, type ManagerDesk } from './manager.ts'

type Pay = HTMLElementTagNameMap['terminal-pay']

/** The form of a refund, and the element that pays back. */
export class RefundForm {
  readonly #order: string
  readonly #pay: Pay
  readonly #desk: ManagerDesk
  readonly #received: (event: TerminalPayEvent) => void
  readonly #problem = by('refund-problem')
  #left: string | null = null
  #open = false

  constructor(order: string, pay: Pay, desk: ManagerDesk, received: (event: TerminalPayEvent) => void) {
    this.#order = order
    this.#pay = pay
    this.#desk = desk
    this.#received = received
    by('refund-begin').addEventListener('click', () => this.#show(true))
    pay.addEventListener(MANAGER_CHANGE, () => this.#draw())
    by('refund-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#begin((by('refund-amount') as HTMLInputElement).value.trim())
    })
  }

  /** Updates after a read of the order. */
  show({ left }: OrderView): void {
    this.#left = left
    this.#draw()
  }

  #show(open: boolean): void {
    this.#open = open
    this.#say('')
    if (open) (by('refund-amount') as HTMLInputElement).value = this.#left ?? ''
    this.#desk.refund(open)
    this.#draw()
  }

  #draw(): void {
    by('refund-begin').hidden = this.#open || this.#left === null
    by('refund-form').hidden = !(this.#open && this.#desk.isSignedIn)
  }

  #say(problem: string): void {
    this.#problem.textContent = problem
    this.#problem.hidden = problem === ''
  }

  async #begin(amount: string): Promise<void> {
    try {
      this.#place(await addRefund(this.#order, amount))
      this.#show(false)
    } catch (error) {
      this.#say(error instanceof Error ? error.message : '')
      void this.#desk.look()
    }
  }

  #place(named: NamedRefund): void {
    const element = document.createElement('terminal-pay')
    element.bffUrl = this.#pay.bffUrl
    element.refund = named.sale
    element.resolve = true
    element.getToken = (wish) =>
      getToken(
        wish.kind === 'refund' ? { ...named, ...wish, order: this.#order } : { ...wish, order: this.#order },
      )
    for (const name of ['progress', 'settled', 'error'] as const)
      element.addEventListener(`terminal-pay-${name}`, this.#received)
    this.#pay.hidden = true
    by('refund-pay').replaceChildren(element)
  }
}
