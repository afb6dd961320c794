/**
 * Connections to PostgreSQL: timeouts, value parsing, and the guarantee that a lost connection neither ends
 * the process nor returns to the pool.
 */
import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { aborted, closed } from '../errors.ts'
import { integerFrom } from '../integer.ts'
import type { Scopes } from '../scope.ts'
import type { StoreLog } from '../shared-types.ts'
import type { ConnectionCounts, StoreOptions } from '../store.ts'
import {
  isConnectionFault,
  isDiskFull,
  isPoolFull,
  isStalePlan,
  translatePostgres,
} from './postgres-errors.ts'
import type { PostgresPackage } from './postgres-package.ts'
import { retried } from './postgres-retry.ts'
import type { Servers } from './postgres-servers.ts'
import { SERVER_TIME, TransactionTime } from './server-time.ts'

const INT8 = 20
const NUMERIC = 1700
/** Default timeout of a statement. */
const STATEMENT_TIMEOUT_MS = 5000
/** Default timeout of a connection. */
const CONNECT_TIMEOUT_MS = 3000
/** A command has no other server and no second try, so it waits longer. */
const COMMAND_CONNECT_TIMEOUT_MS = 15_000
/** Added to the server's statement timeout, so that the server decides first; bounds the wait for a silent server. */
const SILENT_SERVER_MS = 2000

/** Parses integers (and their sums, which are `numeric`) to exact JavaScript numbers, or throws. */
const parsersOf =
  ({ types }: PostgresPackage) =>
  (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) => {
    if (oid === INT8) return integerFrom
    if (oid === NUMERIC) return (text) => (text.includes('.') ? Number(text) : integerFrom(text))
    return types.getTypeParser(oid, format === 'binary' ? 'text' : format)
  }

/** Maximum number of named prepared statements; each costs memory on the server per connection. */
const NAMES_MAX = 256
/** A statement with more parameters is a list of varying length and gets no name. */
const NAMED_PARAMETERS_MAX = 64

/**
 * Names for prepared statements, so that the server parses and plans each one once per connection: most of
 * the cost of a short query. After a newer instance changed the tables a prepared `select *` is stale; from
 * then on no statement gets a name.
 */
class StatementNames {
  readonly #names = new Map<string, string>()
  #naming = true

  /** The name of a statement, if it has one. */
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

  /** Stops naming statements in this process. */
  stop(): void {
    this.#naming = false
  }
}

/** Limits of statements and of a pause in a transaction; none for migrations, which may build an index for minutes. */
interface ServerLimits {
  readonly statement_timeout: number
  readonly idle_in_transaction_session_timeout: number
}

/** The limits of a connection for limited statements. */
export function serverLimits(options: StoreOptions): ServerLimits {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  return { statement_timeout: statementMs, idle_in_transaction_session_timeout: 2 * statementMs }
}

/** Statements that set the limits behind a pooler: for the session, or for the transaction that they begin in. */
export const settingsOf = (limits: ServerLimits, scope: 'session' | 'local'): string =>
  Object.entries(limits)
    .map(([name, ms]) => `set ${scope} ${name} = ${ms}`)
    .join('; ')

/** Time for a connection, ms. */
const connectTimeout = ({ connectTimeoutMs, isCommand = false }: StoreOptions): number =>
  connectTimeoutMs ?? (isCommand ? COMMAND_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS)

/** Client configuration. `limits`: those that travel as startup parameters, or `null` behind a pooler and for migrations. */
export function clientConfig(
  postgres: PostgresPackage,
  connectionString: string,
  options: StoreOptions,
  { limits, isLimited }: { readonly limits: ServerLimits | null; readonly isLimited: boolean },
): pg.ClientConfig {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  return {
    connectionString,
    connectionTimeoutMillis: connectTimeout(options),
    application_name: 'tapboard',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parsersOf(postgres) as pg.CustomTypesConfig['getTypeParser'] },
    ...(isLimited ? { query_timeout: statementMs + SILENT_SERVER_MS } : {}),
    ...limits,
  }
}

interface PoolParts {
  readonly scopes: Scopes<unknown>
  readonly options: StoreOptions
  /** Behind a pooler of transactions: no statement gets a name, and each transaction sets its limits. */
  readonly perTransaction?: { readonly settings: string } | undefined
  /** Called when a statement fails because the disk of the server is full. */
  readonly diskFull?: () => void
}

/** Creates a pool of at most `max` connections to the servers. */
export function createPool(
  postgres: PostgresPackage,
  servers: Servers,
  max: number,
  { scopes, options, perTransaction, diskFull }: PoolParts,
): DrainingPool {
  const connectionTimeoutMillis = connectTimeout(options)
  const pool = new postgres.Pool({ Client: servers.clientClass(), connectionTimeoutMillis, max })
  return new DrainingPool(pool, scopes, options.log, { servers: servers.size, perTransaction, diskFull })
}

