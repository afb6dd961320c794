// A clerk at a real page: the machine and the truth table of <terminal-pay> decide the display, and the clerk presses the offered
// buttons. Requests and answers get lost as everywhere in the simulation.
import { isSettled, isUnpaid, type Checkout, type Sale, type StartSale } from '@tapboard/contract'
import { isEvent } from '../../packages/bff/src/sale/watch/watch.ts'
import type { SaleAccess } from '../../packages/bff/src/token/access.ts'
import { endsPress, isUnsent, mayLeave } from '../../packages/elements/src/terminal-pay/press.ts'
import { actionsOf } from '../../packages/elements/src/terminal-pay/situation.ts'
import {
  EMPTY,
  nextStart,
  reduce,
  type MachineEvent,
  type View,
} from '../../packages/elements/src/terminal-pay/terminal-pay.machine.ts'
import type { Host } from './host.ts'
import type { PageTruth, ShownPage } from './page-truth.ts'
import type { Press, Presses } from './presses.ts'
import type { Tab, Till } from './story.ts'
import { NOTHING, type Shop } from './shop.ts'
import type { ChangePageEvent } from './weaknesses.ts'
import type { World } from './world.ts'

/** Rounds of one clerk: enough for every attempt of a till with faults between. */
const ROUNDS_MAX = 60

/** Tries of one press. The page itself has no limit; a simulated story has an end. */
const TRIES_MAX = 30

/** Pause between two tries of a request. */
const PAUSE_MS = 700

/** The key that every page derives for an attempt (INV-11). */
const keyOf = ({ order, attempt }: StartSale): string => `key-derived-${order}-${attempt}`

/** The dependencies of a page clerk. */
interface PageParts {
  readonly world: World
  readonly shop: Shop
  readonly presses: Presses
  readonly truth: PageTruth
  readonly access: SaleAccess
  readonly till: Till
  readonly tab: Tab
  readonly name: string
  readonly changeEvent: ChangePageEvent
  readonly host: Host
}

/** One page and its clerk. */
export class PageClerk implements ShownPage {
  readonly name: string
  readonly order: string
  view: View = EMPTY
  hasPosted = false
  readonly #parts: PageParts
  /** The access of its token. */
  #access: SaleAccess
  /** BFF clock minus true time: the largest that an answer showed. */
  #offsetMs = Number.NEGATIVE_INFINITY

  constructor(parts: PageParts) {
    this.#parts = parts
    this.#access = parts.access
    this.name = parts.name
    this.order = parts.access.order
  }

  nowMs(): number {
    return this.#offsetMs === Number.NEGATIVE_INFINITY ? 0 : this.#parts.world.now() + this.#offsetMs
  }

  /** Works until every attempt has ended; then the page stays open and follows its order. */
  async work(): Promise<void> {
    const { world, till } = this.#parts
    await this.#renew()
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { checkout, sale } = this.view
      if (checkout === null) {
        if (!(await this.#load())) await world.pause(PAUSE_MS)
        continue
      }
      const actions = actionsOf(this.view, this.nowMs())
      if (sale !== null && !isSettled(sale.state) && this.view.press === null) await this.#follow(sale)
      else if (actions.includes('charge') || actions.includes('charge-again')) {
        if ((this.view.sale?.attempt ?? 0) >= till.attempts) break
        await this.#press()
      } else if (sale !== null && !isUnpaid(sale.state)) break
      else {
        await world.pause(PAUSE_MS)
        await this.#load()
      }
    }
    void this.#followOrder()
  }

  /** Asks the host for a new token; keeps the old one while the order is cancelled. */
  async #renew(): Promise<void> {
    this.#access = (await this.#parts.host.mint(this.#access)) ?? this.#access
  }

  #step(event: MachineEvent): void {
    const { view } = reduce(this.view, this.#parts.changeEvent(event), this.nowMs())
    this.view = view
    this.#parts.truth.judge(this)
  }

