// The oracle of the pages. Every claim about money on a page is compared with the charges of the upstream, at the time it is
// shown and at every later charge. The page's own machine and truth table choose the claim; the oracle never asks them whether
// they are right.
import { isUnpaid } from '@tapboard/contract'
import { actionsOf, situationOf } from '../../packages/elements/src/terminal-pay/situation.ts'
import type { View } from '../../packages/elements/src/terminal-pay/terminal-pay.machine.ts'
import { rowOf, type Situation } from '../../packages/elements/src/terminal-pay/truth-table.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
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
  /** The sale of an external ID, also one that a restore lost. */
  readonly #saleOf: (externalId: string) => SaleRow | undefined
  /** The upstream denies this charge for a while: a page can only repeat its word (INV-5, residual risk). */
  readonly #isDeniedUpstream: (externalId: string) => boolean
  readonly #approved: Charge[] = []
  /** External IDs of attempts that a page called not charged, with the page's words. */
  readonly #denied = new Map<string, string>()
  /** IDs of the sales that a restore lost. */
  readonly #lost = new Set<string>()
  /** IDs of the sales that a restore put back to an earlier version. */
  readonly #putBack = new Set<string>()
  /** Situations that pages showed, and how often. */
  readonly situations = new Map<Situation, number>()

  constructor(
    world: World,
    saleOf: (externalId: string) => SaleRow | undefined,
    isDeniedUpstream: (externalId: string) => boolean,
  ) {
    this.#world = world
    this.#saleOf = saleOf
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

  /**
   * A restore lost these attempts and put others back. A lost one that is repeated has the same external ID, and is another one for a
   * page.
   */
  lose(rows: readonly SaleRow[], putBack: readonly SaleRow[]): void {
    for (const { id, externalId } of rows) {
      this.#lost.add(id)
      this.#denied.delete(externalId)
    }
    for (const { id } of putBack) this.#putBack.add(id)
  }

  /**
   * Whether a page shows a sale of the time that a restore lost. It keeps it until it is loaded again, because later news of a sale has a
   * higher version; it offers no charge beside an open sale.
   */
  showsLost({ view }: ShownPage): boolean {
    const id = view.sale?.id ?? ''
    return this.#lost.has(id) || this.#putBack.has(id)
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
    const row = this.#saleOf(externalId)
    return row ? this.#startOf(row.orderRef, row.attempt) : ''
  }

  #orderOf({ externalId }: Charge): string | undefined {
    return this.#saleOf(externalId)?.orderRef
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
    if (!this.#lost.has(view.sale?.id ?? '')) this.#denied.set(externalId, claim)
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
