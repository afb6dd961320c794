/**
 * A store on one SQLite connection: grouped transactions, migrations, notices. The caller opens the connection
 * (file or memory).
 */
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql, type Transaction } from 'kysely'
import { claimRows } from '../claim.ts'
import { schemaDialect } from '../columns.ts'
import { closed, StoreError } from '../errors.ts'
import {
  isComplete,
  namesOf,
  readMissing,
  runMigrations,
  type Missing,
  type MigrationSet,
} from '../migrate.ts'
import { checkChannel, checkPayload } from '../notice.ts'
import { createProbe } from '../probe.ts'
import type { PendingNotice, Scope } from '../scope.ts'
import type { WakeupHandler } from '../shared-types.ts'
import type { Store, StoreOptions, Unlisten } from '../store.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { uniqueIndexes } from './sqlite-errors.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { writeFiller } from './sqlite-probe.ts'

const DIALECT = schemaDialect('sqlite')

/** Longest wait for running work; after it, closing rolls the work back. */
const DRAIN_MS = 30_000

/** `SqliteFile` holds the lock instead of Kysely, because it covers every store on the file. */
class FileLockAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Throws if two unique indexes have the same columns: an error could not tell them apart. */
function rejectAmbiguousIndexes(database: SqliteDatabase): void {
  const seen = new Map<string, string>()
  for (const { name, columns } of uniqueIndexes(database, null)) {
    if (columns === undefined) continue
    const other = seen.get(columns)
    if (other !== undefined)
      throw new StoreError(
        'index-ambiguous',
        `The unique indexes ${other} and ${name} have the same columns; create them with dialect.uniqueIndex.`,
      )
    seen.set(columns, name)
  }
}

/** A configured connection with the shared state of its file. */
interface SqliteHandle {
  readonly database: SqliteDatabase
  readonly file: SqliteFile
  /** Whether the database is a file on disk. */
  readonly durable: boolean
  /** Called once, after the store closed its connection. */
  readonly leave: () => void
}

/** Default timeout for the lock. */
export const BUSY_TIMEOUT_MS = 3000

/** The notices of one store: sent to every store of the file in this process, after the commit. */
function createNotices(file: SqliteFile, options: StoreOptions, rejectIfClosed: () => void) {
  const removals = new Set<() => boolean>()
  const send = ({ channel, payload }: PendingNotice): void =>
    queueMicrotask(() => file.listeners.dispatch(channel, { type: 'notice', payload }))
  return {
    send,
    async notify(channel: string, payload: string): Promise<void> {
      checkChannel(channel)
      checkPayload(payload)
      rejectIfClosed()
      const scope = file.scopes.current()
      if (scope === undefined) send({ channel, payload })
      else scope.notices.push({ channel, payload })
    },
    async listen(channel: string, handler: WakeupHandler): Promise<Unlisten> {
      checkChannel(channel)
      rejectIfClosed()
      const remove = file.listeners.add(channel, handler, options.log)
      removals.add(remove)
      return async () => {
        removals.delete(remove)
        remove()
      }
    },
    /** Removes every listener of this store. */
    close(): void {
      for (const remove of removals) remove()
    },
  }
}

/** Closes the connection after running work. */
async function closeFile(
  { database, file, leave }: SqliteHandle,
  endWork: () => Promise<void>,
): Promise<void> {
  await endWork()
  const held = await file.acquire(DRAIN_MS).then(
    () => true,
    () => false,
  )
  database.close()
  if (held) file.release()
  leave()
}

/** Creates a store on a connection; closing the store closes the connection. */
export function storeOn<DB>(handle: SqliteHandle, options: StoreOptions): Store<DB> {
  const { database, file, durable } = handle
  const busyTimeoutMs = options.connectTimeoutMs ?? BUSY_TIMEOUT_MS
  const clock = options.testClock ?? options.clock ?? Date.now
  const driver = new SqliteDriver({ database, file, busyTimeoutMs })
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new FileLockAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const commits = new GroupCommit(db, () => driver.failed, busyTimeoutMs)
  let closing: Promise<void> | undefined
  const rejectIfClosed = (): void => {
    if (closing !== undefined) throw closed()
  }
  const notices = createNotices(file, options, rejectIfClosed)

  const transaction = async <Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> => {
    rejectIfClosed()
    file.scopes.refuseInside()
    const pending: PendingNotice[] = []
    const result = await commits.run((trx) => {
      const scope: Scope<unknown> = { open: true, trx, notices: pending }
      return file.scopes.run(scope, () => work(trx))
    })
    for (const notice of pending) notices.send(notice)
    return result
  }

  const ping = async (): Promise<void> => {
    rejectIfClosed()
    if (file.scopes.current() === undefined) await sql`select 1`.execute(db)
  }
  const missing = async (set: MigrationSet): Promise<Missing> => {
    rejectIfClosed()
    return readMissing(db as unknown as Kysely<unknown>, DIALECT, set)
  }
  const write = async (): Promise<void> => {
    rejectIfClosed()
    await writeFiller(db as unknown as Kysely<unknown>, Math.trunc(clock()))
  }

  return {
    engine: 'sqlite',
    durable,
    db,
    transaction,
    missing: async (set) => namesOf(await missing(set)),
    async migrate(set) {
      if (isComplete(await missing(set))) return
      await transaction(async (trx) => {
        await runMigrations(trx as unknown as Kysely<unknown>, DIALECT, set, Math.trunc(clock()))
        rejectAmbiguousIndexes(database)
      })
    },
    now: async () => Math.trunc(clock()),
    claimDue: (trx, request) => claimRows('sqlite', Math.trunc(clock()), trx, request),
    notify: notices.notify,
    listen: notices.listen,
    ping,
    connections: () => null,
    probe: durable ? createProbe({ write }) : ping,
    close() {
      closing ??= closeFile(handle, async () => {
        notices.close()
        await commits.close()
      })
      return closing
    },
  }
}
