// Clerks, their screens, and the person who settles unknown results. They act as the element and the host's page do: look, start
// or attach, follow to the end, perhaps try again. They check every answer (INV-8, INV-10, INV-11).
import { isSettled, isUnpaid, type Sale, type SaleFrame, type StartSale } from '@tapboard/contract'
import type { SaleAccess } from '../../packages/bff/src/token/access.ts'
import { storedKey } from '../../packages/bff/src/sale/machine/check-start.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { isEvent } from '../../packages/bff/src/sale/watch/watch.ts'
import type { Books } from './books.ts'
import type { Host } from './host.ts'
import type { Refund, Scenario, Tab, Till } from './story.ts'
import { PageClerk } from './page-clerk.ts'
import type { PageTruth } from './page-truth.ts'
import { NOTHING, type Running, type Shop } from './shop.ts'
import { PRESS_LIFE_MS, type Press, type Presses } from './presses.ts'
import type { ChangePageEvent } from './weaknesses.ts'
import type { World } from './world.ts'

/** Times one screen asks before its clerk gives up. */
const ROUNDS_MAX = 40

/** Between two looks at an order that is to be refunded. */
const PAID_LOOK_MS = 1_000

/** Refusals after which the clerk stops. */
const DONE_WITH: readonly string[] = ['order-already-paid', 'refund-exceeds-sale', 'sale-not-refundable']

/** The state of one clerk's page. */
interface Clerk {
  /** How wrong the clock is that the page learned the time from. */
  learnedSkewMs: number
  /** The press whose request has no answer yet. */
  press: Press | null
  /** Presses whose deadline passed without an answer. */
  unanswered: number
  /** The unpaid attempt after which the clerk has waited. */
  waitedFor: number
  /** The attempt whose unpaid end the clerk saw last. */
  ended: number
  /** The access of the page's token; `null` until the host mints the next one. */
  token: SaleAccess | null
}

const accessTo = (order: string, { amountMinor }: Till): SaleAccess => ({
  merchant: 'm1',
  order,
  amountMinor,
  currency: 'USD',
  devices: null,
  origin: 'https://shop.test',
})

/** The dependencies of the tills. */
interface TillParts {
  readonly shop: Shop
  readonly books: Books
  readonly presses: Presses
  readonly truth: PageTruth
  readonly changeEvent: ChangePageEvent
  readonly host: Host
}

/** All screens of a scenario. */
export class Tills {
  readonly #world: World
  readonly #shop: Shop
  readonly #books: Books
  readonly #presses: Presses
  /** Key → the first request with it, and the sale it started. */
  readonly #keys = new Map<string, { readonly asked: string; sale: string | null }>()
  readonly #truth: PageTruth
  readonly #changeEvent: ChangePageEvent
  readonly #host: Host
  /** Pages of <terminal-pay> that are open. */
  readonly pages: PageClerk[] = []
  #open = 0

  constructor(world: World, scenario: Scenario, parts: TillParts) {
    this.#world = world
    this.#shop = parts.shop
    this.#books = parts.books
    this.#presses = parts.presses
    this.#truth = parts.truth
    this.#changeEvent = parts.changeEvent
    this.#host = parts.host
    for (const [order, till] of scenario.tills.entries()) {
      for (const [number, tab] of till.tabs.entries())
        this.#begin(tab, () => this.#work(`o${order}`, till, tab, number))
      for (const refund of till.refunds)
        this.#begin(refund.tab, () => this.#payBack(accessTo(`o${order}`, till), refund))
    }
  }