  #heard(bffNowMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, bffNowMs - this.#parts.world.now())
  }

  async #load(): Promise<boolean> {
    const { shop, tab } = this.#parts
    const access = this.#access
    const answer = await shop.ask(tab.process, async ({ sales, process }) => ({
      sale: await sales.newest(access),
      nowMs: process.clock.now(),
    }))
    if (answer === NOTHING) {
      this.#step({ type: 'failed', code: 'network', asked: true, running: null })
      return false
    }
    this.#heard(answer.nowMs)
    this.#step({ type: 'read', checkout: this.#checkoutOf(answer.sale, answer.nowMs), remembered: null })
    return true
  }

  #checkoutOf(sale: Sale | null, nowMs: number): Checkout {
    const { access, tab } = this.#parts
    const device = {
      id: `d${tab.device}`,
      name: 'Counter',
      make: 'A920',
      serialEnding: '0001',
      status: 'CONNECTED' as const,
      ageMs: 0,
      hold: null,
    }
    return {
      kind: 'sale',
      refund: null,
      merchant: { id: access.merchant, name: 'Shop' },
      environment: 'sandbox',
      order: access.order,
      amountMinor: access.amountMinor,
      currency: access.currency,
      devices: [device],
      sale,
      nextAttempt: sale === null ? 1 : isUnpaid(sale.state) ? sale.attempt + 1 : sale.attempt,
      features: { cancel: true, details: false },
      nowMs,
    }
  }

  /** One press: the line is proven first, then the same start is sent until the BFF answers. */
  async #press(): Promise<void> {
    const { world, presses } = this.#parts
    const request = nextStart(this.view, this.nowMs())
    if (request === null) return
    const press = presses.press(keyOf(request), this.#offsetMs)
    this.hasPosted = false
    this.#step({ type: 'pressed', request })
    for (let tries = 0; tries < TRIES_MAX && this.view.press !== null; tries += 1) {
      if (!this.view.press.posted) {
        const reached = (await this.#parts.shop.ask(this.#parts.tab.process, async () => true)) !== NOTHING
        this.#step({ type: 'probed', reached })
        if (isUnsent(this.view.press, this.nowMs()) || !mayLeave(this.view.press, this.nowMs())) return
        if (!reached) {
          await world.pause(PAUSE_MS)
          this.#parts.truth.judge(this)
          continue
        }
      }
      if (await this.#post(request, press)) return
      await world.pause(PAUSE_MS)
    }
  }

  /** Sends the start once; has the press its answer? */
  async #post(request: StartSale, pressed: Press): Promise<boolean> {
    const { shop, tab } = this.#parts
    const access = this.#access
    this.hasPosted = true
    this.#step({ type: 'posted' })
    const answer = await shop.start(tab.process, access, request, keyOf(request), pressed)
    const { press } = this.view
    if (answer === NOTHING) {
      this.#step({ type: 'unanswered' })
      return false
    }
    if (answer.ok) {
      this.#heard(answer.sale.nowMs)
      this.#step({ type: 'seen', sale: answer.sale })
      return true
    }
    const { code, sale = null } = answer
    if (this.#parts.host.refuses(code)) await this.#renew()
    if (press !== null && !endsPress(press, { code, heard: true, sale: sale ?? undefined }, this.nowMs()))
      return false
    this.#step({ type: 'refused', action: 'start', code, sale })
    return true
  }

  /** Follows the sale to its end, over any number of connections. */
  async #follow({ id }: Sale): Promise<void> {
    const { world, tab, shop } = this.#parts
    const access = this.#access
    if (tab.cancelMs !== null) world.after(tab.cancelMs, () => void this.#cancel(id))
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const { sale } = this.view
      if (sale?.id !== id || isSettled(sale.state)) return
      const running = shop.pick(tab.process)
      if (running !== null)
        await running.process.connection(async (stop) => {
          for await (const frame of running.sales.watch(access, id, sale.version, stop, sale)) {
            if (stop.aborted) return
            this.#heard(isEvent(frame) ? frame.sale.nowMs : frame.nowMs)
            this.#step(
              isEvent(frame)
                ? { type: 'seen', sale: frame.sale }
                : { type: 'stale', sinceMs: frame.staleSinceMs, nextAskAtMs: frame.nextAskAtMs },
            )
          }
        })
      this.#step({ type: 'linked', link: 'offline' })
      await world.pause(PAUSE_MS)
    }
  }

  async #cancel(id: string): Promise<void> {
    const { shop, tab } = this.#parts
    const access = this.#access
    if (!actionsOf(this.view, this.nowMs()).includes('cancel')) return
    this.#step({ type: 'asked', asking: 'cancel' })
    const answer = await shop.ask(tab.process, ({ sales }) => sales.cancel(access, id))
    if (answer === NOTHING)
      return this.#step({ type: 'refused', action: 'cancel', code: 'network', sale: null })
    this.#step({ type: 'answered' })
    if (answer.ok) this.#step({ type: 'seen', sale: answer.sale })
    else this.#step({ type: 'refused', action: 'cancel', code: answer.code, sale: answer.sale ?? null })
  }

  /** An ended page follows its order while it is open (V6). */
  async #followOrder(): Promise<void> {
    const { world, tab, shop } = this.#parts
    const access = this.#access
    for (;;) {
      const running = shop.pick(tab.process)
      if (running !== null)
        await running.process.connection(async (stop) => {
          for await (const { sale, superseded, nowMs } of running.sales.watchOrder(access, stop)) {
            if (stop.aborted) return
            this.#heard(nowMs)
            this.#step({ type: 'ordered', sale, superseded })
          }
        })
      this.#step({ type: 'linked', link: 'offline' })
      await world.pause(PAUSE_MS)
    }
  }
}
