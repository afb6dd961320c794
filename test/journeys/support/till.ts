// Shared by the journeys of the checkout: a shop and its terminal for the tests of a file, and for each test a browser window, a new
// order, and the clerk at its checkout.
import { after, afterEach, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { useBrowser, type Visit } from './browser.ts'
import { Clerk } from './clerk.ts'
import { openShop, type Shop, type StackShop } from './shop.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'

interface TillOptions {
  /** Opens a shop for each test instead of one for the file. */
  readonly shopPerTest?: true
  /** The name of a terminal that all tests use. */
  readonly terminal?: string
  /** Each test has a terminal of its own: `Till 1`, `Till 2` … */
  readonly terminalPerTest?: true
  /** Each test begins at the checkout of its order. */
  readonly opens?: true
  /** Console errors that the tests cause. */
  readonly expects?: readonly RegExp[]
}

/** A till; its members are those of the current test. */
class Till<S extends Shop> {
  /** For further windows, each with a profile of its own. */
  readonly browser = useBrowser()
  shop!: S
  terminal!: CounterTerminal
  /** The name of the terminal. */
  name!: string
  visit!: Visit
  order!: string
  clerk!: Clerk

  /** A new tab with the checkout of the order; `prepare` comes before the page is loaded. */
  async tab(prepare?: (page: Page) => Promise<unknown>): Promise<Clerk> {
    const page = await this.visit.tab()
    await prepare?.(page)
    return new Clerk(page).open(this.shop.siteUrl, this.order)
  }
}

/** Opens a shop in this process, or with `open`, and closes it after the tests. */
export function useTill(options?: TillOptions): Till<StackShop>
export function useTill<S extends Shop>(options: TillOptions, open: () => Promise<S>): Till<S>
export function useTill(options: TillOptions = {}, open: () => Promise<Shop> = openShop): Till<Shop> {
  const { shopPerTest = false, terminalPerTest = false, expects = [] } = options
  const till = new Till()
  let terminals = 0
  const openTill = async (): Promise<void> => {
    till.shop = await open()
    till.name = options.terminal ?? ''
    if (till.name !== '') till.terminal = await till.shop.terminal(till.name)
  }
  if (!shopPerTest) {
    before(openTill)
    after(() => till.shop.close())
  }
  beforeEach(async () => {
    if (shopPerTest) await openTill()
    till.visit = await till.browser.visit()
    till.visit.expect(...expects)
    if (terminalPerTest) {
      terminals += 1
      till.name = `Till ${terminals}`
      till.terminal = await till.shop.terminal(till.name)
    }
    till.order = await till.shop.newOrder()
    if (options.opens) till.clerk = await till.tab()
  })
  afterEach(async () => {
    try {
      await till.visit.leave()
    } finally {
      if (shopPerTest) await till.shop.close()
    }
  })
  return till
}
