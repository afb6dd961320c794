// PgBouncer in front of a PostgreSQL server, with its default configuration except for the addresses and the mode.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tapboard/server/testing/ports'

interface Pooler {
  /** Host and port of the pooler, for a store URL. */
  readonly address: string
  stop(): Promise<void>
}

/** Server connections of the pooler: one for each session, or fewer than the connections of its clients. */
const POOL_SIZES = { session: 60, transaction: 5 } as const

/** Starts a pooler that holds a server connection for a session or for a transaction. */
export async function startPooler(
  program: string,
  serverUrl: string,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-pooler-'))
  const port = await freePort()
  const { hostname, port: serverPort, username } = new URL(serverUrl)
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: mode,
    default_pool_size: POOL_SIZES[mode],
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    file,
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const child = spawn(
    isRoot ? 'unshare' : program,
    isRoot ? ['-U', '--map-user=65534', '--map-group=65534', program, file] : [file],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the pooler ended: ${output}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('process up')) resolve()
    })
  })
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      process.off('exit', kill)
      kill()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