interface PoolExtras extends Pick<PoolParts, 'perTransaction'> {
  readonly servers: number
  readonly diskFull: (() => void) | undefined
}

/** A pool for Kysely that translates errors to store errors and waits for running work on `end()`. */
export class DrainingPool implements PostgresPool {
  /** Kysely uses this to cancel queries; the store never cancels. */
  readonly options: object = {}
  readonly #pool: pg.Pool
  readonly #scopes: Scopes<unknown>
  readonly #names = new StatementNames()
  readonly #servers: number
  readonly #diskFull: () => void
  /** Statements that follow the begin of each transaction. */
  readonly #beginning: string
  /** Connections that broke. Their queries reject with any error of TLS or of the protocol. */
  readonly #lost = new WeakSet<pg.PoolClient>()
  #working = 0
  #drained: (() => void) | undefined
  #closing = false

  /** `servers`: number of servers that a connection tries. */
  constructor(
    pool: pg.Pool,
    scopes: Scopes<unknown>,
    log: StoreLog | undefined,
    { servers = 1, perTransaction, diskFull = () => {} }: Partial<PoolExtras> = {},
  ) {
    this.#diskFull = diskFull
    this.#servers = servers
    if (perTransaction !== undefined) this.#names.stop()
    const settings = perTransaction?.settings ?? ''
    this.#beginning = settings === '' ? SERVER_TIME : `${settings}; ${SERVER_TIME}`
    this.#scopes = scopes
    this.#pool = pool
    this.#pool.on('error', (error) => log?.warn({ error }, 'an idle connection to the store was lost'))
    // A connection that breaks emits `error` before its queries reject; without a listener the process would exit.
    this.#pool.on('connect', (client) => client.on('error', () => void this.#lost.add(client)))
  }

  /** Acquires a connection; throws `store-unavailable`, `store-closed` or, inside a transaction, `nested-use`. */
  async connect(): Promise<PostgresPoolClient> {
    this.#scopes.refuseInside()
    if (this.#closing) throw closed()
    this.#working += 1
    try {
      return this.#wrap(await this.#connectAnywhere())
    } catch (error) {
      this.#workEnded()
      throw translatePostgres(error)
    }
  }

  /** Counts the connections, and the calls that wait for one. */
  counts(): Pick<ConnectionCounts, 'inUse' | 'idle' | 'waiting' | 'limit'> {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool
    return { inUse: totalCount - idle, idle, waiting, limit: options.max }
  }

  /** Rejects new work, waits for running work, disconnects. */
  async end(): Promise<void> {
    this.#closing = true
    if (this.#working > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
    await this.#pool.end()
  }

  /** Tries each server once. A full pool is no fault of a server. */
  async #connectAnywhere(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#pool.connect()
      } catch (error) {
        if (attempt >= this.#servers || isPoolFull(error)) throw error
      }
  }

  #workEnded(): void {
    this.#working -= 1
    if (this.#working === 0) this.#drained?.()
  }

  #wrap(client: pg.PoolClient): PostgresPoolClient {
    let broken = false
    let single = true
    let time: TransactionTime | undefined
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (text === SERVER_TIME && time !== undefined) return time.answer()
      const isBegin = /^(begin|start transaction)/.test(text)
      const isEnd = /^(commit|rollback)$/.test(text)
      // A transaction is repeated as a whole by the store.
      const isSingle = single && !isBegin && !isEnd
      if (isBegin) single = false
      try {
        const result = await (isSingle
          ? retried(() => ask(text, values, isBegin))
          : ask(text, values, isBegin))
        if (isBegin) time = TransactionTime.of(result)
        return result
      } catch (error) {
        throw translatePostgres(error, this.#lost.has(client))
      } finally {
        if (isEnd) [single, time] = [true, undefined]
      }
    }
    const ask = async (text: string, values: readonly unknown[], isBegin: boolean): Promise<unknown> => {
      const name = this.#names.of(text, values.length)
      try {
        const result = await client.query({
          // One round trip: a text without parameters may have several statements.
          text: isBegin ? `${text}; ${this.#beginning}` : text,
          values: [...values],
          ...(name === undefined ? {} : { name }),
        })
        // The server answers the commit of a failed transaction with ROLLBACK instead of an error.
        if (text === 'commit' && result.command === 'ROLLBACK') throw aborted()
        return result
      } catch (error) {
        broken ||= this.#lost.has(client) || isConnectionFault(error)
        if (isStalePlan(error)) this.#names.stop()
        if (isDiskFull(error)) this.#diskFull()
        throw error
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => {
        client.release(broken || destroy === true)
        this.#workEnded()
      },
    }
  }
}