  #begin({ startMs }: Tab, work: () => Promise<void>): void {
    this.#open += 1
    this.#world.after(startMs, () => {
      void work().finally(() => (this.#open -= 1))
    })
  }

  /** A restore lost these sales: the key of one may start another. */
  lose(rows: readonly SaleRow[]): void {
    const ids = rows.map(({ id }) => id)
    for (const known of this.#keys.values()) if (ids.includes(known.sale ?? '')) known.sale = null
  }

  get done(): boolean {
    return this.#open === 0
  }

  async #work(order: string, till: Till, tab: Tab, number: number): Promise<void> {
    const access = accessTo(order, till)
    if (tab.page) {
      const name = `page ${order}.${number}`
      const parts = {
        world: this.#world,
        shop: this.#shop,
        presses: this.#presses,
        truth: this.#truth,
        changeEvent: this.#changeEvent,
        host: this.#host,
      }
      const page = new PageClerk({ ...parts, access, till, tab, name })
      this.pages.push(page)
      return page.work()
    }
    return this.#serve(access, till, tab, number)
  }

  /** Waits until the order is paid, then pays a share of it back. */
  async #payBack(access: SaleAccess, { tab, reference, share, attempts }: Refund): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const sale = await this.#shop.ask(tab.process, ({ sales }) => sales.newest(access))
      if (sale !== NOTHING && sale?.state === 'approved') {
        const amountMinor = Math.max(1, Math.floor(sale.amountMinor * share))
        const refund = { of: sale.id, reference, person: 'clerk 3' }
        return this.#serve({ ...access, amountMinor, refund }, { attempts }, tab, 0)
      }
      await this.#world.pause(PAID_LOOK_MS)
    }
  }

  /** Starts attempts and follows them, until the order or refund is done or the clerk gives up. */
  async #serve(granted: SaleAccess, till: Pick<Till, 'attempts'>, tab: Tab, number: number): Promise<void> {
    const token = await this.#host.mint(granted)
    const clerk: Clerk = { learnedSkewMs: 0, press: null, unanswered: 0, waitedFor: 0, ended: 0, token }
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { ended } = clerk
      const access = (clerk.token ??= await this.#host.mint(granted))
      if (access === null) {
        await this.#world.pause(2_000)
        continue
      }
      // A clerk who insists starts again, in any state of the order.
      if (tab.insists === true && ended > 1 && ended < till.attempts) {
        clerk.ended = 0
        if ((await this.#start(access, tab, number, ended + 1, clerk)) === 'over') return
        continue
      }
      const newest = await this.#shop.ask(tab.process, async ({ process, sales }) => {
        const sale = await sales.newest(access)
        clerk.learnedSkewMs = process.skewMs
        return sale
      })
      const attempt = newest === NOTHING || newest === null ? 0 : newest.attempt
      if (newest === NOTHING) await this.#world.pause(700)
      else if (newest !== null && !isUnpaid(newest.state)) {
        if ((await this.#follow(access, tab, newest, clerk)) === 'over') return
      } else if (attempt >= till.attempts) return
      else if (tab.againMs > 0 && clerk.waitedFor < attempt) {
        clerk.waitedFor = attempt
        await this.#world.pause(tab.againMs)
      } else if ((await this.#start(access, tab, number, attempt + 1, clerk)) === 'over') return
    }
  }

  /** The press of a request: repeated until its deadline, then the clerk presses again, or gives up. */
  #pressOf(key: string, tab: Tab, clerk: Clerk): Press | null {
    const { press } = clerk
    if (press?.key === key && this.#world.now() < press.atMs + PRESS_LIFE_MS) return press
    if (clerk.unanswered >= tab.presses) return null
    clerk.press = this.#presses.press(key, clerk.learnedSkewMs)
    return clerk.press
  }

  /** Starts the next attempt, or attaches to the existing one. */
  async #start(
    access: SaleAccess,
    tab: Tab,
    number: number,
    attempt: number,
    clerk: Clerk,
  ): Promise<'over' | 'again'> {
    const { order, amountMinor, refund } = access
    const changed = tab.key === 'changed'
    const paid = refund === undefined ? order : `${refund.of}-${refund.reference}-${amountMinor}`
    const sentKey =
      tab.key === 'own' ? `key-of-tab-${number}-${paid}-${attempt}` : `key-derived-${paid}-${attempt}`
    const key = storedKey(access, sentKey)
    const deviceId = `d${changed ? tab.device + 20 : tab.device}`
    const request: StartSale = { order, attempt, amountMinor, currency: 'USD', deviceId }
    const asked = JSON.stringify(request)
    if (!this.#keys.has(key)) this.#keys.set(key, { asked, sale: null })
    const press = this.#pressOf(key, tab, clerk)
    if (press === null) return 'over'
    const sent = { ...request, deadlineAtMs: press.deadlineAtMs }
    const result = await this.#shop.start(tab.process, access, sent, sentKey, press)
    if (result === NOTHING) {
      await this.#world.pause(700)
      if (this.#world.now() >= press.atMs + PRESS_LIFE_MS) clerk.unanswered += 1
      return 'again'
    }
    clerk.press = null
    clerk.unanswered = 0
    if (result.ok) {
      this.#answered(key, asked, result.sale)
      return this.#follow(access, tab, result.sale, clerk)
    }
    this.#world.say('clerk', `is refused: ${result.code}`)
    if (result.code === 'sale-open' && result.sale !== undefined)
      return this.#follow(access, tab, result.sale, clerk)
    if (DONE_WITH.includes(result.code)) return 'over'
    if (this.#host.refuses(result.code)) clerk.token = null
    if (result.code === 'idempotency-mismatch') {
      if (this.#books.rows().find((row) => row.idempotencyKey === key)?.deviceId === deviceId)
        this.#world.broken('INV-11: the same request with its key is called another')
      return 'over'
    }
    await this.#world.pause(2_000)
    return 'again'
  }

  /** INV-11: one key, one request, one sale. */
  #answered(key: string, asked: string, sale: Sale): void {
    const row = this.#books.rows().find((one) => one.idempotencyKey === key)
    if (row?.id !== sale.id) this.#world.broken(`INV-11: key ${key} is answered with another sale`)
    if (`d${row?.deviceId.slice(1)}` !== (JSON.parse(asked) as StartSale).deviceId)
      this.#world.broken('INV-11: another request with a used key was let pass')
    const known = this.#keys.get(key)
    if (known === undefined) return
    if (known.sale !== null && known.sale !== sale.id)
      this.#world.broken(`INV-11: key ${key} started two sales`)
    known.sale = sale.id
  }

  /** Follows a sale to its end, over any number of connections. */
  async #follow(
    access: SaleAccess,
    tab: Tab,
    { id, attempt }: Sale,
    clerk: Clerk,
  ): Promise<'over' | 'again'> {
    let seen = 0
    let state: Sale['state'] = 'intent'
    if (tab.cancelMs !== null)
      this.#world.after(tab.cancelMs, () => {
        void this.#shop.ask(tab.process, ({ sales }) => sales.cancel(access, id))
      })
    for (let tries = 0; tries < ROUNDS_MAX; tries += 1) {
      const running = this.#shop.pick(tab.process)
      if (running !== null)
        await this.#stream(running, access, id, seen, (frame) => {
          this.#shown(id, seen, frame)
          seen = frame.number
          state = frame.sale.state
        })
      if (isUnpaid(state)) clerk.ended = attempt
      if (isSettled(state)) return isUnpaid(state) ? 'again' : 'over'
      await this.#world.pause(700)
    }
    return 'over'
  }

  /** One connection: ends with the sale, with the process, or by a fault. */
  #stream(
    { process, sales }: Running,
    access: SaleAccess,
    id: string,
    after: number,
    show: (frame: SaleFrame) => void,
  ): Promise<void> {
    return process.connection(async (stop) => {
      for await (const frame of sales.watch(access, id, after, stop)) if (isEvent(frame)) show(frame)
    })
  }

  /** INV-8 and INV-10: a displayed state is committed, and states arrive in order. */
  #shown(id: string, before: number, { number, type, sale }: SaleFrame): void {
    const event = this.#books.eventsOf(id)[number - 1]
    if (event === undefined) return this.#world.broken(`INV-8: event ${number} is shown and not committed`)
    if (number !== before + 1) this.#world.broken(`INV-10: event ${number} is shown after ${before}`)
    const {
      nowMs,
      cancelable,
      checkable: _checkable,
      cancelRequested: _asked,
      staleSinceMs: _since,
      nextAskAtMs: _next,
      ...shown
    } = sale
    if (!Number.isSafeInteger(nowMs) || (cancelable && sale.state !== 'started'))
      this.#world.broken('INV-8: the shown sale does not exist')
    if (event.type !== type || JSON.stringify(shown) !== event.snapshot)
      this.#world.broken(`INV-8: event ${number} is shown as something else`)
  }
}
