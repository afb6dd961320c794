// Manager sign-in beside a sale of unknown outcome. The shop's server checks the PIN and mints a token for
// signed-in managers only; the buttons of `<terminal-pay>` grant no permission by themselves.
import type { Sale } from '@tapboard/contract'
import { by, keepFocus } from '../shared/dom.ts'
import { getManager, signIn, signOut } from '../shared/host-api.ts'

/** Dispatched when a manager has signed in or out. */
export const MANAGER_CHANGE = 'manager-change'

/** Shows the sign-in state whenever a manager may be needed. */
export class ManagerDesk {
  readonly #pay: HTMLElementTagNameMap['terminal-pay']
  readonly #problem = by('manager-problem')
  #person: string | null = null
  #needed = false
  #refunding = false

  constructor(pay: HTMLElementTagNameMap['terminal-pay']) {
    this.#pay = pay
    const pin = by('manager-pin') as HTMLInputElement
    by('manager-form').addEventListener('submit', (event) => {
      event.preventDefault()
      const typed = pin.value
      pin.value = ''
      void this.#ask(signIn(typed)).then(() => keepFocus('refund-amount', 'manager-pin', 'payment'))
    })
    by('manager-out').addEventListener('click', () => {
      void this.#ask(signOut()).then(() => keepFocus('manager-pin', 'payment'))
    })
    void this.look()
  }

  /** Reads the signed-in manager from the server; after a rejected token there may be none. */
  look(): Promise<void> {
    return this.#ask(getManager())
  }

  /** Updates after a change of the sale: a manager is needed while the outcome is unknown. */
  hear({ state }: Sale): void {
    this.#needed = state === 'in_doubt' || state === 'review'
    this.#show('')
  }

  /** Another order is at the till. */
  begin(): void {
    this.#needed = this.#refunding = false
    this.#show('')
  }

  /** Whether a manager is signed in. */
  get isSignedIn(): boolean {
    return this.#person !== null
  }

  /** A manager is needed, or no longer, to refund the order. */
  refund(refunding: boolean): void {
    this.#refunding = refunding
    this.#show('')
  }

  async #ask(answer: Promise<{ readonly person: string | null }>): Promise<void> {
    try {
      this.#person = (await answer).person
      this.#show('')
    } catch (error) {
      this.#show(error instanceof Error ? error.message : '')
    }
  }

  #show(problem: string): void {
    this.#problem.textContent = problem
    this.#problem.hidden = problem === ''
    by('manager').hidden = !(this.#needed || this.#refunding)
    by('manager-form').hidden = this.#person !== null
    by('manager-here').hidden = this.#person === null
    this.#pay.resolve = this.#person !== null
    this.#pay.dispatchEvent(new Event(MANAGER_CHANGE))
  }
}
