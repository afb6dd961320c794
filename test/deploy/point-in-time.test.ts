// D-172: the commands of the page "Backups" about a restore of PostgreSQL to any moment, in their order on a server of this machine: a base
// backup, sales, a moment, more sales, a lost disk. The restored ledger is that of the moment, and charges none of the later orders again.
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { freePort } from '@tapboard/server/testing/ports'
import { seeded } from '../bench/common/order.ts'
import { openBooks } from '../kit/books.ts'
import { commandEnvironment, openFleet, type Fleet } from '../kit/fleet.ts'
import { query } from '../kit/postgres.ts'
import { launch, ROOT, untilEnded } from '../kit/process.ts'
import { visit } from '../kit/shopper.ts'
import { until } from '../kit/until.ts'

const LONG_MS = 60_000
const PROGRAMS: Readonly<Record<string, string>> = {
  tapboard: 'packages/bff/src/tapboard.ts',
  'tapboard-bff': 'packages/bff/src/main.ts',
}

/** The programs of PostgreSQL's newest version here: its wrappers on the PATH do not start a server. */
const INSTALLED = '/usr/lib/postgresql'
const version = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted().at(-1) : undefined
const programs = join(INSTALLED, version ?? 'none', 'bin')
const isHere = ['initdb', 'postgres', 'pg_basebackup', 'pg_verifybackup', 'psql'].every((name) =>
  existsSync(join(programs, name)),
)

/** The commands of the section, one text for each block. */
function blocksOfPage(): readonly string[] {
  const page = readFileSync(join(ROOT, 'demo/docs/pages/backups.md'), 'utf8')
  const [, section = ''] = /\n## PostgreSQL at any moment\n([^]*?)\n## /.exec(page) ?? []
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
}

/** A server of the distribution, which refuses root: it and the commands run in a user namespace then. */
class Machine {
  readonly folder: string
  readonly data: string
  readonly port: number
  #server: ChildProcess | undefined

  constructor(folder: string, port: number) {
    this.folder = folder
    this.data = join(folder, 'data')
    this.port = port
  }

  urlOf(database: string): string {
    return `postgres://app@127.0.0.1:${this.port}/${database}`
  }

