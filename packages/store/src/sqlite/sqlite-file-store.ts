/**
 * A store in an embedded file: durable at every commit (WAL, `synchronous=FULL`), one writer at a time.
 * Decides the file's settings; `sqlite-store.ts` implements the store.
 */
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { codeOf, unavailable } from '../errors.ts'
import type { Store, StoreOptions } from '../store.ts'
import { isBusy } from './sqlite-errors.ts'
import { joinFile } from './sqlite-file.ts'
import type { SqlitePackage } from './sqlite-package.ts'
import { BUSY_TIMEOUT_MS, storeOn } from './sqlite-store.ts'

/** SQLite blocks the process while it waits, so this wait is short and the driver retries. */
const BLOCKING_WAIT_MS = 20

function configure(database: Sqlite.Database): void {
  database.defaultSafeIntegers(true)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  // What is deleted is overwritten: drafts and regulated values end with their row, not when their page is used again.
  database.pragma('secure_delete = ON')
}

/** Opens the file; creates it with its folder unless `mustExist`, readable by its owner only. */
async function openFile(
  sqlite: SqlitePackage,
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
      database ??= new sqlite(path ?? ':memory:', {
        timeout: BLOCKING_WAIT_MS,
        fileMustExist: mustExist && path !== undefined,
      })
      configure(database)
      return database
    } catch (error) {
      // Another process configures the new file; retry.
      if (isBusy(error) && performance.now() < giveUpAt) {
        await pause(BLOCKING_WAIT_MS)
        continue
      }
      database?.close()
      const reason = codeOf(error) ?? 'unknown reason'
      throw unavailable(`The store's file ${path ?? ''} cannot be opened (${reason}).`, error)
    }
}

/** Opens a store in a file, or in memory when `path` is undefined. */
export async function openSqlite<DB>(
  sqlite: SqlitePackage,
  path: string | undefined,
  options: StoreOptions,
): Promise<Store<DB>> {
  const busyTimeoutMs = options.connectTimeoutMs ?? BUSY_TIMEOUT_MS
  const database = await openFile(sqlite, path, busyTimeoutMs, options.mustExist ?? false)
  const joined = joinFile(path === undefined ? undefined : realpathSync(path))
  return storeOn<DB>({ database, ...joined, durable: path !== undefined }, options)
}
