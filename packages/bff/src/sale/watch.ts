// Following a sale's events (INV-8, INV-10): the watchers of one sale in this process share one list of committed events,
// read from the rows on a notice and every 5 s. Each watcher walks the list at its own pace; nothing is queued for it.
import { isSettled, type Sale, type SaleFrame } from '@tapboard/contract'
import type { Clock, Log } from '../ports.ts'
import { createChannels, SHARED_MS, type Channel, type WatchLimits } from './channels.ts'
import type { Ledger } from './ledger.ts'
import type { SaleEventRow } from './row.ts'
import type { Snapshot } from './view.ts'

export { isTooManyStreams, type TooManyStreams, type WatchLimits } from './channels.ts'

interface Seen {
  readonly events: SaleEventRow[]
  /** The newest frame that was shown, by the event's number. */
  shown: { readonly atMs: number; readonly frame: SaleFrame } | null
}

/** What watching needs. */
export interface WatchPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
}

/** Shows a stored snapshot; `cancelRequested`: a cancel was requested before or with its event. */
export type Show = (snapshot: Snapshot, cancelRequested: boolean) => Sale

/** Watchers of all sales in this process. */
export interface Watchers {
  /** Throws {@link TooManyStreams} at once; else yields events after `afterNumber` until settled or aborted. */
  watch(saleId: string, afterNumber: number, show: Show, signal: AbortSignal): AsyncIterable<SaleFrame>
  /** A sale has news. */
  notice(saleId: string): void
  /** Notices may have been missed: read every watched sale again. */
  resync(): void
  /** Sales watched at this moment. */
  size(): number
}

/** Makes the watchers of a process. */
export function createWatchers({ ledger, clock, log, limits }: WatchPorts): Watchers {
  const channels = createChannels<Seen>({
    clock,
    limits,
    first: () => ({ events: [], shown: null }),
    async read(seen, saleId) {
      const events = await ledger.events(saleId, seen.events.length)
      seen.events.push(...events)
      return events.length > 0
    },
    failed: (saleId) => log.warn({ saleId, code: 'store-unavailable' }, 'events could not be read'),
  })

  /** All watchers of a sale are of its merchant, so that one is shown what another was a moment ago. */
  const frameOf = ({ events, shown }: Seen, event: SaleEventRow, show: Show): SaleFrame => {
    const nowMs = clock.now()
    if (shown?.frame.number === event.number && nowMs - shown.atMs < SHARED_MS && nowMs >= shown.atMs)
      return shown.frame
    const { number, type, at_ms: atMs } = event
    const asked = events.slice(0, number).some((one) => one.type === 'cancel_requested')
    return { number, type, atMs, sale: show(JSON.parse(event.snapshot) as Snapshot, asked) }
  }

  async function* walk(
    channel: Channel<Seen>,
    afterNumber: number,
    show: Show,
    signal: AbortSignal,
  ): AsyncGenerator<SaleFrame, void, undefined> {
    const { state } = channel
    if (state.events.length === 0) await channels.read(channel)
    for (let next = afterNumber; !signal.aborted;) {
      const event = state.events[next]
      if (event === undefined) {
        const last = state.events.at(-1)
        if (last !== undefined && isSettled(last.to_state)) return
        await channels.news(channel, signal)
        continue
      }
      next += 1
      const frame = frameOf(state, event, show)
      if (frame !== state.shown?.frame) state.shown = { atMs: clock.now(), frame }
      yield frame
    }
  }

  return {
    watch: (saleId, afterNumber, show, signal) =>
      channels.watch(saleId, signal, (channel) =>
        walk(channel, Math.max(0, Math.trunc(afterNumber)), show, signal),
      ),
    notice: channels.notice,
    resync: channels.resync,
    size: channels.size,
  }
}
