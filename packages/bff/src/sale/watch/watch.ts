// Watchers of sales (INV-8, INV-10). The watchers of one sale in this process share one list of committed events, read on a
// notice and every 5 s. Each watcher iterates the list at its own pace, without a queue.
import { isSettled, type Sale, type SaleFrame, type StaleFrame } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import { Channels, SHARED_MS, type Channel, type WatchLimits } from './channels.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SaleNotice } from '../ledger/notice.ts'
import type { SaleEventRow, SaleRow } from '../machine/row.ts'
import { expectsNews } from '../machine/staleness.ts'
import { nextLookMs, type SaleViewInputs, type Snapshot } from '../machine/view.ts'
import { NO_NEWS, type LastNews } from '../sale-result.ts'

export { isTooManyStreams, type WatchLimits } from './channels.ts'

interface Seen {
  readonly events: SaleEventRow[]
  /** True if the page waits for the payment service after the last event. */
  expectsNews: boolean
  /** Time since which the sale is stale, from the last read of its row. */
  staleSinceMs: number | null
  /** Time of the next look at a sale in doubt, from the last read of its row; `null` before that read. */
  nextLookMs: number | null
  /** The newest frame, with its creation time. */
  shown: { readonly atMs: number; readonly nextLookMs: number | null; readonly frame: SaleFrame } | null
}

/** A watcher's frame: an event of the sale, or a change of its staleness or of the next look at it. */
export type WatchedFrame = SaleFrame | StaleFrame

/** Returns true for an event frame. */
export const isEvent = (frame: WatchedFrame): frame is SaleFrame => 'number' in frame

export interface WatchDeps {
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
export type ViewInputs = Pick<SaleViewInputs, 'cancelRequested' | 'staleSinceMs' | 'nextLookMs'>

/** Makes the view of a snapshot that an event stored. */
export type Show = (snapshot: Snapshot, inputs: ViewInputs) => Sale

/** The position of a watcher and its view of snapshots. */
export interface WatchFrom {
  /** Number of the last received event. */
  readonly after: number
  /** The last received news; without it, none was received. */
  readonly last?: LastNews | undefined
  readonly show: Show
}

/** Appends the events that follow the last one. */
function append(seen: Seen, events: readonly SaleEventRow[]): void {
  const last = events.at(-1)
  if (last === undefined) return
  seen.events.push(...events)
  seen.expectsNews = expectsNews(JSON.parse(last.snapshot) as Snapshot)
  // A sale in doubt is looked at without delay.
  seen.nextLookMs = last.toState === 'in_doubt' ? last.atMs : null
}

/** Watchers of all sales in this process. */
export class SaleWatchers {
  readonly #deps: WatchDeps
  readonly #channels: Channels<Seen>

