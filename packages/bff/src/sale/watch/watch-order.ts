// Watchers of orders and refunds. The watchers of one order or refund in this process share one read of its attempts, on a notice and every 5 s.
// Each gets the deciding attempt immediately and on every change. The stream ends only on abort.
import type { OrderFrame, Sale } from '@tapboard/contract'
import { Channels, SHARED_MS, type Channel } from './channels.ts'
import { decidingAttempt } from '../machine/check-start.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { Grants, OrderGrant } from '../../token/order-grant.ts'
import type { SaleNotice } from '../ledger/notice.ts'
import type { SaleRow } from '../machine/row.ts'
import { expectsNews } from '../machine/staleness.ts'
import type { WatchDeps } from './watch.ts'

interface Standing {
  /** `undefined` before the first read. */
  row: SaleRow | null | undefined
  granted: OrderGrant | null
  /** Time since which the sale is stale, from its row. */
  staleSinceMs: number | null
  /** The newest frame, with the key of its inputs. */
  shown: { readonly atMs: number; readonly key: string; readonly frame: OrderFrame } | null
}

interface OrderWatchDeps extends WatchDeps {
  /** The newest grant of each order. */
  readonly grants: Pick<Grants, 'newest'>
}

/** The order to watch, and the view of its deciding attempt. */
export interface WatchedOrder {
  readonly group: AttemptGroup
  readonly show: (row: SaleRow, staleSinceMs: number | null) => Sale
  /** Whether the watcher's token has an older grant than this one, or a withdrawn one. */
  readonly isSuperseded: (newest: OrderGrant | null) => boolean
}

const keyOf = ({ merchant, order, refund }: AttemptGroup): string =>
  JSON.stringify([merchant, order, ...(refund === undefined ? [] : [refund.of, refund.reference])])

function groupOfKey(key: string): AttemptGroup {
  const [merchant = '', order = '', of, reference] = JSON.parse(key) as readonly string[]
  return of === undefined || reference === undefined
    ? { merchant, order }
    : { merchant, order, refund: { of, reference } }
}

const sameRow = (one: SaleRow | null | undefined, other: SaleRow | null): boolean =>
  one === null || one === undefined || other === null
    ? one === other
    : one.id === other.id && one.version === other.version

/** Watchers of all orders in this process. */
export class OrderWatchers {
  readonly #deps: OrderWatchDeps
  readonly #channels: Channels<Standing>

  constructor(deps: OrderWatchDeps) {
    const { clock, limits, log } = deps
    this.#deps = deps
    this.#channels = new Channels<Standing>({
      clock,
      log,
      limits,
      outage: {
        name: 'watch-order',
        failed: 'the attempts of an order could not be read',
        works: 'the attempts of orders are read again',
      },
      first: () => ({ row: undefined, granted: null, staleSinceMs: null, shown: null }),
      read: (state, key) => this.#read(state, key),
    })
  }

  /** Throws `TooManyStreams` at once; else yields the order as it is, then each change, until aborted. */
  watch(order: WatchedOrder, signal: AbortSignal): AsyncIterable<OrderFrame> {
    return this.#channels.watch(keyOf(order.group), signal, (channel) => this.#walk(channel, order, signal))
  }

  /** Rereads the order of a changed sale. */
  notice({ group }: SaleNotice): void {
    if (group !== null) this.#channels.notice(keyOf(group))
  }

  /** Rereads every watched order, because notices may have been lost. */
  resync(): void {
    this.#channels.resync()
  }

  /** Wakes all watchers: the store stopped or resumed to answer this process. */
  nudge(): void {
    this.#channels.nudge()
  }

  /** Returns the number of watched orders. */
  size(): number {
    return this.#channels.size()
  }

  async #read(state: Standing, key: string): Promise<boolean> {
    const { grants, ledger, staleSince } = this.#deps
    const group = groupOfKey(key)
    const { merchant, order, refund } = group
    const [attempts, granted] = await Promise.all([
      ledger.attempts(group),
      refund === undefined ? grants.newest(merchant, order) : null,
    ])
    const row = decidingAttempt(attempts)
    const staleSinceMs = row === null ? null : await staleSince(row)
    const same =
      sameRow(state.row, row) &&
      state.staleSinceMs === staleSinceMs &&
      state.granted?.generation === granted?.generation
    Object.assign(state, { row, staleSinceMs, granted })
    return !same
  }

  /** Returns the inputs of a frame beside the order: the row, its staleness, and whether the grant is superseded. */
  #inputsOf(
    { row, staleSinceMs }: Standing,
    superseded: boolean,
  ): { readonly key: string; readonly stale: number | null } {
    const stale = this.#deps.awaySinceMs() ?? staleSinceMs
    if (row === null || row === undefined) return { key: `none ${superseded}`, stale: null }
    const shown = expectsNews({ state: row.state, sessionId: row.sessionId }) ? stale : null
    return { key: `${row.id} ${row.version} ${shown} ${superseded}`, stale: shown }
  }

  /** Watchers of an order belong to one merchant, so they can share a recent frame. */
  #frameOf(
    state: Standing,
    row: SaleRow | null,
    superseded: boolean,
    { group, show }: WatchedOrder,
  ): OrderFrame {
    const { shown } = state
    const nowMs = this.#deps.clock.now()
    const { key, stale } = this.#inputsOf(state, superseded)
    if (shown?.key === key && nowMs - shown.atMs < SHARED_MS && nowMs >= shown.atMs) return shown.frame
    const frame = { order: group.order, sale: row === null ? null : show(row, stale), superseded, nowMs }
    state.shown = { atMs: nowMs, key, frame }
    return frame
  }

  async *#walk(
    channel: Channel<Standing>,
    order: WatchedOrder,
    signal: AbortSignal,
  ): AsyncGenerator<OrderFrame, void, undefined> {
    const { state } = channel
    if (state.row === undefined) await this.#channels.read(channel)
    // The first read failed. Throw to close the stream, so that the page reconnects.
    if (state.row === undefined && !signal.aborted) throw new Error('the order could not be read')
    let last: string | null = null
    while (!signal.aborted) {
      const { row, granted } = state
      const superseded = order.isSuperseded(granted)
      const { key } = this.#inputsOf(state, superseded)
      if (row === undefined || key === last) {
        await this.#channels.news(channel, signal)
        continue
      }
      last = key
      yield this.#frameOf(state, row, superseded, order)
    }
  }
}
