/**
 * The one connection that hears notices. Decides when to connect again after it is lost (0.1 s, doubling up to 5 s)
 * and that everybody is then told to read again, because what was sent meanwhile is gone.
 */
import pg from 'pg'
import { closed } from '../errors.ts'
import { Listeners } from '../notice.ts'
import type { StoreLog, Unlisten, WakeupHandler } from '../store.ts'
import { translatePostgres } from './postgres-errors.ts'

const FIRST_WAIT_MS = 100
/** A watcher re-reads its row every 5 s anyway, so a longer wait would gain nothing and a shorter one press the server. */
const LONGEST_WAIT_MS = 5000

/** Hears notices over one connection of its own. */
export class PostgresListener {
  readonly #config: pg.ClientConfig
  readonly #log: StoreLog | undefined
  readonly #listeners = new Listeners()
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #retry: NodeJS.Timeout | undefined
  #waitMs = FIRST_WAIT_MS
  #closed = false

  constructor(config: pg.ClientConfig, log: StoreLog | undefined) {
    this.#config = config
    this.#log = log
  }

  /** Hears a channel from the moment this resolves; throws `store-unavailable` if nothing can be heard yet. */
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
      // A lost connection has forgotten the channel too, and the next one asks only for what is heard then.
      if (remove()) await this.#client?.query(`unlisten ${channel}`).catch(() => {})
    }
  }

  /** Disconnects and stays so. */
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
    const client = new pg.Client(this.#config)
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) =>
      this.#listeners.tell(channel, { type: 'notice', payload: payload ?? '' }),
    )
    try {
      await client.connect()
      for (const channel of this.#listeners.channels()) await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    if (!this.#closed) this.#client = client
    return client
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    this.#log?.warn({}, 'the connection that hears notices was lost')
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#closed) return
    this.#retry = setTimeout(() => {
      this.#connected().then(
        () => this.#again(),
        () => this.#reconnectLater(),
      )
    }, this.#waitMs)
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS)
  }

  #again(): void {
    this.#waitMs = FIRST_WAIT_MS
    for (const channel of this.#listeners.channels()) this.#listeners.tell(channel, { type: 'resync' })
  }
}
