// Refund of a paid order beside its `<terminal-pay>`: a signed-in manager types the amount, the shop's server names the refund, and
// a second `<terminal-pay>` pays it back.
import '@tapboard/elements/terminal-pay/define'
import type { TerminalPayEvent } from '@tapboard/elements'
import { by, keepFocus } from '../shared/dom.ts'
import { addRefund, dollars, getToken, type NamedRefund, type OrderView } from '../shared/host-api.ts'
import { MANAGER_CHANGE, type ManagerDesk } from './manager.ts'

type Pay = HTMLElementTagNameMap['terminal-pay']

/** The form of a refund, and the element that pays back. */
export class RefundForm {
  #order: string
  readonly #pay: Pay
  readonly #desk: ManagerDesk
  readonly #received: (event: TerminalPayEvent) => void
  readonly #problem = by('refund-problem')
  #left: string | null = null
  /** A refund of the order has no result yet. */
  #isPending = false
  /** This page shows a refund without a result. */
  #isRunning = false
  #open = false

  constructor(order: string, pay: Pay, desk: ManagerDesk, received: (event: TerminalPayEvent) => void) {
    this.#order = order
    this.#pay = pay
    this.#desk = desk
    this.#received = received
    by('refund-begin').addEventListener('click', () => {
      this.#show(true)
      keepFocus('refund-amount', 'manager-pin')
    })
    pay.addEventListener(MANAGER_CHANGE, () => this.#draw())
    by('refund-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#begin((by('refund-amount') as HTMLInputElement).value.trim())
    })
  }

  /** Another order is at the till; a refund that runs goes on at its terminal. */
  begin(order: string): void {
    this.#order = order
    this.#left = null
    this.#isPending = this.#isRunning = false
    this.#pay.hidden = false
    by('refund-elsewhere').hidden = true
    by('refund-pay').replaceChildren()
    this.#note(null)
    this.#show(false)
  }

  /** Updates after a read of the order. */
  show({ left, refundOpen, refundElsewhere }: OrderView): void {
    this.#left = left
    this.#isPending = refundOpen
    by('refund-elsewhere').hidden = !refundElsewhere
    this.#draw()
  }

  #show(open: boolean): void {
    this.#open = open
    this.#say('')
    if (open) (by('refund-amount') as HTMLInputElement).value = this.#left ?? ''
    // The manager may have to sign in again before the refund has its result.
    this.#desk.refund(open || this.#isRunning)
    this.#draw()
  }

  #draw(): void {
    const begin = by('refund-begin')
    const isPending = this.#isPending
    begin.textContent = isPending ? 'Show the open refund' : 'Refund'
    begin.hidden = this.#open || this.#isRunning || (this.#left === null && !isPending)
    const isShown = this.#open && this.#desk.isSignedIn
    by('refund-form').hidden = !isShown || isPending
    if (isShown && isPending) void this.#begin('')
  }

  #say(problem: string): void {
    this.#problem.textContent = problem
    this.#problem.hidden = problem === ''
  }

  async #begin(amount: string): Promise<void> {
    this.#open = false
    const order = this.#order
    try {
      const named = await addRefund(order, amount)
      if (order !== this.#order) return
      this.#note(amount && named.isOpen ? named.amount : null)
      this.#place(named)
      this.#show(false)
      keepFocus('payment')
    } catch (error) {
      if (order !== this.#order) return
      this.#isPending = false
      this.#open = true
      this.#draw()
      this.#say(error instanceof Error ? error.message : '')
      void this.#desk.look()
    }
  }

  /** Says that another refund than the typed one is shown. */
  #note(other: string | null): void {
    const note = by('refund-note')
    note.hidden = other === null
    note.textContent = other && `Another refund of ${dollars(other)} has no result yet. It comes first.`
  }

  #place(named: NamedRefund): void {
    const order = this.#order
    const element = document.createElement('terminal-pay')
    element.bffUrl = this.#pay.bffUrl
    element.refund = named.sale
    element.resolve = true
    element.getToken = async (wish) => {
      const asked = { ...wish, order }
      try {
        return await getToken(wish.kind === 'refund' ? { ...named, ...asked } : asked)
      } catch (error) {
        // The session expired: the desk asks to sign in again.
        void this.#desk.look()
        throw error
      }
    }
    for (const name of ['progress', 'settled', 'error'] as const)
      element.addEventListener(`terminal-pay-${name}`, this.#received)
    element.addEventListener('terminal-pay-settled', () => {
      this.#isRunning = false
      this.#show(false)
    })
    this.#isRunning = true
    this.#pay.hidden = true
    by('refund-pay').replaceChildren(element)
  }
}
