// State that all watchers of one key share in this process (INV-17): one reader of the rows, run on a notice and every 5 s,
// a cap, and the waiting watchers. `watch.ts` and `watch-order.ts` define the reads and the frames.
import { createOutageLog, type OutageLog, type OutageLogConfig } from '@tapboard/server'
import type { Clock, Log } from '../../ports.ts'

export interface WatchLimits {
  readonly perSale: number
  readonly perProcess: number
}

/** Thrown by `watch` at once, before anything is streamed, when a limit is reached. */
export interface TooManyStreams extends Error {
  readonly code: 'too-many-streams'
}

/** Returns true for the error of a reached stream limit; the route answers 503 `too-many-streams`. */
export const isTooManyStreams = (error: unknown): error is TooManyStreams =>
  error instanceof Error && 'code' in error && error.code === 'too-many-streams'

/** Watchers served within this time share one frame, which is parsed and serialized once. */
export const SHARED_MS = 50

/** Interval of reads without a notice: notices may be lost, the rows are authoritative. */
const REREAD_MS = 5_000

/** The shared state of the watchers of one key. */
export interface Channel<State> {
  readonly key: string
  /** The data read, and the last frame built from it. */
  readonly state: State
  readonly waiting: Set<() => void>
  watchers: number
  reading: Promise<void> | null
  again: boolean
  cancelTimer: () => void
}

interface ChannelDeps<State> {
  readonly clock: Clock
  readonly log: Log
  readonly limits: WatchLimits
  /** The lines about failed reads, one outage for all channels: each watched key is read every 5 s. */
  readonly outage: Omit<OutageLogConfig, 'clock' | 'log'>
  /** The state of a channel before its first read. */
  readonly first: (key: string) => State
  /** Reads the rows into the state; returns true if watchers must be woken. `noticed`: a notice triggered the read. */
  readonly read: (state: State, key: string, noticed: boolean) => Promise<boolean>
}

/** The channels of a process. */
export class Channels<State> {
  readonly #deps: ChannelDeps<State>
  readonly #channels = new Map<string, Channel<State>>()
  readonly #outage: OutageLog
  #total = 0

  constructor(deps: ChannelDeps<State>) {
    const { clock, log, outage } = deps
    this.#deps = deps
    this.#outage = createOutageLog({ ...outage, clock, log })
  }

  /** Throws {@link TooManyStreams} at once; else yields what `walk` yields until it ends or the signal aborts. */
  watch<Frame>(
    key: string,
    signal: AbortSignal,
    walk: (channel: Channel<State>) => AsyncGenerator<Frame, void, undefined>,
  ): AsyncIterable<Frame> {
    const channel = this.#enter(key)
    let left = false
    const leaveOnce = (): void => {
      if (left) return
      left = true
      signal.removeEventListener('abort', leaveOnce)
      this.#leave(channel)
    }
    signal.addEventListener('abort', leaveOnce, { once: true })
    if (signal.aborted) leaveOnce()
    const walking = walk(channel)
    const iterator: AsyncIterableIterator<Frame> = {
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
  }

  /** Reads now, or waits for the read that is under way. */
  read(channel: Channel<State>): Promise<void> {
    return channel.reading ?? this.#read(channel)
  }

  /** Resolves at the next news, or when aborted. */
  news(channel: Channel<State>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        channel.waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      channel.waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })
  }

  /** Returns the state of a watched key, else `null`. */
  state(key: string): State | null {
    return this.#channels.get(key)?.state ?? null
  }

  /** Rereads a watched key after a notice. */
  notice(key: string): void {
    const channel = this.#channels.get(key)
    if (channel !== undefined) void this.#read(channel, true)
  }

  /** Rereads every watched key, because notices may have been lost. */
  resync(): void {
    for (const channel of this.#channels.values()) void this.#read(channel)
  }

  /** Wakes the watchers of a key without a read. */
  wake(key: string): void {
    for (const wake of this.#channels.get(key)?.waiting ?? []) wake()
  }

  /** Wakes all watchers without a read. */
  nudge(): void {
    for (const key of this.#channels.keys()) this.wake(key)
  }

  /** Returns the number of watched keys. */
  size(): number {
    return this.#channels.size
  }

  #read(channel: Channel<State>, noticed = false): Promise<void> {
    if (channel.reading !== null) {
      channel.again = true
      return channel.reading
    }
    channel.reading = this.#readAll(channel, noticed)
    return channel.reading
  }

  /** Reads until no further read was requested meanwhile; never rejects. */
  async #readAll(channel: Channel<State>, noticed: boolean): Promise<void> {
    try {
      let again = noticed
      do {
        channel.again = false
        const news = await this.#deps.read(channel.state, channel.key, again)
        this.#outage.works()
        if (news) for (const wake of channel.waiting) wake()
        again = true
      } while (channel.again)
    } catch {
      this.#outage.failed('store-unavailable')
    } finally {
      // Together with the last look at `again`: a later notice begins a new read.
      channel.reading = null
    }
  }

  #schedule(channel: Channel<State>): void {
    channel.cancelTimer = this.#deps.clock.after(REREAD_MS, () => {
      this.#schedule(channel)
      void this.#read(channel)
    })
  }

  #enter(key: string): Channel<State> {
    const { first, limits } = this.#deps
    const known = this.#channels.get(key)
    if (this.#total >= limits.perProcess || (known?.watchers ?? 0) >= limits.perSale) {
      const error = new Error('too many open streams; try again soon')
      throw Object.assign(error, { code: 'too-many-streams' as const })
    }
    this.#total += 1
    if (known !== undefined) {
      known.watchers += 1
      return known
    }
    const channel: Channel<State> = {
      key,
      state: first(key),
      waiting: new Set(),
      watchers: 1,
      reading: null,
      again: false,
      cancelTimer: () => {},
    }
    this.#channels.set(key, channel)
    this.#schedule(channel)
    return channel
  }

  #leave(channel: Channel<State>): void {
    this.#total -= 1
    channel.watchers -= 1
    if (channel.watchers > 0) return
    channel.cancelTimer()
    this.#channels.delete(channel.key)
  }
}
