/**
 * Connects to the servers of a store URL in order. New connections go to the server that accepted the last one; a server that
 * fails, or that accepts no writes, is left for the next one. No connection is returned before it is verified.
 */
import type pg from 'pg'
import { unavailable } from '../errors.ts'
import type { PostgresPackage } from './postgres-package.ts'
import { retried } from './postgres-retry.ts'
import type { PostgresServers } from './postgres-url.ts'

/** `transaction_read_only` is also `on` on a standby. */
const WRITABLE = `select current_setting('transaction_read_only') as read_only`

async function verifyWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ read_only: string }>(WRITABLE)
  if (rows[0]?.read_only === 'off') return
  throw unavailable('No server of the store URL that answers accepts writes.')
}

/** Creates clients, each for the server that is preferred at that moment. `settings` are statements for each new connection. */
export class Servers {
  /** Number of servers: attempts after which each was tried. */
  readonly size: number
  readonly #Client: new (config: pg.ClientConfig, index: number) => pg.Client
  readonly #configs: readonly pg.ClientConfig[]
  #preferred = 0

  constructor(
    postgres: PostgresPackage,
    { connectionStrings, target }: Pick<PostgresServers, 'connectionStrings' | 'target'>,
    configOf: (connectionString: string) => pg.ClientConfig,
    settings = '',
  ) {
    this.#configs = connectionStrings.map(configOf)
    this.size = this.#configs.length
    const failed = (index: number): void => {
      if (this.#preferred === index) this.#preferred = (index + 1) % this.size
    }
    this.#Client = class extends postgres.Client {
      readonly #index: number

      constructor(config: pg.ClientConfig, index: number) {
        super(config)
        this.#index = index
      }

      /** Connects and verifies the server; `pg.Pool` passes a callback. */
      override connect(): Promise<this>
      override connect(report: (error: Error) => void): void
      override connect(report?: (error: Error) => void): unknown {
        const connected = this.#connectVerified()
        if (report === undefined) return connected
        connected.then(() => undefined).then(report as () => void, report)
        return undefined
      }

      async #connectVerified(): Promise<this> {
        // An error of the connection between its start and the verified answer has no other listener.
        const ignore = (): void => {}
        this.on('error', ignore)
        try {
          await super.connect()
          if (settings !== '') await retried(() => super.query(settings))
          if (target === 'read-write') await retried(() => verifyWritable(this))
          return this
        } catch (error) {
          failed(this.#index)
          super.end().catch(() => {})
          throw error
        } finally {
          this.off('error', ignore)
        }
      }
    }
  }

  /** A client for the preferred server. */
  newClient(): pg.Client {
    return new this.#Client(this.#configs[this.#preferred] ?? {}, this.#preferred)
  }

  /** A class for `pg.Pool`, which creates its clients by `new`. */
  clientClass(): new () => pg.Client {
    const create = (): pg.Client => this.newClient()
    return class {
      constructor() {
        return create()
      }
    } as new () => pg.Client
  }
}
