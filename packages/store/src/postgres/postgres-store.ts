/**
 * A store on a PostgreSQL server or cluster, shared by any number of instances. Decides isolation (read
 * committed) and retries (deadlocks and serialization failures).
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from 'kysely'
import { claimRows } from '../claim.ts'
import { schemaDialect } from '../columns.ts'
import { closed } from '../errors.ts'
import { isComplete, namesOf, readMissing, type Missing, type MigrationSet } from '../migrate.ts'
import { checkChannel, checkPayload } from '../notice.ts'
import { createProbe } from '../probe.ts'
import { Scopes, type PendingNotice } from '../scope.ts'
import type { Store, StoreOptions } from '../store.ts'
import { listenTransport, PollTransport } from './notice-transport.ts'
import { PortNotices } from '../port-notices.ts'
import { PostgresNotices } from './postgres-notices.ts'
import { migratePostgres } from './postgres-migrate.ts'
import type { PostgresPackage } from './postgres-package.ts'
import { clientConfig, createPool, serverLimits, settingsOf, type DrainingPool } from './postgres-pool.ts'
import { PostgresProbe } from './postgres-probe.ts'
import { MIGRATIONS, retried } from './postgres-retry.ts'
import { Servers } from './postgres-servers.ts'
import type { PostgresServers } from './postgres-url.ts'
import { SERVER_TIME } from './server-time.ts'

const CONNECTIONS_MAX = 200

function kyselyOver<DB>(pool: DrainingPool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** The time of the server, or of a test. */
async function timeOf(executor: Kysely<unknown>, { testClock }: StoreOptions): Promise<number> {
  if (testClock !== undefined) return Math.trunc(testClock())
  const { rows } = await sql.raw<{ now_ms: number }>(SERVER_TIME).execute(executor)
  return rows[0]?.now_ms ?? Number.NaN
}

/** `notify` and `listen` of a store. */
const wakeups = (
  notices: PostgresNotices | PortNotices,
  scopes: Scopes<unknown>,
  rejectIfClosed: () => void,
): Pick<Store<unknown>, 'notify' | 'listen'> => ({
  async notify(channel, payload) {
    checkChannel(channel)
    checkPayload(payload)
    rejectIfClosed()
    const scope = scopes.current()
    if (scope === undefined) notices.send([{ channel, payload }])
    else scope.notices.push({ channel, payload })
  },
  async listen(channel, handler) {
    checkChannel(channel)
    rejectIfClosed()
    return notices.listen(channel, handler)
  },
})

/** `migrate` and `missing` of a store. `openOwn` opens two connections: for a long statement, and to renew the lock. */
const migrationsOf = (
  here: () => Kysely<unknown>,
  openOwn: () => Kysely<unknown>,
  options: StoreOptions,
): Pick<Store<unknown>, 'migrate' | 'missing'> => {
  const missing = (set: MigrationSet): Promise<Missing> =>
    retried(() => readMissing(here(), schemaDialect('postgres'), set))
  return {
    missing: async (set) => namesOf(await missing(set)),
    async migrate(set) {
      if (isComplete(await missing(set))) return
      const own = openOwn()
      try {
        await migratePostgres(own, set, {
          retried: (once) => retried(once, MIGRATIONS),
          now: (executor) => timeOf(executor, options),
          pause,
        })
      } finally {
        await own.destroy()
      }
    },
  }
}

async function disconnect(
  prober: PostgresProbe,
  notices: PostgresNotices | PortNotices,
  pool: DrainingPool,
): Promise<void> {
  prober.close()
  await pool.end()
  await notices.close()
}

/** The servers for each kind of connection: of the application, of a migration, and for notices, which pass no pooler. */
function connectionsTo(postgres: PostgresPackage, location: PostgresServers, options: StoreOptions) {
  const { pooler, direct } = location
  const limits = serverLimits(options)
  const plain = (url: string) =>
    clientConfig(postgres, url, options, { limits: pooler === 'none' ? limits : null, isLimited: true })
  const settings = pooler === 'session' ? settingsOf(limits, 'session') : ''
  const servers = new Servers(postgres, location, plain, settings)
  const past = (url: string) => clientConfig(postgres, url, options, { limits, isLimited: true })
  return {
    servers,
    unlimited: () =>
      new Servers(postgres, location, (url) =>
        clientConfig(postgres, url, options, { limits: null, isLimited: false }),
      ),
    forNotices:
      direct === null
        ? servers
        : new Servers(postgres, { connectionStrings: direct, target: location.target }, past),
    perTransaction: pooler === 'transaction' ? { settings: settingsOf(limits, 'local') } : undefined,
  }
}

/** Opens a store on the first usable server; throws `store-unavailable` if none answers. */
export async function openPostgres<DB>(
  postgres: PostgresPackage,
  location: PostgresServers,
  options: StoreOptions,
): Promise<Store<DB>> {
  const { log } = options
  const scopes = new Scopes<unknown>()
  const { servers, unlimited, forNotices, perTransaction } = connectionsTo(postgres, location, options)
  const max = Math.min(Math.max(Math.trunc(options.maxConnections ?? 10), 1), CONNECTIONS_MAX)
  const prober = new PostgresProbe(() => servers.newClient())
  const diskFull = (): void => prober.noteFullDisk()
  const pool = createPool(postgres, servers, max, { scopes, options, perTransaction, diskFull })
  const db = kyselyOver<DB>(pool)
  const notices = options.notices
    ? new PortNotices(options.notices, log)
    : new PostgresNotices(
        () => forNotices.newClient(),
        log,
        location.notices === 'poll' ? (receive) => new PollTransport(receive) : listenTransport,
      )
  let closing: Promise<void> | undefined
  const rejectIfClosed = (): void => {
    if (closing !== undefined) throw closed()
  }
  /** The caller's transaction, or the pool. */
  const here = (): Kysely<unknown> => (scopes.current()?.trx ?? db) as Kysely<unknown>

  const once = async <Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> => {
    const pending: PendingNotice[] = []
    const result = await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((trx) => scopes.run({ open: true, trx, notices: pending }, () => work(trx)))
    notices.send(pending)
    return result
  }

  const openOwn = (): Kysely<unknown> =>
    kyselyOver<unknown>(
      createPool(postgres, unlimited(), 2, {
        scopes,
        options,
        perTransaction: location.pooler === 'transaction' ? { settings: '' } : undefined,
      }),
    )
  const ping = async (): Promise<void> => {
    await sql`select 1`.execute(here())
  }

  const store: Store<DB> = {
    engine: 'postgres',
    durable: true,
    db,
    async transaction(work) {
      rejectIfClosed()
      return retried(() => once(work))
    },
    ...migrationsOf(here, openOwn, options),
    now: () => timeOf(here(), options),
    claimDue: async (trx, request) => {
      const nowMs = await timeOf(trx as unknown as Kysely<unknown>, options)
      return claimRows('postgres', nowMs, trx, request)
    },
    ...wakeups(notices, scopes, rejectIfClosed),
    ping,
    connections: () => ({ ...pool.counts(), ...notices.counts() }),
    probe: createProbe({ write: () => prober.write(), abandon: () => prober.abandon() }),
    close() {
      closing ??= disconnect(prober, notices, pool)
      return closing
    },
  }
  try {
    await ping()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
