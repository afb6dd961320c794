// A PostgreSQL primary with one standby, both under TLS. The primary can be killed and the standby promoted; a killed server
// returns as the standby of the other one.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeCertificates } from './certificate.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { until } from './until.ts'

/** The options of a replicated server. */
interface ReplicatedOptions {
  /** A folder for its files; the caller removes it. */
  readonly folder: string
  /** Whether a commit waits until the standby has applied it. */
  readonly synchronous: boolean
}

interface Side {
  readonly folder: string
  readonly port: number
  server: RunningPostgres | null
}

const STANDBY = 'other_side'
const LONG_MS = 60_000

/** Files of a running server that its copy must not have. */
const OWN_FILES = /\/(postmaster\.(pid|opts)|pg_replslot\/.*|standby\.signal|postgresql\.auto\.conf)$/

async function query(url: string, ...texts: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly object[] = []
    for (const text of texts) ({ rows } = await client.query<object>(text))
    return rows
  } finally {
    await client.end()
  }
}

export class ReplicatedPostgres {
  readonly #options: ReplicatedOptions
  readonly #sides: readonly [Side, Side]
  readonly #authority: string
  #primary: 0 | 1 = 0

  private constructor(options: ReplicatedOptions, sides: readonly [Side, Side]) {
    this.#options = options
    this.#sides = sides
    this.#authority = join(options.folder, 'authority.pem')
    const { authority, certificate, key } = makeCertificates()
    writeFileSync(this.#authority, authority)
    writeFileSync(join(options.folder, 'server.pem'), certificate)
    writeFileSync(join(options.folder, 'server.key'), key, { mode: 0o600 })
  }

  static async open(options: ReplicatedOptions): Promise<ReplicatedPostgres> {
    mkdirSync(options.folder, { recursive: true })
    const side = async (name: string): Promise<Side> => ({
      folder: join(options.folder, name),
      port: await freePort(),
      server: null,
    })
    const pair = new ReplicatedPostgres(options, [await side('one'), await side('two')])
    try {
      await pair.#start(0)
      await pair.rebuild()
      return pair
    } catch (error) {
      await pair.stop()
      throw error
    }
  }

  /** URL of a database with both servers, of which the store uses the one that accepts writes. */
  urlOf(database: string): string {
    const hosts = this.#sides.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgres://app@${hosts}/${database}?target_session_attrs=read-write&${this.#tls()}`
  }

  /** URL of a database on the present primary. */
  primaryUrl(database = 'postgres'): string {
    return this.#urlOn(this.#primary, database)
  }

  /** Kills the primary (`kill -9`), then promotes the standby. */
  async failOver(): Promise<void> {
    const dead = this.#sides[this.#primary]
    dead.server?.child.kill('SIGKILL')
    await dead.server?.stop()
    dead.server = null
    this.#primary = this.#primary === 0 ? 1 : 0
    await query(this.primaryUrl(), 'select pg_promote()')
  }

  /** Cuts the standby off, as a lost slot does: it stays up and gets nothing more. */
  async #detach(): Promise<void> {
    const standby = this.#urlOn(this.#primary === 0 ? 1 : 0, 'postgres')
    await query(standby, `alter system set primary_conninfo = ''`, 'select pg_reload_conf()')
    await until('the standby is cut off', async () => (await this.#standbys()) === 0, LONG_MS)
  }

  /** Makes commits wait for no standby and cuts it off: a fail-over then loses every later commit. */
  async becomeAsynchronous(): Promise<void> {
    await query(
      this.primaryUrl(),
      'alter system reset synchronous_standby_names',
      'alter system reset synchronous_commit',
      'select pg_reload_conf()',
    )
    await this.#detach()
  }

  /** Makes the other side a standby of the primary, from a copy of its files. */
  async rebuild(): Promise<void> {
    const [from, index] = [this.#sides[this.#primary], this.#primary === 0 ? 1 : 0] as const
    const to = this.#sides[index]
    rmSync(to.folder, { recursive: true, force: true })
    const client = new pg.Client({ connectionString: this.primaryUrl() })
    await client.connect()
    try {
      await client.query(`select pg_backup_start('copy', true)`)
      cpSync(from.folder, to.folder, { recursive: true, filter: (path) => !OWN_FILES.test(path) })
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      writeFileSync(join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
    writeFileSync(join(to.folder, 'standby.signal'), '')
    const upstream = `host=127.0.0.1 port=${from.port} user=app application_name=${STANDBY}`
    writeFileSync(join(to.folder, 'postgresql.auto.conf'), `primary_conninfo = '${upstream}'\n`)
    await this.#start(index)
    await until('the standby follows', async () => (await this.#standbys()) === 1, LONG_MS)
    if (this.#options.synchronous)
      await query(
        this.primaryUrl(),
        `alter system set synchronous_standby_names = '${STANDBY}'`,
        `alter system set synchronous_commit = 'remote_apply'`,
        'select pg_reload_conf()',
      )
  }

  async stop(): Promise<void> {
    for (const { server } of this.#sides) await server?.stop()
  }

  #tls(): string {
    return `sslmode=verify-full&sslrootcert=${this.#authority}`
  }

  #urlOn(index: 0 | 1, database: string): string {
    return `postgres://app@127.0.0.1:${this.#sides[index].port}/${database}?${this.#tls()}`
  }

  async #standbys(): Promise<number> {
    return (await query(this.primaryUrl(), `select 1 from pg_stat_replication where state = 'streaming'`))
      .length
  }

  async #start(index: 0 | 1): Promise<void> {
    const side = this.#sides[index]
    const { folder } = this.#options
    side.server = await startPostgres({
      folder: side.folder,
      port: side.port,
      settings: [
        'ssl=on',
        `ssl_cert_file=${join(folder, 'server.pem')}`,
        `ssl_key_file=${join(folder, 'server.key')}`,
        'wal_keep_size=256MB',
      ],
    })
  }
}
