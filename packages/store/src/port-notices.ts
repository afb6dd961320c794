/**
 * Notices through a broker of the host (Redis, Valkey, NATS) instead of the database. The broker decides nothing: a text that is lost
 * delays a reader until it reads again, and while the broker is away no transaction waits or fails.
 */
import { createAlarm } from './loop/alarm.ts'
import { randomFraction } from './outbox/schedule.ts'
import { Listeners } from './notice.ts'
import type { PendingNotice } from './scope.ts'
import type { StoreLog, WakeupHandler } from './shared-types.ts'
import type { NoticePort, ConnectionCounts, Unlisten } from './store.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A client of a broker may keep a call until it is connected again: neither a start nor a stop waits longer. */
const WAIT_MAX_MS = 1_000
/** Notices in one text: a payload has at most 4,000 bytes, and those of the BFF have less than 200. */
const BATCH_MAX = 60
/** Notices kept while the broker is away; the oldest are dropped first, and their listeners read later. */
const UNSENT_MAX = 10_000

/** A timer of this process. */
function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Waits for work, but not longer than this. */
async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  await Promise.race([work, createAlarm({ now: Date.now, after }).pause(limitMs, ended.signal)])
  ended.abort()
}

/** The texts of one process begin with its name, so that it drops its own. */
const newSender = (): string => {
  const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
  return `${Math.floor(randomFraction(random) * 2 ** 32).toString(36)}${Date.now().toString(36)}`
}

/** The notices of a text; none in a text that this program did not send. */
function noticesIn(text: string, self: string): readonly PendingNotice[] {
  try {
    const [sender, ...notices] = JSON.parse(text) as readonly [string, ...(readonly [string, string])[]]
    if (sender === self) return []
    return notices
      .map(([channel, payload]) => ({ channel, payload }))
      .filter(({ channel, payload }) => typeof channel === 'string' && typeof payload === 'string')
  } catch {
    return []
  }
}

/** Sends and receives the notices of one store over a port. */
export class PortNotices {
  readonly #port: NoticePort
  readonly #log: StoreLog | undefined
  readonly #listeners = new Listeners()
  readonly #self = newSender()
  /** In the order of sending; the key tells equal notices apart from others. */
  readonly #unsent = new Map<string, PendingNotice>()
  #sending: Promise<void> | undefined
  #subscription: Promise<(() => Promise<void>) | null> | undefined
  /** Resolves after the first attempt to subscribe, or after {@link WAIT_MAX_MS}: all listeners together wait no longer. */
  #tried: Promise<void> | undefined
  /** A call of `listen` has resolved: a later subscription leads to a read. */
  #isListening = false
  readonly #closing = new AbortController()
  #failures = 0
  #isSubscribed = false
  #reconnects = 0

  constructor(port: NoticePort, log: StoreLog | undefined) {
    this.#port = port
    this.#log = log
  }

  /** Adds a listener. The first one subscribes; a broker that is away is tried again, and never fails this call. */
  async listen(channel: string, handler: WakeupHandler): Promise<Unlisten> {
    const remove = this.#listeners.add(channel, handler, this.#log)
    this.#tried ??= atMost(
      WAIT_MAX_MS,
      new Promise<void>((tried) => {
        this.#subscription = this.#subscribe(tried)
      }),
    )
    await this.#tried
    this.#isListening = true
    return async () => void remove()
  }

  /** Delivers to the listeners of this process at once, and sends to the others soon. Never throws. */
  send(notices: readonly PendingNotice[]): void {
    for (const notice of notices) {
      this.#keep(notice)
      queueMicrotask(() => this.#dispatch(notice))
    }
    if (notices.length > 0 && !this.#closing.signal.aborted) this.#sending ??= this.#sendAll()
  }

  /**
   * Whether the subscription exists and the broker accepted the last text, and how often the client of the broker reported a reconnection.
   * A loss without a text to send is not noticed: the port reports its end only.
   */
  counts(): Pick<ConnectionCounts, 'noticesConnected' | 'noticeReconnects'> {
    const noticesConnected = this.#isSubscribed && this.#failures === 0
    return { noticesConnected, noticeReconnects: this.#reconnects }
  }

  /** Tries to send what is left once more, then ends the subscription. The broker's connection is the host's. */
  async close(): Promise<void> {
    this.#closing.abort()
    const end = async (): Promise<void> => {
      await this.#sending
      await (await this.#subscription)?.().catch(() => {})
    }
    await atMost(WAIT_MAX_MS, end())
  }

  #keep(notice: PendingNotice): void {
    this.#unsent.set(JSON.stringify([notice.channel, notice.payload]), notice)
    const [oldest] = this.#unsent.size > UNSENT_MAX ? this.#unsent.keys() : []
    if (oldest !== undefined) this.#unsent.delete(oldest)
  }

  #dispatch({ channel, payload }: PendingNotice): void {
    if (this.#closing.signal.aborted) return
    this.#listeners.dispatch(channel, { type: 'notice', payload })
  }

  #resync(): void {
    for (const channel of this.#listeners.channels()) this.#listeners.dispatch(channel, { type: 'resync' })
  }

  /** Subscribes, at last; `tried` is called after the first attempt. `null`: closed before. */
  async #subscribe(tried: () => void): Promise<(() => Promise<void>) | null> {
    for (let attempt = 0; !this.#closing.signal.aborted; attempt += 1) {
      try {
        const end = await this.#port.subscribe(
          (text) => noticesIn(text, this.#self).forEach((notice) => this.#dispatch(notice)),
          () => {
            this.#reconnects += 1
            this.#resync()
          },
        )
        this.#isSubscribed = true
        // A client may keep the call until it is connected: the listeners read what they missed.
        if (this.#isListening) this.#resync()
        tried()
        return end
      } catch (error) {
        if (attempt === 0)
          this.#log?.warn({ error }, 'the broker of notices accepts no subscription; trying again')
        tried()
        await this.#pause(attempt)
      }
    }
    return null
  }

  /** Sends texts until no notice is left. */
  async #sendAll(): Promise<void> {
    try {
      for (let goesOn = true; goesOn && this.#unsent.size > 0;) goesOn = await this.#sendBatch()
    } finally {
      // Together with the last look at the unsent notices: a later one begins a new text.
      this.#sending = undefined
    }
  }

  /** Sends one text; returns `false` after the last attempt of a close. */
  async #sendBatch(): Promise<boolean> {
    const isLast = this.#closing.signal.aborted
    const batch = [...this.#unsent].slice(0, BATCH_MAX)
    for (const [key] of batch) this.#unsent.delete(key)
    const notices = batch.map(([, { channel, payload }]) => [channel, payload])
    try {
      await this.#port.publish(JSON.stringify([this.#self, ...notices]))
      this.#failures = 0
    } catch (error) {
      if (isLast) return false
      if (this.#failures === 0)
        this.#log?.warn({ error }, 'the broker of notices accepts no text; trying again')
      for (const [, notice] of batch) this.#keep(notice)
      await this.#pause(this.#failures)
      this.#failures += 1
    }
    return true
  }

  /** Waits with a backoff; a close ends it. */
  async #pause(failures: number): Promise<void> {
    const { signal } = this.#closing
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
    await createAlarm({ now: Date.now, after }).pause(waitMs, signal)
  }
}
