// The host's server: it grants an order to pages, withdraws all tokens of it, and grants it to another page with another amount. A
// page keeps its token until the BFF refuses it, then it asks the host for a new one.
import type { SaleAccess } from '../../packages/bff/src/token/access.ts'
import type { Books } from './books.ts'
import type { Faults } from './faults.ts'
import type { HostStep, Scenario } from './story.ts'
import type { World } from './world.ts'

export class Host {
  readonly #world: World
  readonly #books: Books
  readonly #faults: Faults
  readonly #orders: ReadonlySet<string>
  /** Cancelled orders, with the time at which the host grants them again; `null`: never. */
  readonly #closed = new Map<string, number | null>()

  constructor(world: World, scenario: Scenario, books: Books, faults: Faults) {
    this.#faults = faults
    this.#world = world
    this.#books = books
    const orders = scenario.tills.map(({ host }, index) => ({ order: `o${index}`, host }))
    this.#orders = new Set(orders.flatMap(({ order, host }) => (host.length > 0 ? [order] : [])))
    for (const { order, host } of orders)
      for (const step of host) world.after(step.atMs, () => void this.#act(order, step))
  }

  /** Whether the host of this story grants orders. The pages of other stories have tokens of an earlier version. */
  get grants(): boolean {
    return this.#orders.size > 0
  }

  async #act(order: string, { act, againMs }: HostStep): Promise<void> {
    this.#world.say('host', `${act} ${order}`)
    this.#faults.count(`host ${act}`)
    if (act === 'supersedes') {
      // The page with this amount never starts.
      await this.#books.grants.record('m1', order, { amountMinor: 1, currency: 'USD' })
      return
    }
    this.#closed.set(order, againMs === null ? null : this.#world.now() + againMs)
    await this.#books.grants.withdraw('m1', order)
  }

  /** Whether a page needs a new token after this refusal. */
  refuses(code: string): boolean {
    const refused = code === 'grant-superseded' || code === 'grant-withdrawn'
    if (refused) this.#faults.count('grant refused')
    return refused
  }

  /** The access of a new token; `null` while the order is cancelled. */
  async mint(access: SaleAccess): Promise<SaleAccess | null> {
    const { merchant, order, amountMinor, currency } = access
    if (!this.#orders.has(order) || access.refund !== undefined) return access
    const closedMs = this.#closed.get(order)
    if (closedMs === null || (closedMs !== undefined && this.#world.now() < closedMs)) return null
    const generation = await this.#books.grants.record(merchant, order, { amountMinor, currency })
    return { ...access, generation }
  }
}