  #command(program: string, args: readonly string[]): [string, string[]] {
    if (process.getuid?.() !== 0) return [program, [...args]]
    return ['unshare', ['-U', '--map-user=65534', '--map-group=65534', program, ...args]]
  }

  /** Runs a script with the variables of the page; the folder of the backups is one of this test. */
  shell(script: string, variables: Readonly<Record<string, string>> = {}): string {
    const text = script.replaceAll('/backups', join(this.folder, 'backups'))
    const [file, args] = this.#command('sh', ['-euc', text])
    return execFileSync(file, args, {
      encoding: 'utf8',
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        ADMIN_URL: this.urlOf('postgres'),
        PGDATA: this.data,
        ...variables,
      },
    })
  }

  async start(): Promise<void> {
    const args = [
      '-D',
      this.data,
      '-p',
      String(this.port),
      ...['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => ['-c', one]),
    ]
    this.#server = spawn(...this.#command(join(programs, 'postgres'), args), { stdio: 'ignore' })
    const isUp = (): Promise<boolean> =>
      query(this.urlOf('postgres'), 'select 1').then(
        () => true,
        () => false,
      )
    await until('the server answers', isUp, LONG_MS)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
}

async function openMachine(context: TestContext): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-moment-'))
  const machine = new Machine(folder, await freePort())
  context.after(async () => {
    await machine.end('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(join(folder, 'backups'))
  machine.shell(`initdb -D "$PGDATA" -U app -A trust --no-locale -E UTF8 > "$PGDATA.log"`)
  await machine.start()
  await query(machine.urlOf('postgres'), 'create database ledger template template0')
  return machine
}

/** The last moment before now, to the microsecond. */
async function momentOf(machine: Machine): Promise<string> {
  const [row] = await query<{ now: string }>(
    machine.urlOf('postgres'),
    `select clock_timestamp()::text as now`,
  )
  return row?.now ?? ''
}

/** Closes the present file of the WAL, which the server does within a minute, and waits until it is archived. */
async function archived(machine: Machine): Promise<void> {
  const url = machine.urlOf('postgres')
  const [closed] = await query<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until(
    'the WAL is archived',
    async () => existsSync(join(machine.folder, 'backups/wal', closed?.file ?? '')),
    LONG_MS,
  )
}

async function runProgram(
  fleet: Fleet,
  line: string,
): Promise<{ readonly code: number | NodeJS.Signals; readonly output: string }> {
  const [, program = '', ...args] = line.replace(/ +#.*/, '').split(' ')
  const { child, output } = launch({
    file: PROGRAMS[program] ?? '',
    args,
    environment: commandEnvironment(fleet),
  })
  const code = await untilEnded(child)
  return { code, output: output() }
}

test('the programs of PostgreSQL are on this machine where all tests run', () => {
  assert.ok(isHere || process.env['CI'] !== 'true', 'install postgresql and postgresql-client')
})

if (!isHere) console.log('note: PostgreSQL is not installed here; a restore to a moment is not tested')
else
  test('D-172 the commands of the page restore PostgreSQL to a moment, and no later order is charged again', async (context) => {
    const [once_ = '', weekly = '', restore = '', afterStart = '', ...rest] = blocksOfPage()
    assert.deepEqual(rest, [])
    const machine = await openMachine(context)
    machine.shell(once_)
    await machine.end('SIGINT')
    await machine.start()
    const fleet = await openFleet({
      bffs: 1,
      services: 1,
      ledgerUrl: machine.urlOf('ledger'),
      merchants: 1,
      devicesEach: 1,
    })
    context.after(() => fleet.close())
    const [merchant] = fleet.merchants
    assert.ok(merchant !== undefined)
    const address = { ...fleet, merchant, device: merchant.devices[0] ?? '' }
    const random = seeded(17)
    const pay = async (...orders: readonly string[]): Promise<readonly string[]> => {
      const shown: string[] = []
      for (const order of orders) shown.push((await visit(address, order, random)).shown)
      return shown
    }
    const service = await openBooks(fleet.stores.service)
    context.after(() => service.close())
    const charges = (): Promise<number> =>
      service.count(`select count(*) from service_charge where status = 'approved'`)

    assert.deepEqual(await pay('early'), ['approved'])
    const weeklyOutput = machine.shell(`${weekly}echo "BASE $BASE"`)
    const [, base = ''] = /BASE (.*)/.exec(weeklyOutput) ?? []
    assert.deepEqual(await pay('kept-1', 'kept-2'), ['approved', 'approved'])
    const moment = await momentOf(machine)
    const lost = ['lost-1', 'lost-2', 'lost-3']
    assert.deepEqual(await pay(...lost), ['approved', 'approved', 'approved'])
    await archived(machine)

    await fleet.stop('bff', 0)
    await machine.end('SIGKILL')
    rmSync(machine.data, { recursive: true })
    machine.shell(restore, { BASE: base, UNTIL: moment })
    await machine.start()
    const isOpen = async (): Promise<boolean> =>
      (await query<{ open: boolean }>(machine.urlOf('postgres'), 'select not pg_is_in_recovery() as open'))[0]
        ?.open === true
    await until('the server has reached the moment', isOpen, LONG_MS)
    const lines = afterStart.split('\n')
    const own = lines.filter((line) => line.startsWith('npx '))
    assert.match(
      machine.shell(lines.filter((line) => !line.startsWith('npx ')).join('\n')),
      / f\n/,
      'the server accepts writes',
    )
    assert.equal(own.length, 2)
    for (const line of own) {
      const { code, output } = await runProgram(fleet, line)
      assert.equal(code, 0, output)
      if (line.includes('audit verify')) assert.match(output, /^ok: 3 sales/)
    }

    await fleet.begin('bff', 0)
    const before = await charges()
    const { code, output } = await runProgram(fleet, 'npx tapboard reconcile --json')
    assert.equal(code, 1, output)
    const found = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { readonly type: string })
    assert.equal(found.filter(({ type }) => type === 'lost').length, lost.length, output)
    assert.deepEqual(
      await pay(...lost),
      lost.map(() => 'refused: store-restored'),
    )
    assert.deepEqual(await pay('early', 'kept-2'), ['approved', 'approved'])
    assert.equal(await charges(), before)
    assert.equal(before, 6)
  })
