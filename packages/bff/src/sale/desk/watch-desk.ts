// Watchers of desks. The watchers of one merchant, time zone and day in this process share one read, on a notice of the merchant and
// every 5 s. Every frame is complete, so a lost notice or a reconnect loses nothing (D-117).
import type { DeskFrame } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import type { DeskOf } from './desk-store.ts'
import type { SaleNotice } from '../ledger/notice.ts'
import { Channels, type Channel, type WatchLimits } from '../watch/channels.ts'

/** Notices within this time lead to one read: a busy shop commits several events for each sale. */
const GATHER_MS = 500

interface Seen {
  /** `null` before the first read. */
  frame: DeskFrame | null
  /** The frame without its time, to find a change. */
  content: string
}

interface DeskWatchDeps {
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
  /** Reads a frame; `null` = the present day. */
  readonly read: (desk: DeskOf, day: string | null) => Promise<DeskFrame>
}

type Key = readonly [merchant: string, timeZone: string, day: string | null]

const contentOf = (frame: DeskFrame): string => JSON.stringify({ ...frame, nowMs: 0 })

/** Watchers of all desks in this process. */
export class DeskWatchers {
  readonly #deps: DeskWatchDeps
  readonly #channels: Channels<Seen>
  /** Keys with a watcher, by merchant, with the number of watchers. */
  readonly #watched = new Map<string, Map<string, number>>()
  /** Reads that gather notices, by merchant. */
  readonly #gathering = new Map<string, () => void>()

  constructor(deps: DeskWatchDeps) {
    const { clock, limits, log } = deps
    this.#deps = deps
    this.#channels = new Channels<Seen>({
      clock,
      log,
      limits,
      outage: {
        name: 'watch-desk',
        failed: 'the rows of a desk could not be read',
        works: 'the rows of desks are read again',
      },
      first: () => ({ frame: null, content: '' }),
      read: (state, key) => this.#read(state, key),
    })
  }

  /** Throws `TooManyStreams` at once; else yields the desk as it is, then each change, until aborted. */
  watch({ merchant, timeZone }: DeskOf, day: string | null, signal: AbortSignal): AsyncIterable<DeskFrame> {
    const key = JSON.stringify([merchant, timeZone, day] satisfies Key)
    const frames = this.#channels.watch(key, signal, (channel) => this.#walk(channel, signal))
    this.#count(merchant, key, 1)
    signal.addEventListener('abort', () => this.#count(merchant, key, -1), { once: true })
    if (signal.aborted) this.#count(merchant, key, -1)
    return frames
  }

  /** Rereads the desks of the merchant of a changed sale, soon. */
  notice({ group }: SaleNotice): void {
    if (group === null) return this.resync()
    const { merchant } = group
    if (!this.#watched.has(merchant) || this.#gathering.has(merchant)) return
    const cancel = this.#deps.clock.after(GATHER_MS, () => {
      this.#gathering.delete(merchant)
      for (const key of this.#watched.get(merchant)?.keys() ?? []) this.#channels.notice(key)
    })
    this.#gathering.set(merchant, cancel)
  }

  /** Rereads every watched desk, because notices may have been lost. */
  resync(): void {
    this.#channels.resync()
  }

  close(): void {
    for (const cancel of this.#gathering.values()) cancel()
    this.#gathering.clear()
  }

  #count(merchant: string, key: string, change: 1 | -1): void {
    const keys = this.#watched.get(merchant) ?? new Map<string, number>()
    const watchers = (keys.get(key) ?? 0) + change
    if (watchers > 0) keys.set(key, watchers)
    else keys.delete(key)
    if (keys.size > 0) this.#watched.set(merchant, keys)
    else this.#watched.delete(merchant)
  }

  async #read(state: Seen, key: string): Promise<boolean> {
    const [merchant, timeZone, day] = JSON.parse(key) as Key
    const frame = await this.#deps.read({ merchant, timeZone }, day)
    const content = contentOf(frame)
    if (content === state.content) return false
    Object.assign(state, { frame, content })
    return true
  }

  async *#walk(channel: Channel<Seen>, signal: AbortSignal): AsyncGenerator<DeskFrame, void, undefined> {
    const { state } = channel
    if (state.frame === null) await this.#channels.read(channel)
    // The first read failed. Throw to close the stream, so that the page reconnects.
    if (state.frame === null && !signal.aborted) throw new Error('the desk could not be read')
    let last: DeskFrame | null = null
    while (!signal.aborted) {
      const { frame } = state
      if (frame === null || frame === last) {
        await this.#channels.news(channel, signal)
        continue
      }
      last = frame
      yield frame
    }
  }
}
