// Following an order: the watchers of one order in this process share one read of its attempts, on a notice and every 5 s. Each
// is told the attempt that decides, at once and whenever it changes; the stream of an order never ends by itself.
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
  /** Since when nobody has had news of it, as its row says. */
  staleSinceMs: number | null
  /** The newest frame that was shown, and of which row. */
  shown: { readonly atMs: number; readonly key: string; readonly frame: OrderFrame } | null
}

/** What watching needs. */
export interface OrderWatchPorts {
  readonly ledger: Ledger
  /** The newest grant of each order (D-87). */
  readonly grants: Pick<Grants, 'newest'>
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
  /** Since when nobody has had news of a sale, as its row says (D-91). */
  readonly staleSince: (row: SaleRow) => number | null | Promise<number | null>
  /** Since when the store has not answered this process. */
  readonly awaySinceMs: () => number | null
}

/** Which order, and how its deciding attempt is shown. */
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

  /** What a frame depends on, besides the order: the row, whether there is news of it, and the grant of the token. */
  const told = (
    { row, staleSinceMs }: Standing,
    superseded: boolean,
  ): { readonly key: string; readonly stale: number | null } => {
    const stale = ports.awaySinceMs() ?? staleSinceMs
    if (row === null || row === undefined) return { key: `none ${superseded}`, stale: null }
    const shown = expectsNews({ state: row.state, sessionId: row.session_id }) ? stale : null
    return { key: `${row.id} ${row.version} ${shown} ${superseded}`, stale: shown }
  }

  /** All watchers of an order are of its merchant, so that one is shown what another was a moment ago. */
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
    // Nothing is known of the order: the stream is cut, so that the page comes back.
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
