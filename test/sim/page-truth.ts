// The oracle of the pages. Every claim about money on a page is compared with the charges of the upstream, at the time it is
// shown and at every later charge. The page's own machine and truth table choose the claim; the oracle never asks them whether
// they are right.
import { isUnpaid } from '@tapboard/contract'
import { actionsOf, situationOf } from '../../packages/elements/src/terminal-pay/situation.ts'
import type { View } from '../../packages/elements/src/terminal-pay/terminal-pay.machine.ts'
import { rowOf, type Situation } from '../../packages/elements/src/terminal-pay/truth-table.ts'
import type { Books } from './books.ts'
import type { Charge } from './service.ts'
import type { World } from './world.ts'

/** A page as the oracle sees it. */
export interface ShownPage {
  readonly name: string
  readonly order: string
  readonly view: View
  /** The page's estimate of the BFF's clock. */
  nowMs(): number
  /** A start request of the press shown has left the page. */
  readonly hasPosted: boolean
}

export class PageTruth {
  readonly #world: World
  readonly #books: Books
  /** The upstream denies this charge for a while: a page can only repeat its word (INV-5, residual risk). */
  readonly #isDeniedUpstream: (externalId: string) => boolean
  readonly #approved: Charge[] = []
  /** External IDs of attempts that a page called not charged, with the page's words. */
  readonly #denied = new Map<string, string>()
  /** Situations that pages showed, and how often. */
  readonly situations = new Map<Situation, number>()

  constructor(world: World, books: Books, isDeniedUpstream: (externalId: string) => boolean) {
    this.#world = world
    this.#books = books
    this.#isDeniedUpstream = isDeniedUpstream
  }

  /** The processor approved a charge: no page may have excluded it before. */
  charged(charge: Charge): void {
    if (charge.status !== 'approved') return
    this.#approved.push(charge)
    const claim = this.#denied.get(charge.externalId)
    if (claim !== undefined)
      this.#world.broken(`page: "${claim}" was shown, and ${charge.externalId} was charged later`)
  }

  /** Judges the current display of a page. */
  judge(page: ShownPage): void {
    const { view } = page
    const situation = situationOf(view, page.nowMs())
    this.situations.set(situation, (this.situations.get(situation) ?? 0) + 1)
    const { claims } = rowOf(situation)
    const claim = `${page.name}: ${situation}`
    if (claims === 'paid' && !this.#approved.some((charge) => this.#orderOf(charge) === page.order))
      this.#world.broken(`page: "${claim}" claims a payment, and nothing was charged`)
    if (claims === 'not-charged') this.#judgeDenial(page, claim)
    this.#judgeOffer(page, claim)
  }

  #startOf(order: string, attempt: number): string {
    return JSON.stringify([order, attempt])
  }

  #startOfCharge({ externalId }: Charge): string {
    const row = this.#books.rows().find((one) => one.externalId === externalId)
    return row ? this.#startOf(row.orderRef, row.attempt) : ''
  }

  #orderOf({ externalId }: Charge): string | undefined {
    return this.#books.rows().find((row) => row.externalId === externalId)?.orderRef
  }

  #judgeDenial({ view, hasPosted, order }: ShownPage, claim: string): void {
    if (view.press?.never) {
      // The order must not get this start after its deadline (D-99). A later press may make the same attempt again.
      const start = this.#startOf(order, view.press.request.attempt)
      if (this.#approved.some((charge) => this.#startOfCharge(charge) === start))
        this.#world.broken(`page: "${claim}" is shown, and the start was charged`)
      return
    }
    if (view.press !== null) {
      if (hasPosted) this.#world.broken(`page: "${claim}" claims that nothing was sent after a start left`)
      return
    }
    const externalId = view.sale?.externalId ?? ''
    if (this.#isDeniedUpstream(externalId)) return
    if (this.#approved.some((charge) => charge.externalId === externalId))
      this.#world.broken(`page: "${claim}" is shown, and ${externalId} was charged`)
    this.#denied.set(externalId, claim)
  }

  /** A page that has seen an attempt which may still be paid never offers a further charge. */
  #judgeOffer(page: ShownPage, claim: string): void {
    const { view } = page
    const actions = actionsOf(view, page.nowMs())
    if (!actions.includes('charge') && !actions.includes('charge-again')) return
    const { sale, press } = view
    if (press !== null && press.posted && !press.never)
      this.#world.broken(`page: "${claim}" offers a charge while a start has no answer`)
    if (sale !== null && !isUnpaid(sale.state))
      this.#world.broken(`page: "${claim}" offers a charge beside an attempt in ${sale.state}`)
  }
}

/** Does a page show the attempt that decides for its order? A press without an answer hides it. */
export const shows = (
  { view }: ShownPage,
  decides: { readonly id: string; readonly state: string } | null,
): boolean =>
  decides === null ||
  view.press !== null ||
  (view.sale?.id === decides.id && view.sale.state === decides.state)
