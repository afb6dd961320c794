/**
 * A store in one embedded file: durable at every commit (WAL, `synchronous=FULL`), one writer at a time.
 * Decides the settings of the file; queries are Kysely's, waiting is the driver's.
 */
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql, type Transaction } from 'kysely'
import { claimRows } from '../claim.ts'
import { schemaDialect } from '../columns.ts'
import { closed, codeOf, StoreError, unavailable } from '../errors.ts'
import { runMigrations } from '../migrate.ts'
import { checkChannel, checkPayload } from '../notice.ts'
import type { PendingNotice, Scope } from '../scope.ts'
import type { Store, StoreOptions, Unlisten } from '../store.ts'
import { GroupCommit } from './group-commit.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { isBusy, uniqueIndexes } from './sqlite-errors.ts'
import { joinFile } from './sqlite-file.ts'

/** SQLite blocks the whole process while it waits, so it waits this long only; the driver repeats. */
const BLOCKING_WAIT_MS = 20

/** Work that is not done after so long will not be; closing undoes it. */
const DRAIN_MS = 30_000

/** The turn-taking is ours, not Kysely's: it spans every store on the file. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function configure(database: Sqlite.Database): void {
  database.defaultSafeIntegers(true)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
}

/** Opens the file, made with its folder if missing and wanted, readable by its owner alone. */
async function openFile(
  path: string | undefined,
  timeoutMs: number,
  mustExist: boolean,
): Promise<Sqlite.Database> {
  if (mustExist && path !== undefined && !existsSync(path))
    throw unavailable(`The store's file ${path} does not exist.`)
  const giveUpAt = performance.now() + timeoutMs
  let database: Sqlite.Database | undefined
  for (;;)
    try {
      if (path !== undefined && !mustExist) {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        closeSync(openSync(path, 'a', 0o600))
      }
      database ??= new Sqlite(path ?? ':memory:', {
        timeout: BLOCKING_WAIT_MS,
        fileMustExist: mustExist && path !== undefined,
      })
      configure(database)
      return database
    } catch (error) {
      // Whoever opens a new file first sets it up; the others come again.
      if (isBusy(error) && performance.now() < giveUpAt) {
        await pause(BLOCKING_WAIT_MS)
        continue
      }
      database?.close()
      const reason = codeOf(error) ?? 'unknown reason'
      throw unavailable(`The store's file ${path ?? ''} cannot be opened (${reason}).`, error)
    }
}

/** Throws if two unique indexes share their columns: an error could not tell which of them fired. */
function refuseAmbiguousIndexes(database: Sqlite.Database): void {
  const tables = database
    .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'table'`)
    .all()
  for (const { name } of tables) {
    const seen = new Map<string, string>()
    for (const index of uniqueIndexes(database, name)) {
      if (index.columns === undefined) continue
      const other = seen.get(index.columns)
      if (other !== undefined)
        throw new StoreError(
          'index-ambiguous',
          `The unique indexes ${other} and ${index.name} have the same columns; create them with dialect.uniqueIndex.`,
        )
      seen.set(index.columns, index.name)
    }
  }
}

/** Opens a store in a file, or in memory where `path` is undefined. */
export async function openSqlite<DB>(path: string | undefined, options: StoreOptions): Promise<Store<DB>> {
  const busyTimeoutMs = options.connectTimeoutMs ?? 3000
  const database = await openFile(path, busyTimeoutMs, options.mustExist ?? false)
  const { file, leave } = joinFile(path === undefined ? undefined : realpathSync(path))
  const clock = options.testClock ?? options.clock ?? Date.now
  const driver = new SqliteDriver({ database, file, busyTimeoutMs })
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new TurnTakingAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const commits = new GroupCommit(db, () => driver.failed, busyTimeoutMs)
  const removals = new Set<() => boolean>()
  let closing: Promise<void> | undefined
  const refuseClosed = (): void => {
    if (closing !== undefined) throw closed()
  }
  const tell = ({ channel, payload }: PendingNotice): void =>
    queueMicrotask(() => file.listeners.tell(channel, { type: 'notice', payload }))

  const transaction = async <Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> => {
    refuseClosed()
    file.scopes.refuseInside()
    const notices: PendingNotice[] = []
    const result = await commits.run((trx) => {
      const scope: Scope<unknown> = { open: true, trx, notices }
      return file.scopes.run(scope, () => work(trx))
    })
    for (const notice of notices) tell(notice)
    return result
  }

  return {
    engine: 'sqlite',
    db,
    transaction,
    migrate: (set) =>
      transaction(async (trx) => {
        await runMigrations(
          trx as unknown as Kysely<unknown>,
          schemaDialect('sqlite'),
          set,
          Math.trunc(clock()),
        )
        refuseAmbiguousIndexes(database)
      }),
    now: async () => Math.trunc(clock()),
    claimDue: (trx, request) => claimRows('sqlite', Math.trunc(clock()), trx, request),
    async notify(channel, payload) {
      checkChannel(channel)
      checkPayload(payload)
      refuseClosed()
      const scope = file.scopes.current()
      if (scope === undefined) tell({ channel, payload })
      else scope.notices.push({ channel, payload })
    },
    async listen(channel, handler): Promise<Unlisten> {
      checkChannel(channel)
      refuseClosed()
      const remove = file.listeners.add(channel, handler, options.log)
      removals.add(remove)
      return async () => {
        removals.delete(remove)
        remove()
      }
    },
    async ping() {
      refuseClosed()
      if (file.scopes.current() === undefined) await sql`select 1`.execute(db)
    },
    close() {
      closing ??= (async () => {
        for (const remove of removals) remove()
        await commits.close()
        const held = await file.acquire(DRAIN_MS).then(
          () => true,
          () => false,
        )
        database.close()
        if (held) file.release()
        leave()
      })()
      return closing
    },
  }
}
