/**
 * The connection for `listen`. Reconnects after a loss with a backoff of 0.1 s to 5 s, then sends every
 * listener a resync, because notices of the meantime are lost.
 */
import type pg from 'pg'
import { closed } from '../errors.ts'
import { Listeners } from '../notice.ts'
import type { StoreLog, Unlisten, WakeupHandler } from '../store.ts'
import { translatePostgres } from './postgres-errors.ts'

const FIRST_WAIT_MS = 100
/** Watchers re-read their rows every 5 s anyway, so a longer backoff gains nothing. */
const LONGEST_WAIT_MS = 5000

/** Receives notices over a dedicated connection. */
export class PostgresListener {
  readonly #newClient: () => pg.Client
  readonly #log: StoreLog | undefined
  readonly #listeners = new Listeners()
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #retry: NodeJS.Timeout | undefined
  #waitMs = FIRST_WAIT_MS
  #closed = false

  constructor(newClient: () => pg.Client, log: StoreLog | undefined) {
    this.#newClient = newClient
    this.#log = log
  }

  /** Listens from the moment this resolves; throws `store-unavailable` if the connection fails. */
  async listen(channel: string, handler: WakeupHandler): Promise<Unlisten> {
    const remove = this.#listeners.add(channel, handler, this.#log)
    try {
      const client = await this.#connected()
      await client.query(`listen ${channel}`)
    } catch (error) {
      remove()
      throw translatePostgres(error)
    }
    return async () => {
      // A lost connection needs no unlisten: the next connection listens only to current channels.
      if (remove()) await this.#client?.query(`unlisten ${channel}`).catch(() => {})
    }
  }

  /** Disconnects for good. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#connecting?.catch(() => {})
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
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
    client.on('notification', ({ channel, payload }) =>
      this.#listeners.dispatch(channel, { type: 'notice', payload: payload ?? '' }),
    )
    try {
      await client.connect()
      for (const channel of this.#listeners.channels()) await client.query(`listen ${channel}`)
      // `close` ends only a connection that it knows.
      if (this.#closed) throw closed()
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    return client
  }

  #connectionLost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    this.#log?.warn({}, 'the listening connection was lost')
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#closed) return
    this.#retry = setTimeout(() => {
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
  }
}
