// Brings sales to the state in which a fault occurs, and on to their end afterwards.
import type { Page } from 'playwright-core'
import { CARD, Clerk, UNKNOWN } from './clerk.ts'
import { INITIATE, withoutLookup, type ShopOptions, type StackShop } from './shop.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'
import { until } from '../../kit/until.ts'

/** The page's title while the server cannot be reached. */
export const LOST = /^No news since .* – the terminal shows the result$/

interface Timer {
  readonly atMs: number
  readonly ring: () => void
}

/** The shop's clock: real time until it is advanced; then due timers fire at once, in order. */
export class ForwardClock {
  #aheadMs = 0
  readonly #timers = new Set<Timer>()

  now(): number {
    return Date.now() + this.#aheadMs
  }

  /** Calls back after a duration; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void {
    const cancel = (): void => {
      clearTimeout(real)
      this.#timers.delete(timer)
    }
    const ring = (): void => {
      cancel()
      callback()
    }
    const timer = { atMs: this.now() + delayMs, ring }
    const real = setTimeout(ring, delayMs)
    this.#timers.add(timer)
    return cancel
  }

  forward(ms: number): void {
    this.#aheadMs += ms
    const due = [...this.#timers].filter(({ atMs }) => atMs <= this.now())
    for (const timer of due.toSorted((a, b) => a.atMs - b.atMs)) if (this.#timers.has(timer)) timer.ring()
  }
}

/**
 * States of a sale, with the title of the page. All sales of a shop share one clock, so `still waiting` is first. An unknown sale
 * holds its terminal, so it is last.
 */
export const TITLES = {
  'still waiting': 'Still waiting – check the terminal',
  contacting: /Contacting|Follow the terminal/,
  card: CARD,
  authorising: 'Authorizing the card',
  approved: /^\$[\d,.]+ approved$/,
  declined: /^\$[\d,.]+ declined – not charged$/,
  unknown: UNKNOWN,
} as const satisfies Readonly<Record<string, string | RegExp>>

export type Standing = keyof typeof TITLES

/** A sale in one of these states. */
export interface Standpoint {
  readonly standing: Standing
  readonly order: string
  readonly clerk: Clerk
  readonly terminal: CounterTerminal
  /** The title that the page shows, and must show again after the fault. */
  readonly title: string | RegExp
  /** Performs the customer's missing step; afterwards the page shows {@link outcome}. */
  finish(): Promise<void>
  readonly outcome: string | RegExp
}

interface Place {
  readonly shop: StackShop
  readonly terminal: CounterTerminal
  /** The name of the terminal. */
  readonly name: string
}

/** §2: the notice of a sale that takes long comes after so much. */
const STILL_WAITING_MS = 150_000

/** A shop whose lost answers stay unknown, and whose clock can be advanced. */
export const standingOptions = (clock: ForwardClock): ShopOptions => ({
  ...withoutLookup(clock, { longPoll: false }),
  service: { timings: { promptShownMs: 120_000 } },
})

/** Brings a new sale on a terminal of its own to the given state; `opened` is called once the page is usable. */
export async function bring(
  standing: Standing,
  { shop, terminal, name }: Place,
  clock: ForwardClock,
  page: Page,
  opened: (page: Page) => void | Promise<void> = () => undefined,
): Promise<Standpoint> {
  const order = await shop.newOrder(standing === 'declined' ? 'declined' : 'approved')
  const clerk = await new Clerk(page).open(shop.siteUrl, order)
  await opened(page)
  const title = TITLES[standing]
  terminal.habits.slowPrompt = standing === 'contacting'
  terminal.habits.slowResult = standing === 'authorising'
  const lost = standing === 'unknown' ? shop.line.loseAnswer(INITIATE) : null
  await clerk.charge(standing === 'declined' ? '$42.51' : '$42.00', name)
  await lost
  const started = () =>
    until('the sale has started', () => shop.books.sales(order).at(-1)?.state === 'started')
  if (standing === 'contacting') await started()
  if (standing === 'still waiting') {
    await started()
    clock.forward(STILL_WAITING_MS + 1_000)
  }
  if (standing === 'authorising' || standing === 'approved' || standing === 'declined') await terminal.tap()
  await clerk.sees(title)
  return {
    standing,
    order,
    clerk,
    terminal,
    title,
    outcome: standing === 'unknown' || standing === 'declined' ? title : TITLES.approved,
    async finish() {
      if (standing === 'contacting') await terminal.showPrompt()
      if (standing === 'authorising') await terminal.showResult()
      if (standing === 'contacting' || standing === 'card' || standing === 'still waiting')
        await terminal.tap()
    },
  }
}