  constructor(deps: WatchDeps) {
    const { clock, limits, log } = deps
    this.#deps = deps
    this.#channels = new Channels<Seen>({
      clock,
      log,
      limits,
      outage: { name: 'watch', failed: 'events could not be read', works: 'events are read again' },
      first: () => ({ events: [], expectsNews: false, staleSinceMs: null, nextLookMs: null, shown: null }),
      read: (seen, saleId, noticed) => this.#read(seen, saleId, noticed),
    })
  }

  /** Throws {@link TooManyStreams} at once; else yields the events that are missing until settled or aborted. */
  watch(saleId: string, from: WatchFrom, signal: AbortSignal): AsyncIterable<WatchedFrame> {
    return this.#channels.watch(saleId, signal, (channel) => this.#walk(channel, from, signal))
  }

  /** Updates a watched sale from a row read elsewhere. */
  learn(saleId: string, staleSinceMs: number | null, nextLookMs: number | null): void {
    const seen = this.#channels.state(saleId)
    if (seen !== null) Object.assign(seen, { staleSinceMs, nextLookMs })
  }

  /** Takes the event of a commit of this process, which then needs no read. */
  committed(event: SaleEventRow): void {
    const seen = this.#channels.state(event.saleId)
    // Without a first read, or after a missed event, the notice leads to a read.
    if (seen === null || seen.events.length === 0 || seen.events.length !== event.number - 1) return
    append(seen, [event])
    this.#channels.wake(event.saleId)
  }

  /** Rereads a sale after a notice, unless this process has the event already. */
  notice({ saleId, number }: Pick<SaleNotice, 'saleId' | 'number'>): void {
    const seen = this.#channels.state(saleId)
    if (seen !== null && (number === null || number > seen.events.length)) this.#channels.notice(saleId)
  }

  /** Rereads every watched sale, because notices may have been lost. */
  resync(): void {
    this.#channels.resync()
  }

  /** Wakes all watchers: the store stopped or resumed to answer this process. */
  nudge(): void {
    this.#channels.nudge()
  }

  /** Returns the number of watched sales. */
  size(): number {
    return this.#channels.size()
  }

  /** Normally one statement: the events if news is expected, else the row. */
  async #read(seen: Seen, saleId: string, noticed: boolean): Promise<boolean> {
    const expected = noticed || seen.events.length === 0
    if (expected && (await this.#readEvents(seen, saleId))) return true
    const looked = await this.#lookAtRow(seen, saleId)
    if (looked === 'events') await this.#readEvents(seen, saleId)
    return looked !== 'same'
  }

  /** Reads the row; reports new events, or a changed staleness or next look. */
  async #lookAtRow(seen: Seen, saleId: string): Promise<'events' | 'changed' | 'same'> {
    const row = await this.#deps.ledger.find(saleId)
    if (row === null) return 'same'
    const { staleSinceMs, nextLookMs: lookMs } = seen
    seen.staleSinceMs = await this.#deps.staleSince(row)
    seen.nextLookMs = nextLookMs(row)
    if (row.version > seen.events.length) return 'events'
    return staleSinceMs === seen.staleSinceMs && lookMs === seen.nextLookMs ? 'same' : 'changed'
  }

  async #readEvents(seen: Seen, saleId: string): Promise<boolean> {
    const events = await this.#deps.ledger.events(saleId, seen.events.length)
    // A commit of this process may have come first.
    append(
      seen,
      events.filter(({ number }) => number > seen.events.length),
    )
    return events.length > 0
  }

  #staleOf(seen: Seen): number | null {
    return seen.expectsNews ? (this.#deps.awaySinceMs() ?? seen.staleSinceMs) : null
  }

  /** Watchers of a sale belong to one merchant, so they can share a recent frame. */
  #frameOf(seen: Seen, event: SaleEventRow, show: Show, staleSinceMs: number | null): SaleFrame {
    const { events, nextLookMs, shown } = seen
    const nowMs = this.#deps.clock.now()
    if (
      shown?.frame.number === event.number &&
      nowMs - shown.atMs < SHARED_MS &&
      nowMs >= shown.atMs &&
      shown.frame.sale.staleSinceMs === staleSinceMs &&
      shown.nextLookMs === nextLookMs
    )
      return shown.frame
    const { number, type, atMs } = event
    const cancel = events.slice(0, number).findLast(({ type: one }) => one.startsWith('cancel_'))
    const cancelRequested = cancel?.type === 'cancel_requested'
    const sale = show(JSON.parse(event.snapshot) as Snapshot, {
      cancelRequested,
      staleSinceMs,
      nextLookMs,
    })
    return { number, type, atMs, sale }
  }

  async *#walk(
    channel: Channel<Seen>,
    from: WatchFrom,
    signal: AbortSignal,
  ): AsyncGenerator<WatchedFrame, void, undefined> {
    const { clock } = this.#deps
    const { state } = channel
    if (state.events.length === 0) await this.#channels.read(channel)
    let sent = from.last ?? NO_NEWS
    let askable = sent.nextAskAtMs !== null
    for (let next = Math.max(0, Math.trunc(from.after)); !signal.aborted;) {
      const event = state.events[next]
      if (event !== undefined) {
        next += 1
        const frame = this.#frameOf(state, event, from.show, this.#staleOf(state))
        if (frame !== state.shown?.frame)
          state.shown = { atMs: clock.now(), nextLookMs: state.nextLookMs, frame }
        const { staleSinceMs, nextAskAtMs } = frame.sale
        sent = { staleSinceMs, nextAskAtMs }
        askable = nextAskAtMs !== null
        yield frame
        continue
      }
      const last = state.events.at(-1)
      if (last !== undefined && isSettled(last.toState)) return
      const staleSinceMs = last === undefined ? sent.staleSinceMs : this.#staleOf(state)
      const nextAskAtMs = askable ? (state.nextLookMs ?? sent.nextAskAtMs) : null
      if (staleSinceMs === sent.staleSinceMs && nextAskAtMs === sent.nextAskAtMs)
        await this.#channels.news(channel, signal)
      else {
        sent = { staleSinceMs, nextAskAtMs }
        yield { ...sent, nowMs: clock.now() }
      }
    }
  }
}
