/**
 * Runs migrations on PostgreSQL beside running programs. Decides who runs them (a lease in the set's row of
 * `tapboard_schema`, which needs no session and no advisory lock), how long a migration may wait for the lock of a
 * table, and how indexes are built and replaced without a lock against writes.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { createIndex, schemaDialect, type TableIndex } from '../columns.ts'
import { codeOf, StoreError, unavailable } from '../errors.ts'
import {
  addColumns,
  applyMigration,
  createOwnTables,
  indexesOf,
  isIndexMigration,
  readMissing,
  recordMigration,
  type IndexMigration,
  type Migration,
  type MigrationSet,
} from '../migrate.ts'

/** Duration of the lease; another process takes over this long after a migrating process died. */
const LEASE_MS = 15_000
const RENEW_MS = 3_000
const LOOK_MS = 200

/**
 * Longest wait for the lock of a table. All later statements on the table wait behind a waiting migration, so it
 * gives up and tries again.
 */
const TABLE_LOCK_MS = 500
const TABLE_LOCK_TRIES = 60
const TABLE_LOCK_PAUSE_MS = 1_000

const dialect = schemaDialect('postgres')

interface MigratePorts {
  /** Repeats work after a failure that a retry may resolve. */
  readonly retried: <Result>(once: () => Promise<Result>) => Promise<Result>
  /** The time of the server, or of a test. */
  readonly now: (executor: Kysely<unknown>) => Promise<number>
  readonly pause: (ms: number) => Promise<unknown>
}

/** The SQLSTATE of an error or of its cause. */
function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return codeOf(cause) ?? codeOf(error)
}

/** Whether the user of the database may not change its tables. */
const isForbidden = (error: unknown): boolean => /^(42501|3F000)$/.test(sqlStateOf(error) ?? '')

const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'

/** Whether another process created the same table at the same time. */
const isCreatedTwice = (error: unknown): boolean =>
  ['23505', '42P07', '42710'].includes(sqlStateOf(error) ?? '') ||
  (error instanceof StoreError && error.code === 'unique-violation')

/** Creates the tables of the store itself, also when several processes do it. */
async function prepare(db: Kysely<unknown>, { retried }: MigratePorts): Promise<void> {
  const create = (): Promise<void> =>
    retried(() => db.transaction().execute((trx) => createOwnTables(trx, dialect)))
  try {
    await create()
  } catch (error) {
    if (!isCreatedTwice(error)) throw error
    await create()
  }
}

