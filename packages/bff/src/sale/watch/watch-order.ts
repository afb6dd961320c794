// Watchers of orders. The watchers of one order in this process share one read of its attempts, on a notice and every 5 s.
// Each gets the deciding attempt immediately and on every change. The stream ends only on abort.
import type { OrderFrame, Sale } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import { createChannels, SHARED_MS, type Channel, type WatchLimits } from './channels.ts'
import { standing } from '../machine/check-start.ts'
import type { Grants, OrderGrant } from '../../token/order-grant.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SaleNotice } from '../ledger/notice.ts'
import type { SaleRow } from '../machine/row.ts'
import { expectsNews } from '../machine/sight.ts'

interface Standing {
  /** `undefined` before the first read. */
  row: SaleRow | null | undefined
  granted: OrderGrant | null
  /** Time since which the sale is stale, from its row. */
  staleSinceMs: number | null
  /** The newest frame, with the key of its inputs. */
  shown: { readonly atMs: number; readonly key: string; readonly frame: OrderFrame } | null
}

/** Dependencies of {@link createOrderWatchers}. */
export interface OrderWatchPorts {
  readonly ledger: Ledger
  /** The newest grant of each order. */
  readonly grants: Pick<Grants, 'newest'>
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
  /** Returns the time since which a sale is stale, from its row. */
  readonly staleSince: (row: SaleRow) => number | null | Promise<number | null>
  /** Returns the time since which the store does not answer this process. */
  readonly awaySinceMs: () => number | null
}

/** The order to watch, and the view of its deciding attempt. */
export interface WatchedOrder {
  readonly merchant: string
  readonly order: string
  readonly show: (row: SaleRow, staleSinceMs: number | null) => Sale
  /** Whether the watcher's token has an older grant than this one. */
  readonly isSuperseded: (newest: OrderGrant | null) => boolean
}

/** Watchers of all orders in this process. */
export interface OrderWatchers {
  /** Throws `TooManyStreams` at once; else yields the order as it is, then each change, until aborted. */
  watch(order: WatchedOrder, signal: AbortSignal): AsyncIterable<OrderFrame>
  /** A sale has news. */
  notice(notice: SaleNotice): void
  /** Notices may have been missed: read every watched order again. */
  resync(): void
  /** The store went away from this process, or is back. */
  nudge(): void
  /** Orders watched at this moment. */
  size(): number
}

const keyOf = (merchant: string, order: string): string => JSON.stringify([merchant, order])

const sameRow = (one: SaleRow | null | undefined, other: SaleRow | null): boolean =>
  one === null || one === undefined || other === null
    ? one === other
    : one.id === other.id && one.version === other.version

/** Makes the watchers of a process. */
export function createOrderWatchers(ports: OrderWatchPorts): OrderWatchers {
  const { ledger, grants, clock, log, limits } = ports
  const channels = createChannels<Standing>({
    clock,
    limits,
    first: () => ({ row: undefined, granted: null, staleSinceMs: null, shown: null }),
    async read(state, key) {
      const [merchant, order] = JSON.parse(key) as [string, string]
      const [attempts, granted] = await Promise.all([
        ledger.attempts(merchant, order),
        grants.newest(merchant, order),
      ])
      const row = standing(attempts)
      const staleSinceMs = row === null ? null : await ports.staleSince(row)
      const same =
        sameRow(state.row, row) &&
        state.staleSinceMs === staleSinceMs &&
        state.granted?.generation === granted?.generation
      Object.assign(state, { row, staleSinceMs, granted })
      return !same
    },
    failed: () => log.warn({ code: 'store-unavailable' }, 'the attempts of an order could not be read'),
  })

  /** Returns the inputs of a frame beside the order: the row, its staleness, and whether the grant is superseded. */
  const told = (
    { row, staleSinceMs }: Standing,
    superseded: boolean,
  ): { readonly key: string; readonly stale: number | null } => {
    const stale = ports.awaySinceMs() ?? staleSinceMs
    if (row === null || row === undefined) return { key: `none ${superseded}`, stale: null }
    const shown = expectsNews({ state: row.state, sessionId: row.sessionId }) ? stale : null
    return { key: `${row.id} ${row.version} ${shown} ${superseded}`, stale: shown }
  }

  /** Watchers of an order belong to one merchant, so they can share a recent frame. */
  const frameOf = (
    state: Standing,
    row: SaleRow | null,
    superseded: boolean,
    { order, show }: WatchedOrder,
  ): OrderFrame => {
    const { shown } = state
    const nowMs = clock.now()
    const { key, stale } = told(state, superseded)
    if (shown?.key === key && nowMs - shown.atMs < SHARED_MS && nowMs >= shown.atMs) return shown.frame
    const frame = { order, sale: row === null ? null : show(row, stale), superseded, nowMs }
    state.shown = { atMs: nowMs, key, frame }
    return frame
  }

  async function* walk(
    channel: Channel<Standing>,
    order: WatchedOrder,
    signal: AbortSignal,
  ): AsyncGenerator<OrderFrame, void, undefined> {
    const { state } = channel
    if (state.row === undefined) await channels.read(channel)
    // The first read failed. Throw to close the stream, so that the page reconnects.
    if (state.row === undefined && !signal.aborted) throw new Error('the order could not be read')
    let last: string | null = null
    while (!signal.aborted) {
      const { row, granted } = state
      const superseded = order.isSuperseded(granted)
      const { key } = told(state, superseded)
      if (row === undefined || key === last) {
        await channels.news(channel, signal)
        continue
      }
      last = key
      yield frameOf(state, row, superseded, order)
    }
  }

  return {
    watch: (order, signal) =>
      channels.watch(keyOf(order.merchant, order.order), signal, (channel) => walk(channel, order, signal)),
    notice({ order }) {
      if (order !== null) channels.notice(keyOf(order.merchant, order.order))
    },
    resync: channels.resync,
    nudge: channels.nudge,
    size: channels.size,
  }
}
