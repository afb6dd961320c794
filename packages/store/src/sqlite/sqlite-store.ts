/**
 * A store on one connection of SQLite: transactions in turn, grouped under one commit; migrations; notices. Where the connection
 * comes from (a file, memory) is its maker's part; queries are Kysely's, waiting is the driver's.
 */
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql, type Transaction } from 'kysely'
import { claimRows } from '../claim.ts'
import { schemaDialect } from '../columns.ts'
import { closed, StoreError } from '../errors.ts'
import { runMigrations } from '../migrate.ts'
import { checkChannel, checkPayload } from '../notice.ts'
import { createProbe } from '../probe.ts'
import type { PendingNotice, Scope } from '../scope.ts'
import type { Store, StoreOptions, Unlisten } from '../store.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { uniqueIndexes } from './sqlite-errors.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { writeFiller } from './sqlite-probe.ts'

/** Work that is not done after so long will not be; closing undoes it. */
const DRAIN_MS = 30_000

/** The turn-taking is ours, not Kysely's: it spans every store on the file. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Throws if two unique indexes share their columns: an error could not tell which of them fired. */
function refuseAmbiguousIndexes(database: SqliteDatabase): void {
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all() as {
    name: string
  }[]
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

/** A connection that is set up, and who else uses its file. */
export interface SqlitePlace {
  readonly database: SqliteDatabase
  readonly file: SqliteFile
  /** Is it on a disk? */
  readonly durable: boolean
  /** Called once, when the store has closed its connection. */
  readonly leave: () => void
}

/** Longest wait for a turn where the options name none. */
export const BUSY_TIMEOUT_MS = 3000

/** The store of a connection; closing it closes the connection. */
export function storeOn<DB>(
  { database, file, durable, leave }: SqlitePlace,
  options: StoreOptions,
): Store<DB> {
  const busyTimeoutMs = options.connectTimeoutMs ?? BUSY_TIMEOUT_MS
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

  const ping = async (): Promise<void> => {
    refuseClosed()
    if (file.scopes.current() === undefined) await sql`select 1`.execute(db)
  }
  const write = async (): Promise<void> => {
    refuseClosed()
    await writeFiller(db as unknown as Kysely<unknown>, Math.trunc(clock()))
  }

  return {
    engine: 'sqlite',
    durable,
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
    ping,
    probe: durable ? createProbe({ write }) : ping,
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
