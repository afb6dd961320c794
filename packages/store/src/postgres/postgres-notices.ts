/**
 * One connection for the notices of a store, sent and received; `notice-transport.ts` decides how they travel. A notice
 * leaves after the commit of its transaction: `pg_notify` inside it would hold one lock of the whole cluster until the commit is flushed and replicated, so
 * that no two transactions with notices commit at once. After a loss the connection is opened again with a backoff of
 * 0.1 s to 5 s; unsent notices follow, and every listener receives a resync, because notices of others are lost.
 */
import type pg from 'pg'
import { closed } from '../errors.ts'
import { Listeners } from '../notice.ts'
import type { PendingNotice } from '../scope.ts'
import type { StoreLog, WakeupHandler } from '../shared-types.ts'
import type { ConnectionCounts, Unlisten } from '../store.ts'
import { listenTransport, type NoticeTransport, type Receive } from './notice-transport.ts'
import { isConnectionFault, translatePostgres } from './postgres-errors.ts'

const FIRST_WAIT_MS = 100
/** Watchers re-read their rows every 5 s anyway, so a longer backoff gains nothing. */
const LONGEST_WAIT_MS = 5000
/** Notices of one statement; PostgreSQL keeps them in memory until their commit. */
const BATCH_MAX = 500
/** Least time between two statements: under load several notices share one. The first one leaves at once. */
const GATHER_MS = 10
/** Notices kept while the server is away; the oldest are dropped first, and their listeners re-read the rows. */
const UNSENT_MAX = 10_000

/** Sends and receives notices over a dedicated connection. */
export class PostgresNotices {
  readonly #newClient: () => pg.Client
  readonly #log: StoreLog | undefined
  readonly #listeners = new Listeners()
  readonly #transport: NoticeTransport
  readonly #gatherMs: number
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #retry: NodeJS.Timeout | undefined
  /** In the order of sending; the key tells equal notices apart from others. */
  readonly #unsent = new Map<string, PendingNotice>()
  #sending: Promise<void> | undefined
  /** Time of `performance.now` before which no further statement begins. */
  #gatheredAtMs = 0
  #waitMs = FIRST_WAIT_MS
  /** Connections that were opened so far. */
  #opened = 0
  #closed = false

  constructor(
    newClient: () => pg.Client,
    log: StoreLog | undefined,
    transportOf: (receive: Receive) => NoticeTransport = listenTransport,
    gatherMs = GATHER_MS,
  ) {
    this.#gatherMs = gatherMs
    this.#newClient = newClient
    this.#log = log
    this.#transport = transportOf(({ channel, payload }) =>
      this.#listeners.dispatch(channel, { type: 'notice', payload }),
    )
  }

  /** Listens from the moment this resolves; throws `store-unavailable` if the connection fails. */
  async listen(channel: string, handler: WakeupHandler): Promise<Unlisten> {
    const remove = this.#listeners.add(channel, handler, this.#log)
    try {
      const client = await this.#connected()
      await this.#transport.listen(client, channel)
    } catch (error) {
      remove()
      throw translatePostgres(error)
    }
    return async () => {
      // A lost connection needs no unlisten: the next connection listens only to current channels.
      const client = this.#client
      if (remove() && client !== undefined) await this.#transport.unlisten(client, channel).catch(() => {})
    }
  }

  /**
   * Sends notices soon: all that arrive while a statement runs, or within 10 ms after it began, share the next one, equal ones once. Never throws; a
   * notice that the server refuses is logged and dropped.
   */
  send(notices: readonly PendingNotice[]): void {
    for (const notice of notices) this.#keep(notice)
    this.#sendUnsent()
  }

  /** Whether the connection is open, and how often it was opened again. */
  counts(): Pick<ConnectionCounts, 'noticesConnected' | 'noticeReconnects'> {
    return { noticesConnected: this.#client !== undefined, noticeReconnects: Math.max(0, this.#opened - 1) }
  }

  /** Sends the notices of committed work once more if there are any, then disconnects for good. */
  async close(): Promise<void> {
    await this.#sending
    this.#closed = true
    clearTimeout(this.#retry)
    this.#transport.end()
    await this.#connecting?.catch(() => {})
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #keep(notice: PendingNotice): void {
    this.#unsent.set(JSON.stringify([notice.channel, notice.payload]), notice)
    const [oldest] = this.#unsent.size > UNSENT_MAX ? this.#unsent.keys() : []
    if (oldest !== undefined) this.#unsent.delete(oldest)
  }

  #sendUnsent(): void {
    // While the server is away, the next attempt to connect sends them.
    if (this.#unsent.size === 0 || this.#retry !== undefined) return
    this.#sending ??= this.#sendBatches()
  }

  /** Sends batches until none is left or the connection fails. */
  async #sendBatches(): Promise<void> {
    try {
      let isSent = true
      while (isSent && this.#unsent.size > 0) {
        const waitMs = this.#gatheredAtMs - performance.now()
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
        this.#gatheredAtMs = performance.now() + this.#gatherMs
        const batch = [...this.#unsent].slice(0, BATCH_MAX)
        for (const [key] of batch) this.#unsent.delete(key)
        isSent = await this.#sendBatch(batch.map(([, notice]) => notice))
      }
    } finally {
      // Together with the last look at the unsent notices: a later one begins a new statement.
      this.#sending = undefined
    }
  }

  /** Whether the next batch may follow: this one was sent or refused. */
  async #sendBatch(batch: readonly PendingNotice[]): Promise<boolean> {
    let client: pg.Client | undefined
    try {
      client = await this.#connected()
      await this.#transport.send(client, batch)
      return true
    } catch (error) {
      if (client !== undefined && !isConnectionFault(error)) {
        this.#log?.warn(
          { error, notices: batch.length },
          'the server refused notices; their listeners read later',
        )
        return true
      }
      for (const notice of batch) this.#keep(notice)
      if (client === undefined) this.#reconnectLater()
      else this.#connectionLost(client)
      return false
    }
  }

  #connected(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(closed())
    if (this.#client !== undefined) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined))
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#newClient()
    client.on('error', () => this.#connectionLost(client))
    client.on('end', () => this.#connectionLost(client))
    try {
      await client.connect()
      await this.#transport.begin(client, this.#listeners.channels(), () => this.#connectionLost(client))
      // `close` ends only a connection that it knows.
      if (this.#closed) throw closed()
    } catch (error) {
      this.#transport.end()
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    this.#opened += 1
    return client
  }

  #connectionLost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#transport.end()
    client.end().catch(() => {})
    this.#log?.warn({}, 'the connection for notices was lost')
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#closed || this.#retry !== undefined) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#connected().then(
        () => this.#resync(),
        () => this.#reconnectLater(),
      )
    }, this.#waitMs)
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS)
  }

  #resync(): void {
    this.#waitMs = FIRST_WAIT_MS
    for (const channel of this.#listeners.channels()) this.#listeners.dispatch(channel, { type: 'resync' })
    this.#sendUnsent()
  }
}
