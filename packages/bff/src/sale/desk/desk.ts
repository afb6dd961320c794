// The desk of a merchant: what a manager sees of all orders. It only reads; a person settles a sale with a `resolve` token.
import { DESK_OPEN_MAX, DESK_PAGE, type DeskFrame, type DeskPage, type DeskRow } from '@tapboard/contract'
import type { Store, Unlisten, WakeupHandler } from '@tapboard/store'
import type { Clock, Log } from '../../ports.ts'
import { dayAt, dayOf } from './day.ts'
import {
  sqlDeskStore,
  type DeskOf,
  type DeskStore,
  type OpenState,
  type PageQuery,
  type Place,
} from './desk-store.ts'
import { DeskWatchers } from './watch-desk.ts'
import { readNotice, SALE_CHANNEL } from '../ledger/notice.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { WatchLimits } from '../watch/channels.ts'

/** Selects a page of the desk: of a day, of one order of any day, or of an exact search in all days. */
export type DeskQuery = Pick<PageQuery, 'order' | 'search' | 'exact' | 'after' | 'limit'> & {
  readonly day?: string
}

/** The reads that the routes call. */
export interface Desk {
  /** The frame of a day; `null` = the present day of the merchant. */
  frame(desk: DeskOf, day: string | null): Promise<DeskFrame>
  /** A page of a day, of all attempts of an order, or of an exact search. */
  page(desk: DeskOf, query: DeskQuery): Promise<DeskPage>
  /** A page of the sales with an open outcome. */
  open(merchant: string, query: OpenQuery): Promise<DeskPage>
  /** One row of the merchant, or `null`. */
  find(merchant: string, id: string): Promise<DeskRow | null>
  /**
   * Yields the frame of a day (`null` = the present one), first at once and then on each change. Ends only on abort. The delay
   * after a commit is at most 3 s, or 5 s if its notice is lost. Throws at once when a stream limit is reached.
   */
  watch(desk: DeskOf, day: string | null, signal: AbortSignal): AsyncIterable<DeskFrame>
  /** Listens to the notices of changed sales. */
  begin(): Promise<void>
  /** Stops listening to the notices of sales. */
  close(): Promise<void>
}

/** Selects a page of the sales with an open outcome. */
export interface OpenQuery {
  readonly states: readonly OpenState[]
  readonly after: Place | null
  readonly limit: number
}

interface DeskDeps {
  /** Has the migrations of set `ledger`. */
  readonly store: Store<LedgerTables>
  readonly clock: Clock
  readonly log: Log
  /** Limits of the streams of this process. */
  readonly limits?: Partial<WatchLimits>
}

const DEFAULT_LIMITS: WatchLimits = { perSale: 200, perProcess: 1_000 }

const CURSOR = /^(\d{1,16})\.([A-Za-z0-9_.-]{1,64})$/

/** Writes the place of the next page. */
const writeCursor = (place: Place | null): string | null =>
  place === null ? null : `${place.createdAtMs}.${place.id}`

/** Reads a cursor; `null` if it has another form. */
export function readCursor(cursor: string): Place | null {
  const [, createdAtMs, id] = CURSOR.exec(cursor) ?? []
  return createdAtMs === undefined || id === undefined ? null : { createdAtMs: Number(createdAtMs), id }
}

/** Creates the desk over the rows of the ledger. */
export const createDesk = (deps: DeskDeps): Desk => new SqlDesk(deps)

class SqlDesk implements Desk {
  readonly #store: DeskStore
  readonly #clock: Clock
  readonly #listen: (handler: WakeupHandler) => Promise<Unlisten>
  readonly #watchers: DeskWatchers
  #unlisten: Unlisten | null = null

  constructor({ store, clock, log, limits }: DeskDeps) {
    this.#store = sqlDeskStore(store)
    this.#clock = clock
    this.#listen = (handler) => store.listen(SALE_CHANNEL, handler)
    this.#watchers = new DeskWatchers({
      clock,
      log,
      limits: { ...DEFAULT_LIMITS, ...limits },
      read: (desk, day) => this.frame(desk, day),
    })
  }

  async begin(): Promise<void> {
    this.#unlisten = await this.#listen((wakeup) => {
      if (wakeup.type === 'notice') this.#watchers.notice(readNotice(wakeup.payload))
      else this.#watchers.resync()
    })
  }

  async close(): Promise<void> {
    this.#watchers.close()
    await this.#unlisten?.()
    this.#unlisten = null
  }

  watch(desk: DeskOf, day: string | null, signal: AbortSignal): AsyncIterable<DeskFrame> {
    return this.#watchers.watch(desk, day, signal)
  }

  async frame({ merchant, timeZone }: DeskOf, wanted: string | null): Promise<DeskFrame> {
    const today = dayAt(this.#clock.now(), timeZone)
    const day = dayOf(wanted ?? today, timeZone)
    const [totals, open, latest] = await Promise.all([
      this.#store.totals(merchant, day),
      this.#store.open(merchant, DESK_OPEN_MAX),
      this.#store.page({ merchant, day, after: null, limit: DESK_PAGE }),
    ])
    return {
      ...day,
      today,
      totals,
      open: open.rows,
      openCount: open.count,
      latest: [...latest.rows],
      cursor: writeCursor(latest.next),
      nowMs: this.#clock.now(),
    }
  }

  page({ merchant, timeZone }: DeskOf, { day: wanted, ...query }: DeskQuery): Promise<DeskPage> {
    if (query.order !== undefined || query.exact !== undefined) return this.#page({ merchant, ...query })
    const day = dayOf(wanted ?? dayAt(this.#clock.now(), timeZone), timeZone)
    return this.#page({ merchant, day, ...query })
  }

  open(merchant: string, { states, after, limit }: OpenQuery): Promise<DeskPage> {
    return this.#page({ merchant, open: states, after, limit })
  }

  find(merchant: string, id: string): Promise<DeskRow | null> {
    return this.#store.find(merchant, id)
  }

  async #page(query: PageQuery): Promise<DeskPage> {
    const { rows, next } = await this.#store.page(query)
    return { sales: [...rows], cursor: writeCursor(next), nowMs: this.#clock.now() }
  }
}