/** A lease on the row of a set: at most one process migrates the set. */
class SetLock {
  readonly #db: Kysely<unknown>
  readonly #set: MigrationSet
  readonly #ports: MigratePorts
  readonly #owner = randomUUID()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Kysely<unknown>, set: MigrationSet, ports: MigratePorts) {
    this.#db = db
    this.#set = set
    this.#ports = ports
  }

  /** Takes or extends the lease; `false` while another process has it. */
  async #extend(): Promise<boolean> {
    const nowMs = await this.#ports.now(this.#db)
    const taken = sql`update tapboard_schema
      set lock_owner = ${this.#owner}, lock_until_ms = ${nowMs + LEASE_MS}
      where set_name = ${this.#set.name}
        and (lock_owner is null or lock_owner = ${this.#owner} or lock_until_ms < ${nowMs})`
    const { numAffectedRows } = await this.#ports.retried(() => taken.execute(this.#db))
    return numAffectedRows === 1n
  }

  /**
   * Waits for the lease, in short statements: a statement that waits has a snapshot, and an index build would wait
   * for it.
   */
  async take(): Promise<void> {
    const row = sql`insert into tapboard_schema (set_name, compatible_from) values (${this.#set.name}, 1)
      on conflict (set_name) do nothing`
    await this.#ports.retried(() => row.execute(this.#db))
    while (!(await this.#extend())) await this.#ports.pause(LOOK_MS)
    this.#timer = setInterval(() => void this.#extend().catch(() => {}), RENEW_MS)
  }

  /** Rejects if another process took over. Locks the row until the end of the transaction `trx`. */
  async confirm(trx: Kysely<unknown>): Promise<void> {
    const { rows } = await sql`select 1 from tapboard_schema
      where set_name = ${this.#set.name} and lock_owner = ${this.#owner} for update`.execute(trx)
    if (rows.length === 0) throw unavailable('Another process took over the migration.')
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    const ended = sql`update tapboard_schema set lock_owner = null, lock_until_ms = null
      where set_name = ${this.#set.name} and lock_owner = ${this.#owner}`
    await ended.execute(this.#db)
  }
}

/** A set that this process migrates. */
interface Migrating {
  readonly db: Kysely<unknown>
  readonly set: MigrationSet
  readonly lock: SetLock
  readonly ports: MigratePorts
}

/** Runs a part of a migration in a transaction, which waits a short time for the locks of tables and is repeated then. */
async function inTransaction(
  { db, lock, ports: { retried, pause } }: Migrating,
  name: string | undefined,
  work: (trx: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const once = (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(trx)
      await lock.confirm(trx)
      await work(trx)
    })
  for (let tries = 1; ; tries += 1)
    try {
      return await retried(once)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (tries === TABLE_LOCK_TRIES)
        throw unavailable(
          `The migration "${name}" waited too long for the lock of a table; end long transactions and try again.`,
          error,
        )
      await pause(TABLE_LOCK_PAUSE_MS)
    }
}

/** Applies migrations in one transaction. */
const applyTogether = (migrating: Migrating, migrations: readonly Migration[]): Promise<void> =>
  inTransaction(migrating, migrations[0]?.name, async (trx) => {
    for (const migration of migrations) {
      await applyMigration(trx, dialect, migration)
      await recordMigration(trx, migrating.set, migration, await migrating.ports.now(trx))
    }
  })

/** The name under which an index is built: one that replaces another gets its name when it is valid. */
const builtName = ({ name, replaces }: TableIndex): string => (replaces === true ? `${name}_next` : name)

/** Builds an index beside running writes. An invalid one is left by an interrupted build, and is removed first. */
async function buildIndex(db: Kysely<unknown>, index: TableIndex): Promise<void> {
  const name = builtName(index)
  const found = sql<{
    valid: boolean
  }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`
  const drop = sql`drop index concurrently if exists ${sql.ref(name)}`
  const { rows } = await found.execute(db)
  if (rows[0]?.valid === true) return
  if (rows.length > 0) await drop.execute(db)
  try {
    await createIndex('postgres', { ...index, name }, sql`concurrently `).execute(db)
  } catch (error) {
    await drop.execute(db).catch(() => {})
    throw error
  }
}

/** Gives an index the place and the name of the one that it replaces. */
async function replaceIndex(db: Kysely<unknown>, index: TableIndex): Promise<void> {
  if (index.replaces !== true) return
  await sql`drop index ${sql.ref(index.name)}`.execute(db)
  await sql`alter index ${sql.ref(builtName(index))} rename to ${sql.ref(index.name)}`.execute(db)
}

/** Applies a migration of indexes beside running writes; an interrupted one goes on where it ended. */
async function applyBesideWrites(migrating: Migrating, migration: IndexMigration): Promise<void> {
  const { db, set, ports } = migrating
  if (migration.columns !== undefined)
    await inTransaction(migrating, migration.name, (trx) => addColumns(trx, dialect, migration))
  for (const index of indexesOf(migration)) await ports.retried(() => buildIndex(db, index))
  await inTransaction(migrating, migration.name, async (trx) => {
    for (const index of indexesOf(migration)) await replaceIndex(trx, index)
    await recordMigration(trx, set, migration, await ports.now(trx))
  })
}

/** Whether a table of the migration has had rows, or an index of it exists: its build may take long. */
async function isLong(db: Kysely<unknown>, migration: Migration): Promise<boolean> {
  if (!isIndexMigration(migration)) return false
  const parts = indexesOf(migration).map(
    (index) =>
      sql`coalesce(pg_relation_size(to_regclass(${index.table})), 0) > 0 or to_regclass(${builtName(index)}) is not null`,
  )
  const { rows } = await sql<{ long: boolean }>`select ${sql.join(parts, sql` or `)} as long`.execute(db)
  return rows[0]?.long === true
}

/** Applies what is missing, in the order of the versions. Indexes of new and empty tables are built with them. */
async function applyMissing(migrating: Migrating): Promise<void> {
  const { db, set, ports } = migrating
  for (;;) {
    const { migrations } = await ports.retried(() => readMissing(db, dialect, set))
    if (migrations.length === 0) return
    const together: Migration[] = []
    for (const migration of migrations) {
      if (await ports.retried(() => isLong(db, migration))) break
      together.push(migration)
    }
    const [first] = migrations
    if (together.length > 0) await applyTogether(migrating, together)
    else if (first !== undefined && isIndexMigration(first)) await applyBesideWrites(migrating, first)
  }
}

/** Applies the missing migrations of a set. `db` has two connections without a statement timeout. */
export async function migratePostgres(
  db: Kysely<unknown>,
  set: MigrationSet,
  ports: MigratePorts,
): Promise<void> {
  try {
    await prepare(db, ports)
    const lock = new SetLock(db, set, ports)
    await lock.take()
    try {
      await applyMissing({ db, set, lock, ports })
    } finally {
      await lock.release().catch(() => {})
    }
  } catch (error) {
    if (!isForbidden(error)) throw error
    const { migrations } = await readMissing(db, dialect, set)
    throw new StoreError(
      'migration-needed',
      `The database holds version ${set.migrations.length - migrations.length} of the "${set.name}" tables, this program ` +
        `needs version ${set.migrations.length}, and the user of the store URL may not change tables; run the command ` +
        `"migrate" of this program once, with a user who may.`,
      { cause: error },
    )
  }
}
