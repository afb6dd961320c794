// Watchers of sales (INV-8, INV-10). The watchers of one sale in this process share one list of committed events, read on a
// notice and every 5 s. Each watcher iterates the list at its own pace, without a queue.
import { isSettled, type Sale, type SaleFrame, type StaleFrame } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import { createChannels, SHARED_MS, type Channel, type WatchLimits } from './channels.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SaleEventRow, SaleRow } from '../machine/row.ts'
import { expectsNews } from '../machine/sight.ts'
import type { Shown, Snapshot } from '../machine/view.ts'

export { isTooManyStreams, type TooManyStreams, type WatchLimits } from './channels.ts'

interface Seen {
  readonly events: SaleEventRow[]
  /** True if the page waits for the payment service after the last event. */
  expectsNews: boolean
  /** Time since which the sale is stale, from the last read of its row. */
  staleSinceMs: number | null
  /** The newest frame, with its creation time. */
  shown: { readonly atMs: number; readonly frame: SaleFrame } | null
}

/** A watcher's frame: an event of the sale, or a change of its staleness. */
export type Told = SaleFrame | StaleFrame

/** Returns true for an event frame. */
export const isEvent = (told: Told): told is SaleFrame => 'number' in told

/** Dependencies of {@link createWatchers}. */
export interface WatchPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
  /** Returns the time since which a sale is stale, from its row. */
  readonly staleSince: (row: SaleRow) => number | null | Promise<number | null>
  /** Returns the time since which the store does not answer this process. */
  readonly awaySinceMs: () => number | null
}

/** The inputs of a view beside the snapshot and the upstream's features. */
export type ShownWith = Pick<Shown, 'cancelRequested' | 'staleSinceMs'>

/** Shows a stored snapshot. */
export type Show = (snapshot: Snapshot, shown: ShownWith) => Sale

/** The position of a watcher and its view of snapshots. */
export interface WatchFrom {
  /** Number of the last received event. */
  readonly after: number
  /** The last received `staleSinceMs`. */
  readonly staleSinceMs: number | null
  readonly show: Show
}

/** Watchers of all sales in this process. */
export interface Watchers {
  /** Throws {@link TooManyStreams} at once; else yields the events that are missing until settled or aborted. */
  watch(saleId: string, from: WatchFrom, signal: AbortSignal): AsyncIterable<Told>
  /** Updates `staleSinceMs` of a watched sale from a row read elsewhere. */
  learn(saleId: string, staleSinceMs: number | null): void
  /** A sale has news. */
  notice(saleId: string): void
  /** Notices may have been missed: read every watched sale again. */
  resync(): void
  /** The store went away from this process, or is back. */
  nudge(): void
  /** Sales watched at this moment. */
  size(): number
}

/** Makes the watchers of a process. */
export function createWatchers(ports: WatchPorts): Watchers {
  const { ledger, clock, log, limits } = ports

  /** Reads the row; reports new events or a changed staleness. */
  const lookAtRow = async (seen: Seen, saleId: string): Promise<'events' | 'stale' | 'same'> => {
    const row = await ledger.find(saleId)
    if (row === null) return 'same'
    const before = seen.staleSinceMs
    seen.staleSinceMs = await ports.staleSince(row)
    if (row.version > seen.events.length) return 'events'
    return before === seen.staleSinceMs ? 'same' : 'stale'
  }

  const readEvents = async (seen: Seen, saleId: string): Promise<boolean> => {
    const events = await ledger.events(saleId, seen.events.length)
    seen.events.push(...events)
    const last = events.at(-1)
    if (last !== undefined) seen.expectsNews = expectsNews(JSON.parse(last.snapshot) as Snapshot)
    return last !== undefined
  }

  const channels = createChannels<Seen>({
    clock,
    limits,
    first: () => ({ events: [], expectsNews: false, staleSinceMs: null, shown: null }),
    async read(seen, saleId, noticed) {
      // Normally one statement: the events if news is expected, else the row.
      const expected = noticed || seen.events.length === 0
      if (expected && (await readEvents(seen, saleId))) return true
      const looked = await lookAtRow(seen, saleId)
      if (looked === 'events') await readEvents(seen, saleId)
      return looked !== 'same'
    },
    failed: (saleId) => log.warn({ saleId, code: 'store-unavailable' }, 'events could not be read'),
  })

  const staleOf = (seen: Seen): number | null =>
    seen.expectsNews ? (ports.awaySinceMs() ?? seen.staleSinceMs) : null

  /** Watchers of a sale belong to one merchant, so they can share a recent frame. */
  const frameOf = (
    { events, shown }: Seen,
    event: SaleEventRow,
    show: Show,
    staleSinceMs: number | null,
  ): SaleFrame => {
    const nowMs = clock.now()
    if (
      shown?.frame.number === event.number &&
      nowMs - shown.atMs < SHARED_MS &&
      nowMs >= shown.atMs &&
      shown.frame.sale.staleSinceMs === staleSinceMs
    )
      return shown.frame
    const { number, type, atMs } = event
    const cancel = events.slice(0, number).findLast(({ type: one }) => one.startsWith('cancel_'))
    const cancelRequested = cancel?.type === 'cancel_requested'
    const sale = show(JSON.parse(event.snapshot) as Snapshot, { cancelRequested, staleSinceMs })
    return { number, type, atMs, sale }
  }

  async function* walk(
    channel: Channel<Seen>,
    from: WatchFrom,
    signal: AbortSignal,
  ): AsyncGenerator<Told, void, undefined> {
    const { state } = channel
    if (state.events.length === 0) await channels.read(channel)
    let told = from.staleSinceMs
    for (let next = Math.max(0, Math.trunc(from.after)); !signal.aborted;) {
      const event = state.events[next]
      if (event !== undefined) {
        next += 1
        const frame = frameOf(state, event, from.show, staleOf(state))
        if (frame !== state.shown?.frame) state.shown = { atMs: clock.now(), frame }
        told = frame.sale.staleSinceMs
        yield frame
        continue
      }
      const last = state.events.at(-1)
      if (last !== undefined && isSettled(last.toState)) return
      const staleSinceMs = last === undefined ? told : staleOf(state)
      if (staleSinceMs === told) await channels.news(channel, signal)
      else {
        told = staleSinceMs
        yield { staleSinceMs, nowMs: clock.now() }
      }
    }
  }

  return {
    watch: (saleId, from, signal) => channels.watch(saleId, signal, (channel) => walk(channel, from, signal)),
    learn(saleId, staleSinceMs) {
      const seen = channels.state(saleId)
      if (seen !== null) seen.staleSinceMs = staleSinceMs
    },
    notice: channels.notice,
    resync: channels.resync,
    nudge: channels.nudge,
    size: channels.size,
  }
}
