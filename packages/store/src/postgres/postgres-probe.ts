/**
 * The connection that proves that a PostgreSQL server commits. It is not one of the pool: a probe never waits for the
 * program's own work, and a connection that hangs, or that leads to a standby, is dropped at once.
 */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { closed, unavailable } from '../errors.ts'
import { translatePostgres } from './postgres-errors.ts'

/** Rows that all processes share; one row each would be one more for every start, one row in all would be contended. */
const SLOTS = 1_024

/** A connection is used so long: then a new one shows where the server's name leads by now. */
const LIFE_MS = 10_000

/** Commits a row over a connection of its own. */
export class PostgresProbe {
  readonly #config: pg.ClientConfig
  readonly #slot = randomInt(SLOTS)
  #client: pg.Client | undefined
  #connectedAt = 0
  #closed = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** Commits one row; rejects with the store's error when the server does not. */
  async write(): Promise<void> {
    if (this.#closed) throw closed()
    if (performance.now() - this.#connectedAt >= LIFE_MS) this.drop()
    const client = (this.#client ??= this.#make())
    try {
      if (this.#connectedAt === 0) {
        await client.connect()
        // Dropped while it connected: the later client is the one in use.
        if (this.#client !== client) throw unavailable('The connection was dropped while it was opened.')
        this.#connectedAt = performance.now()
      }
      await client.query(
        `insert into tapboard_probe (slot, at_ms) values ($1, floor(extract(epoch from clock_timestamp()) * 1000))
         on conflict (slot) do update set at_ms = excluded.at_ms`,
        [this.#slot],
      )
    } catch (error) {
      if (this.#client === client) this.drop()
      throw translatePostgres(error)
    }
  }

  /** Ends the connection without waiting for an answer; the next write opens another. */
  drop(): void {
    const client = this.#client
    this.#client = undefined
    this.#connectedAt = 0
    if (client === undefined) return
    client.end().catch(() => {})
    // A server that is silent does not answer the farewell either.
    client.connection.stream.destroy()
  }

  /** Ends the connection; nothing is written any more. */
  close(): void {
    this.#closed = true
    this.drop()
  }

  #make(): pg.Client {
    const client = new pg.Client(this.#config)
    client.on('error', () => {
      if (this.#client === client) this.drop()
    })
    return client
  }
}
