/**
 * The connection that verifies that a PostgreSQL server commits. It is outside of the pool, so a probe never
 * waits for application work, and a connection that hangs or reaches a standby is dropped at once.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { closed, unavailable } from '../errors.ts'
import { translatePostgres } from './postgres-errors.ts'
import { retried } from './postgres-retry.ts'

/**
 * Rows shared by all processes; a row per process would grow with every start, and a single row would be
 * contended.
 */
const SLOTS = 1_024

/** Maximum age of a connection; a new one resolves the server's host name again. */
const LIFE_MS = 10_000

/** Commits a row over a dedicated connection. */
export class PostgresProbe {
  readonly #newClient: () => pg.Client
  readonly #slot = randomInt(SLOTS)
  #client: pg.Client | undefined
  #connectedAt = 0
  #closed = false

  constructor(newClient: () => pg.Client) {
    this.#newClient = newClient
  }

  /** Commits one row; rejects with a store error when the server does not commit. */
  async write(): Promise<void> {
    if (this.#closed) throw closed()
    if (performance.now() - this.#connectedAt >= LIFE_MS) this.drop()
    const client = (this.#client ??= this.#make())
    try {
      if (this.#connectedAt === 0) {
        await client.connect()
        // `drop` ran while it connected; a later client is in use.
        if (this.#client !== client) throw unavailable('The connection was dropped while it was opened.')
        this.#connectedAt = performance.now()
      }
      await retried(() =>
        client.query(
          `insert into tapboard_probe (slot, at_ms) values ($1, floor(extract(epoch from clock_timestamp()) * 1000))
         on conflict (slot) do update set at_ms = excluded.at_ms`,
          [this.#slot],
        ),
      )
    } catch (error) {
      if (this.#client === client) this.drop()
      throw translatePostgres(error)
    }
  }

  /** Ends the connection without waiting; the next write opens a new one. */
  drop(): void {
    const client = this.#client
    this.#client = undefined
    this.#connectedAt = 0
    if (client === undefined) return
    client.end().catch(() => {})
    // A silent server does not answer the disconnect message.
    client.connection.stream.destroy()
  }

  /** Ends the connection for good; later writes reject. */
  close(): void {
    this.#closed = true
    this.drop()
  }

  #make(): pg.Client {
    const client = this.#newClient()
    client.on('error', () => {
      if (this.#client === client) this.drop()
    })
    return client
  }
}
