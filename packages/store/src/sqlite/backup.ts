/**
 * Copies of an embedded file: made beside running programs, verified before they get their name, kept in a limited
 * number, and put back where no file is. Published as `@tapboard/store/backup`.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf, StoreError } from '../errors.ts'
import { parseStoreUrl } from '../engines/url.ts'
import { importSqlite } from './sqlite-package.ts'

/** A copy to be made. */
export interface BackupRequest {
  /** URL of the store; programs may be writing to it. */
  readonly url: string
  /** A new file, or an existing folder, in which the copy is named after the store and the time. */
  readonly target: string
  /** The number of copies that remain, the newest; `target` must then be a folder. Default: all. */
  readonly keep?: number
  /** Verifies the copy at this URL; a rejection discards the copy. */
  readonly verify: (url: string) => Promise<void>
  /** Time of the copy, integer ms since 1970. */
  readonly nowMs: number
}

/** A copy that was made. */
export interface Backup {
  /** The absolute path of the copy. */
  readonly path: string
  /** Absolute paths of older copies that were removed. */
  readonly removed: readonly string[]
}

/** A copy to be put back. */
export interface RestoreRequest {
  /** URL of the store; its file must not exist. */
  readonly url: string
  /** The copy; it is read only. */
  readonly file: string
  /** Prepares the restored database at this URL before it gets its name; a rejection discards it. */
  readonly prepare: (url: string) => Promise<void>
}

const refused = (message: string, cause?: unknown): StoreError =>
  new StoreError('backup-refused', message, { cause })

const SERVER =
  'This command copies an embedded file. Copy PostgreSQL with its own tools: pg_dump, or base backups with archived WAL.'

/** Files beside a database that belong to it. */
const SIDE_FILES = ['-wal', '-shm', '-journal']

/** The path of a store's file. */
function fileOf(url: string): string {
  const location = parseStoreUrl(url)
  if (location.engine === 'postgres') throw refused(SERVER)
  if (location.path === undefined) throw refused('A store in memory has no file to copy.')
  return location.path
}

/** Writes a file or folder through to the disk. Windows cannot open folders. */
function sync(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (!/^(EISDIR|EPERM|EACCES|EINVAL)$/.test(codeOf(error) ?? '')) throw error
  }
}

function removeWithSideFiles(path: string): void {
  for (const ending of ['', ...SIDE_FILES]) rmSync(`${path}${ending}`, { force: true })
}

/** Gives a finished file its name. Rejects if the name is taken. */
function publish(from: string, to: string): void {
  sync(from)
  try {
    linkSync(from, to)
    unlinkSync(from)
  } catch (error) {
    if (existsSync(to)) throw refused(`${to} exists already; nothing was overwritten.`, error)
    renameSync(from, to)
  }
  sync(dirname(to))
}

/** Rejects a damaged database, and makes one file of it and its side files. */
async function checkDatabase(path: string): Promise<void> {
  const sqlite = await importSqlite()
  const database = new sqlite(path, { fileMustExist: true })
  try {
    const found = database.pragma('integrity_check(3)') as readonly { readonly integrity_check: string }[]
    if (found[0]?.integrity_check !== 'ok') throw refused(`The copy ${path} is damaged; use another one.`)
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw refused(`${path} is no intact SQLite database (${codeOf(error) ?? 'unreadable'}).`, error)
  } finally {
    database.close()
  }
}

/** Copies all pages of one moment. One step: a writer between two steps would make SQLite begin again. */
async function copyPages(from: string, to: string): Promise<void> {
  const sqlite = await importSqlite()
  const database = new sqlite(from, { fileMustExist: true, timeout: 5_000 })
  try {
    await database.backup(to, { progress: () => 0x7f_ff_ff_ff })
  } finally {
    database.close()
  }
}

/**
 * Writes a database under a name of its own, checks it before and after `work`, and gives it the name `path`. An unfinished file does
 * not stay.
 */
async function writeChecked(
  path: string,
  write: (partial: string) => Promise<void> | void,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const partial = `${path}.${process.pid}.partial`
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await write(partial)
    await checkDatabase(partial)
    await work(pathToFileURL(partial).href)
    await checkDatabase(partial)
    publish(partial, path)
  } finally {
    removeWithSideFiles(partial)
  }
}

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(':', '-')

/** Matches the names of copies of a store. */
const STAMP = /-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/

/** Removes the oldest copies of a store in a folder. */
function removeOld(folder: string, prefix: string, keep: number): string[] {
  const copies = readdirSync(folder).filter((name) => STAMP.test(name) && name.replace(STAMP, '') === prefix)
  const old = copies.toSorted().slice(0, Math.max(copies.length - keep, 0))
  return old.map((name) => {
    const path = join(folder, name)
    rmSync(path)
    return path
  })
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** The path of a new copy. Throws if it is taken, or if a folder is missing: a timer would else copy once, into a file of its name. */
function placeOf({ target, keep, nowMs }: BackupRequest, prefix: string): string {
  const whole = resolve(target)
  if (isFolder(whole)) {
    const path = join(whole, `${prefix}-${stampOf(nowMs)}.db`)
    if (existsSync(path)) throw refused(`${path} exists already; nothing was overwritten.`)
    return path
  }
  if (existsSync(whole))
    throw refused(
      keep === undefined
        ? `${whole} exists already; nothing was overwritten.`
        : `${whole} is a file; --keep needs a folder.`,
    )
  const folder = keep === undefined ? dirname(whole) : whole
  if (!isFolder(folder)) throw refused(`The folder ${folder} does not exist; create it first.`)
  return whole
}

/**
 * Makes a verified copy of an embedded file, readable by its owner only. Rejects with `backup-refused` if the target
 * exists, is no folder although `keep` is given, or the copy is damaged, and with the rejection of `verify`.
 */
export async function backupStore(request: BackupRequest): Promise<Backup> {
  const { url, keep, verify } = request
  const from = fileOf(url)
  if (!existsSync(from)) throw refused(`The store's file ${from} does not exist.`)
  const prefix = basename(from, extname(from))
  const path = placeOf(request, prefix)
  await writeChecked(path, (partial) => copyPages(from, partial), verify)
  return { path, removed: keep === undefined ? [] : removeOld(dirname(path), prefix, keep) }
}

/**
 * Puts a copy where the file of a store was. Rejects with `backup-refused` if a file is there, or if the copy is
 * damaged or in use, and with the rejection of `prepare`. The copy stays as it is.
 */
export async function restoreStore({ url, file, prepare }: RestoreRequest): Promise<void> {
  const to = fileOf(url)
  if (!existsSync(file)) throw refused(`The copy ${file} does not exist.`)
  for (const ending of ['', ...SIDE_FILES])
    if (existsSync(`${to}${ending}`))
      throw refused(
        `${to}${ending} exists; nothing was overwritten. Stop all programs on the store, then move this file away.`,
      )
  if (SIDE_FILES.some((ending) => existsSync(`${file}${ending}`)))
    throw refused(`${file} is in use or no finished copy: a file beside it has its latest changes.`)
  await writeChecked(to, (partial) => copyFileSync(realpathSync(file), partial), prepare)
}
