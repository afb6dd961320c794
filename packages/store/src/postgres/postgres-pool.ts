/**
 * Connections to PostgreSQL. Decides the time-outs, how values arrive, and that no lost connection ever ends the
 * process or goes back into the pool; queries are Kysely's.
 */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { aborted, closed } from '../errors.ts'
import { integerFrom } from '../integer.ts'
import type { Scopes } from '../scope.ts'
import type { StoreLog, StoreOptions } from '../store.ts'
import { isConnectionFault, isStalePlan, translatePostgres } from './postgres-errors.ts'

const INT8 = 20
const NUMERIC = 1700
/** Longer than the server's own limit, so that it decides first; ends the wait for a server that fell silent. */
const SILENT_SERVER_MS = 2000

/** Whole numbers arrive as JavaScript numbers (sums of them are `numeric`), or not at all. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return integerFrom
  if (oid === NUMERIC) return (text) => (text.includes('.') ? Number(text) : integerFrom(text))
  return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format)
}

/** Statements that are prepared under a name; more would only be memory on the server, for each connection. */
const NAMES_MAX = 256
/** A statement with more parameters is a list of changing length, not worth a name. */
const NAMED_PARAMETERS_MAX = 64

/**
 * Names for statements, so that the server parses and plans each once a connection: that is most of what a short one costs.
 * After a change of the tables by a newer instance a prepared `select *` no longer fits; from then on nothing is named.
 */
class StatementNames {
  readonly #names = new Map<string, string>()
  #naming = true

  /** The name of a statement, or none. */
  of(text: string, parameters: number): string | undefined {
    if (!this.#naming || parameters > NAMED_PARAMETERS_MAX) return undefined
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= NAMES_MAX || !/^\s*(select|with|insert|update|delete)\b/i.test(text))
      return undefined
    const name = `tapboard_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** No more names in this process. */
  stop(): void {
    this.#naming = false
  }
}

/** How to connect; `statements: 'unlimited'` for migrations, which may build an index for minutes. */
export function clientConfig(
  connectionString: string,
  options: StoreOptions,
  statements: 'limited' | 'unlimited',
): pg.ClientConfig {
  const statementMs = options.statementTimeoutMs ?? 5000
  const limits = {
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENT_SERVER_MS,
    idle_in_transaction_session_timeout: 2 * statementMs,
  }
  return {
    connectionString,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
    application_name: 'tapboard',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'] },
    ...(statements === 'limited' ? limits : {}),
  }
}

/** A pool as Kysely wants it, with errors that carry the store's codes and an end that waits for work in hand. */
export class DrainingPool implements PostgresPool {
  /** Asked for by Kysely to cancel queries, which the store does not. */
  readonly options: object = {}
  readonly #pool: pg.Pool
  readonly #scopes: Scopes<unknown>
  readonly #names = new StatementNames()
  #working = 0
  #drained: (() => void) | undefined
  #closing = false

  constructor(config: pg.PoolConfig, scopes: Scopes<unknown>, log: StoreLog | undefined) {
    this.#scopes = scopes
    this.#pool = new pg.Pool(config)
    this.#pool.on('error', (error) => log?.warn({ error }, 'an idle connection to the store was lost'))
    // A connection that dies between two queries of a transaction tells it here; without a listener the process ends.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Waits for a connection; throws `store-unavailable`, `store-closed` or, inside of a transaction, `nested-use`. */
  async connect(): Promise<PostgresPoolClient> {
    this.#scopes.refuseInside()
    if (this.#closing) throw closed()
    this.#working += 1
    try {
      return this.#guard(await this.#pool.connect())
    } catch (error) {
      this.#finished()
      throw translatePostgres(error)
    }
  }

  /** Refuses new work, waits for what is in hand, disconnects. */
  async end(): Promise<void> {
    this.#closing = true
    if (this.#working > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
    await this.#pool.end()
  }

  #finished(): void {
    this.#working -= 1
    if (this.#working === 0) this.#drained?.()
  }

  #guard(client: pg.PoolClient): PostgresPoolClient {
    let broken = false
    let single = true
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (/^(begin|start transaction)/.test(text)) single = false
      else if (/^(commit|rollback)$/.test(text)) single = true
      const name = this.#names.of(text, values.length)
      try {
        const result = await client.query({
          text,
          values: [...values],
          ...(name === undefined ? {} : { name }),
        })
        // The server answers the commit of a failed transaction with "rolled back", not with an error.
        if (text === 'commit' && result.command === 'ROLLBACK') throw aborted()
        return result
      } catch (error) {
        broken ||= isConnectionFault(error)
        if (isStalePlan(error)) {
          // A transaction is run again by whoever began it; a statement of its own, here.
          this.#names.stop()
          if (single) return query(text, values)
        }
        throw translatePostgres(error)
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => {
        client.release(broken || destroy === true)
        this.#finished()
      },
    }
  }
}
