// Following a sale's events (INV-8, INV-10): the watchers of one sale in this process share one list of committed events,
// read from the rows on a notice and every 5 s. Each watcher walks the list at its own pace; nothing is queued for it.
import { isSettled, type Sale, type SaleFrame } from '@tapboard/contract'
import type { Clock, Log } from '../ports.ts'
import type { Ledger } from './ledger.ts'
import type { SaleEventRow } from './row.ts'
import type { Snapshot } from './view.ts'

/** How many may watch (INV-17). */
export interface WatchLimits {
  readonly perSale: number
  readonly perProcess: number
}

/** Thrown by `watch` at once, before anything is streamed, when a limit is reached. */
export interface TooManyStreams extends Error {
  readonly code: 'too-many-streams'
}

/** Whether `error` says that a limit of streams was reached: answer 503 `too-many-streams`. */
export const isTooManyStreams = (error: unknown): error is TooManyStreams =>
  error instanceof Error && 'code' in error && error.code === 'too-many-streams'

/** Watchers that are told within this time share one frame: parsed, shown and written once for a thousand of them. */
const SHARED_MS = 50

/** Between two reads of the rows without a notice: notices may be lost, rows are the truth. */
const REREAD_MS = 5_000

interface Channel {
  readonly saleId: string
  readonly events: SaleEventRow[]
  /** The newest frame that was shown, by the event's number. */
  shown: { readonly atMs: number; readonly frame: SaleFrame } | null
  readonly waiting: Set<() => void>
  watchers: number
  reading: Promise<void> | null
  again: boolean
  cancelTimer: () => void
}

/** What watching needs. */
export interface WatchPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
}

/** Watchers of all sales in this process. */
export interface Watchers {
  /** Throws {@link TooManyStreams} at once; else yields events after `afterNumber` until settled or aborted. */
  watch(
    saleId: string,
    afterNumber: number,
    show: (snapshot: Snapshot) => Sale,
    signal: AbortSignal,
  ): AsyncIterable<SaleFrame>
  /** A sale has news. */
  notice(saleId: string): void
  /** Notices may have been missed: read every watched sale again. */
  resync(): void
  /** Sales watched at this moment. */
  size(): number
}

/** Makes the watchers of a process. */
export function createWatchers({ ledger, clock, log, limits }: WatchPorts): Watchers {
  const channels = new Map<string, Channel>()
  let total = 0

  const read = (channel: Channel): Promise<void> => {
    if (channel.reading !== null) {
      channel.again = true
      return channel.reading
    }
    const run = async (): Promise<void> => {
      do {
        channel.again = false
        const events = await ledger.events(channel.saleId, channel.events.length)
        channel.events.push(...events)
        if (events.length > 0) for (const wake of channel.waiting) wake()
      } while (channel.again)
    }
    channel.reading = run()
      .catch(() =>
        log.warn({ saleId: channel.saleId, code: 'store-unavailable' }, 'events could not be read'),
      )
      .finally(() => (channel.reading = null))
    return channel.reading
  }

  const schedule = (channel: Channel): void => {
    channel.cancelTimer = clock.after(REREAD_MS, () => {
      schedule(channel)
      void read(channel)
    })
  }

  const enter = (saleId: string): Channel => {
    const known = channels.get(saleId)
    if (total >= limits.perProcess || (known?.watchers ?? 0) >= limits.perSale) {
      const error = new Error('too many open streams; try again soon')
      throw Object.assign(error, { code: 'too-many-streams' as const })
    }
    total += 1
    if (known !== undefined) {
      known.watchers += 1
      return known
    }
    const channel: Channel = {
      saleId,
      events: [],
      shown: null,
      waiting: new Set(),
      watchers: 1,
      reading: null,
      again: false,
      cancelTimer: () => {},
    }
    channels.set(saleId, channel)
    schedule(channel)
    return channel
  }

  const leave = (channel: Channel): void => {
    total -= 1
    channel.watchers -= 1
    if (channel.watchers > 0) return
    channel.cancelTimer()
    channels.delete(channel.saleId)
  }

  const news = (channel: Channel, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        channel.waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      channel.waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })

  /** All watchers of a sale are of its merchant, so that one is shown what another was a moment ago. */
  const frameOf = (channel: Channel, event: SaleEventRow, show: (snapshot: Snapshot) => Sale): SaleFrame => {
    const { shown } = channel
    const nowMs = clock.now()
    if (shown?.frame.number === event.number && nowMs - shown.atMs < SHARED_MS && nowMs >= shown.atMs)
      return shown.frame
    const { number, type, at_ms: atMs } = event
    const frame = { number, type, atMs, sale: show(JSON.parse(event.snapshot) as Snapshot) }
    channel.shown = { atMs: nowMs, frame }
    return frame
  }

  async function* walk(
    channel: Channel,
    afterNumber: number,
    show: (snapshot: Snapshot) => Sale,
    signal: AbortSignal,
  ): AsyncGenerator<SaleFrame, void, undefined> {
    if (channel.events.length === 0) await read(channel)
    for (let next = afterNumber; !signal.aborted;) {
      const event = channel.events[next]
      if (event === undefined) {
        const last = channel.events.at(-1)
        if (last !== undefined && isSettled(last.to_state)) return
        await news(channel, signal)
        continue
      }
      next += 1
      yield frameOf(channel, event, show)
    }
  }

  return {
    watch(saleId, afterNumber, show, signal) {
      const channel = enter(saleId)
      let left = false
      const leaveOnce = (): void => {
        if (left) return
        left = true
        signal.removeEventListener('abort', leaveOnce)
        leave(channel)
      }
      signal.addEventListener('abort', leaveOnce, { once: true })
      if (signal.aborted) leaveOnce()
      const walking = walk(channel, Math.max(0, Math.trunc(afterNumber)), show, signal)
      const iterator: AsyncIterableIterator<SaleFrame> = {
        async next() {
          try {
            const result = await walking.next()
            if (result.done === true) leaveOnce()
            return result
          } catch (error) {
            leaveOnce()
            throw error
          }
        },
        async return() {
          leaveOnce()
          return { done: true, value: undefined }
        },
        [Symbol.asyncIterator]: () => iterator,
      }
      return iterator
    },
    notice(saleId) {
      const channel = channels.get(saleId)
      if (channel !== undefined) void read(channel)
    },
    resync() {
      for (const channel of channels.values()) void read(channel)
    },
    size: () => channels.size,
  }
}
