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

/**
 * Allocates some ten KiB on the disk of the database and frees them: a sort that does not fit into the memory for it. An update
 * of a row needs no new page, so it succeeds on a full disk. Not part of every probe, because some servers log each temporary file.
 */
const ALLOCATE = `begin; set local work_mem = '64kB'; set local temp_tablespaces = '';
  select count(*) from (select n from generate_series(1, 4000) as n order by n desc offset 0) as sorted; commit`

/** Commits a row over a dedicated connection. After a statement that found the disk full, it also needs room for new pages. */
export class PostgresProbe {
  readonly #newClient: () => pg.Client
  readonly #slot = randomInt(SLOTS)
  #client: pg.Client | undefined
  /** The opening of the client, until it is connected. */
  #opening: Promise<unknown> | undefined
  #connectedAt = 0
  #closed = false
  #isDiskFull = false

  constructor(newClient: () => pg.Client) {
    this.#newClient = newClient
  }

  /** Commits one row; rejects with a store error when the server does not commit. */
  async write(): Promise<void> {
    if (this.#closed) throw closed()
    if (this.#connectedAt > 0 && performance.now() - this.#connectedAt >= LIFE_MS) this.drop()
    const client = (this.#client ??= this.#make())
    try {
      if (this.#connectedAt === 0) {
        await (this.#opening ??= client.connect())
        // `drop` ran while it connected; a later client is in use.
        if (this.#client !== client) throw unavailable('The connection was dropped while it was opened.')
        this.#connectedAt = performance.now()
        this.#opening = undefined
      }
      await retried(() =>
        client.query(
          `insert into tapboard_probe (slot, at_ms) values ($1, floor(extract(epoch from clock_timestamp()) * 1000))
         on conflict (slot) do update set at_ms = excluded.at_ms`,
          [this.#slot],
        ),
      )
      if (this.#isDiskFull) {
        await client.query(ALLOCATE)
        this.#isDiskFull = false
      }
    } catch (error) {
      if (this.#client === client) this.drop()
      throw translatePostgres(error)
    }
  }

  /** A statement found the disk of the server full: writes reject until new pages can be allocated. */
  noteFullDisk(): void {
    this.#isDiskFull = true
  }

  /**
   * Called when a write took too long. A connection that does not answer is dropped. One that is being opened continues until its
   * own timeout: on a busy machine a TLS connection takes longer than a write may, and each new one would begin from the start.
   */
  abandon(): void {
    if (this.#opening === undefined) this.drop()
  }

  /** Ends the connection without waiting; the next write opens a new one. */
  drop(): void {
    const client = this.#client
    this.#client = undefined
    this.#opening = undefined
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
