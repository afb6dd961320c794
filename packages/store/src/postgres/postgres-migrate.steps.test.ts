/** The steps of a migration over a scripted connection: its transactions, its indexes, and the meaning of the fault of each step. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import { StoreError } from '../errors.ts'
import type { IndexMigration, Migration, MigrationSet } from '../migrate.ts'
import { deferred, turn } from '../testing.ts'
import { migratePostgres } from './postgres-migrate.ts'

interface Answer {
  readonly command: string
  readonly rowCount: number
  readonly rows: readonly object[]
}

const answerOf = (command: string, rows: readonly object[] = [], rowCount = rows.length): Answer => ({
  command,
  rowCount,
  rows,
})

const OWN_TABLES = ['tapboard_migration', 'tapboard_schema', 'tapboard_probe', 'tapboard_notice']

/** More statements than any migration of this file has. A later one gets no answer, so endless work comes to a stop. */
const STATEMENTS_MAX = 500

const withCode = (code: string): Error => Object.assign(new Error(`a fault ${code}`), { code })

/** A server that knows which migrations are recorded. `faults` and `answers` are for the statements with this beginning. */
class ScriptedServer {
  readonly asked: { readonly text: string; readonly values: readonly unknown[] }[] = []
  readonly recorded: { version: number; name: string }[] = []
  /** Whether the tables have rows. */
  long = true
  readonly faults = new Map<string, () => void>()
  readonly answers = new Map<string, () => Answer>()
  readonly #exhausted = deferred()
  readonly db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => ({
          query: ((text: string, values: readonly unknown[]) => this.#query(text, values)) as never,
          release: () => {},
        }),
        end: async () => {},
      } as never,
    }),
  })

  async #query(given: string, values: readonly unknown[]): Promise<Answer> {
    const text = given.replaceAll(/\s+/g, ' ').trim()
    this.asked.push({ text, values })
    if (this.asked.length > STATEMENTS_MAX) {
      this.#exhausted.resolve()
      await new Promise(() => {})
    }
    for (const [beginning, fault] of this.faults) if (text.startsWith(beginning)) fault()
    for (const [beginning, answer] of this.answers) if (text.startsWith(beginning)) return answer()
    if (text.startsWith('select name from (values'))
      return answerOf(
        'SELECT',
        OWN_TABLES.map((name) => ({ name })),
      )
    if (text.startsWith('select version')) return answerOf('SELECT', this.recorded)
    if (text.startsWith('insert into tapboard_migration'))
      this.recorded.push({ version: Number(values[1]), name: String(values[2]) })
    if (text.startsWith('select 1 from tapboard_schema')) return answerOf('SELECT', [{}])
    if (text.startsWith('select coalesce(pg_relation_size')) return answerOf('SELECT', [{ long: this.long }])
    return answerOf(text.startsWith('update') ? 'UPDATE' : 'OTHER', [], 1)
  }

  /** Rejects when a migration has too many statements. */
  async endless(): Promise<never> {
    await this.#exhausted.promise
    throw new Error('The migration does not end.')
  }

  /** The values of the statements with this beginning. */
  of(beginning: string): (readonly unknown[])[] {
    return this.asked.filter(({ text }) => text.startsWith(beginning)).map(({ values }) => values)
  }
}

const EXTEND = 'update tapboard_schema set lock_owner = $1'
const RELEASE = 'update tapboard_schema set lock_owner = null'

interface Bench {
  readonly server: ScriptedServer
  /** The pauses so far, in milliseconds; none of them takes time. */
  readonly pauses: number[]
  migrate(...migrations: readonly Migration[]): Promise<void>
}

function benchOf(): Bench {
  const server = new ScriptedServer()
  const pauses: number[] = []
  return {
    server,
    pauses,
    migrate: (...migrations) => {
      const set: MigrationSet = { name: 'bff', migrations }
      const migrated = migratePostgres(server.db, set, {
        retried: (once) => once(),
        now: async () => 1_000_000,
        pause: async (ms) => void pauses.push(ms),
      })
      return Promise.race([migrated, server.endless()])
    },
  }
}

const table = (name: string, up = async (): Promise<void> => {}): Migration => ({ name, up })
const index: IndexMigration = { name: 'by-n', index: { name: 'sale_by_n', table: 'sale', columns: ['n'] } }

test('a migration holds the lease of its set for 15 s, renews it every 3 s, and ends it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const pass = async (ms: number): Promise<void> => {
    await turn()
    t.mock.timers.tick(ms)
    await turn()
  }
  const { server, migrate } = benchOf()
  const applied = deferred()
  const migrated = migrate(table('sale', () => applied.promise))
  await pass(2_999)
  assert.equal(server.of(EXTEND).length, 1)
  await pass(1)
  assert.equal(server.of(EXTEND).length, 2)
  server.faults.set(EXTEND, () => {
    throw withCode('08006')
  })
  await pass(3_000)
  applied.resolve()
  await migrated
  await pass(60_000)
  const owner = server.of(EXTEND)[0]?.[0]
  const lease = server.asked.filter(({ text }) =>
    /^(insert into|update|select 1 from) tapboard_schema/.test(text),
  )
  const extended = {
    text: `${EXTEND}, lock_until_ms = $2 where set_name = $3 and (lock_owner is null or lock_owner = $4 or lock_until_ms < $5)`,
    values: [owner, 1_015_000, 'bff', owner, 1_000_000],
  }
  assert.match(String(owner), /^[0-9a-f-]{36}$/)
  assert.deepEqual(lease, [
    {
      text: 'insert into tapboard_schema (set_name, compatible_from) values ($1, 1) on conflict (set_name) do nothing',
      values: ['bff'],
    },
    extended,
    {
      text: 'select 1 from tapboard_schema where set_name = $1 and lock_owner = $2 for update',
      values: ['bff', owner],
    },
    extended,
    extended,
    {
      text: 'insert into tapboard_schema (set_name, compatible_from) values ($1, $2) on conflict (set_name) do update set compatible_from = excluded.compatible_from',
      values: ['bff', 1],
    },
    {
      text: `${RELEASE}, lock_until_ms = null where set_name = $1 and lock_owner = $2`,
      values: ['bff', owner],
    },
  ])
})

test('a migration looks every 200 ms whether the lease of another process has ended', async () => {
  const { server, pauses, migrate } = benchOf()
  server.answers.set(EXTEND, () => answerOf('UPDATE', [], pauses.length === 4 ? 1 : 0))
  await migrate(table('sale'))
  assert.deepEqual(pauses, [200, 200, 200, 200])
  assert.equal(server.of(EXTEND).length, 5)
})

test('a migration waits half a second for the lock of a table, 60 times with a second between', async () => {
  const { server, pauses, migrate } = benchOf()
  const fault = withCode('55P03')
  await assert.rejects(migrate(table('sale', () => Promise.reject(fault))), {
    code: 'store-unavailable',
    message:
      'The migration "sale" waited too long for the lock of a table; end long transactions and try again.',
    cause: fault,
  })
  assert.equal(server.asked.filter(({ text }) => text === 'set local lock_timeout = 500').length, 60)
  assert.deepEqual(pauses, Array(59).fill(1_000))
  assert.equal(server.of(RELEASE).length, 1)
})

test('another fault of a migration is not tried again, and ends the lease', async () => {
  const { server, migrate } = benchOf()
  const bug = new Error('a bug')
  server.faults.set(RELEASE, () => {
    throw withCode('08006')
  })
  await assert.rejects(migrate(table('sale', () => Promise.reject(bug))), bug)
  assert.deepEqual([server.of('set local').length, server.of(RELEASE).length], [1, 1])
})

test('a migration ends when another process took over', async () => {
  const { server, migrate } = benchOf()
  server.answers.set('select 1 from tapboard_schema', () => answerOf('SELECT'))
  await assert.rejects(migrate(table('sale')), { message: 'Another process took over the migration.' })
  assert.deepEqual(server.recorded, [])
})

/** The transactions, the index statements and the recorded migrations, after the tables of the store. */
function stepsOf({ asked }: ScriptedServer): string {
  const steps = asked
    .map(({ text, values }) =>
      text.startsWith('insert into tapboard_migration')
        ? String(values[2])
        : text.replace(/^(drop|create|alter)((?: unique)? index(?: concurrently)?|\b).*$/, '$1$2'),
    )
    .filter((step) =>
      /^(begin|commit|one|two|by-n|by-two|three|four|alter|(drop|create|alter)( unique)? index( concurrently)?)$/.test(
        step,
      ),
    )
  return steps.slice(steps.indexOf('commit') + 1).join(' ')
}

test('migrations between two indexes share a transaction, and each index is built outside of one', async () => {
  const { server, migrate } = benchOf()
  await migrate(table('one'), table('two'), index, table('three'), table('four'))
  assert.equal(
    stepsOf(server),
    'begin one two commit create index concurrently begin by-n commit begin three four commit',
  )
})

test('indexes of new and of empty tables are built in the transaction of the tables', async () => {
  const { server, migrate } = benchOf()
  server.long = false
  await migrate(table('one'), index, table('two'))
  assert.equal(stepsOf(server), 'begin one create index by-n two commit')
})

const byTwo: IndexMigration = {
  name: 'by-two',
  columns: [{ table: 'sale', name: 'kind', type: 'text', default: 'sale' }],
  index: [
    { name: 'sale_by_n', table: 'sale', columns: ['n'], unique: true, replaces: true },
    { name: 'sale_by_kind', table: 'sale', columns: ['kind'] },
  ],
}

test('columns come first, and an index takes the place of another in the transaction that records it', async () => {
  const { server, migrate } = benchOf()
  await migrate(byTwo)
  assert.equal(
    stepsOf(server),
    'begin alter commit create unique index concurrently create index concurrently begin drop index alter index by-two commit',
  )
  const texts = server.asked.map(({ text }) => text)
  const index = texts.findIndex((text) => text.startsWith('alter table'))
  assert.equal(
    texts[index],
    `alter table "sale" add column if not exists "kind" text collate "C" not null default 'sale'`,
  )
  assert.deepEqual(
    texts.filter((text) => /^(create unique|drop|alter) index/.test(text)),
    [
      'create unique index concurrently "sale_by_n_next" on "sale" ("n")',
      'drop index "sale_by_n"',
      'alter index "sale_by_n_next" rename to "sale_by_n"',
    ],
  )
})

for (const [state, rows, expected] of [
  ['valid', [{ valid: true }], []],
  ['invalid', [{ valid: false }], ['drop index concurrently', 'create index concurrently']],
  ['missing', [], ['create index concurrently']],
] as const)
  test(`an index that is ${state} leads to ${expected.length} statements`, async () => {
    const { server, migrate } = benchOf()
    server.answers.set('select indisvalid', () => answerOf('SELECT', rows))
    await migrate(index)
    const steps = server.asked.map(({ text }) => text.split(' ').slice(0, 3).join(' '))
    assert.deepEqual(
      steps.filter((step) => step.endsWith('index concurrently')),
      expected,
    )
    assert.equal(server.recorded.length, 1)
  })

test('an index that cannot be built is removed, and its fault stays the first one', async () => {
  const { server, migrate } = benchOf()
  const fault = withCode('53100')
  server.faults.set('create index concurrently', () => {
    throw fault
  })
  server.faults.set('drop index', () => {
    throw withCode('08006')
  })
  await assert.rejects(migrate(index), fault)
  assert.equal(server.of('drop index concurrently if exists').length, 1)
})

for (const [code, begins, fault] of [
  ['23505', 2, withCode('23505')],
  ['42P07', 2, withCode('42P07')],
  ['42710', 2, withCode('42710')],
  ['53100', 1, withCode('53100')],
  ['unique-violation', 2, new StoreError('unique-violation', 'a table of this name')],
  ['transaction-aborted', 1, new StoreError('transaction-aborted', 'a rollback')],
] as const)
  test(`the tables of the store are created ${begins === 2 ? 'once more' : 'once'} after ${code}`, async () => {
    const { server, migrate } = benchOf()
    let tries = 0
    server.faults.set('create table if not exists tapboard_migration', () => {
      tries += 1
      if (tries === 1) throw fault
    })
    if (begins === 2) await migrate()
    else await assert.rejects(migrate(), { code })
    assert.equal(tries, begins)
  })

for (const [code, cause] of [
  ['42501', undefined],
  ['3F000', undefined],
  ['store-unavailable', '42501'],
] as const)
  test(`a user who may not change tables learns what to run: ${code} ${cause ?? ''}`, async () => {
    const { server, migrate } = benchOf()
    const fault = Object.assign(withCode(code), cause === undefined ? {} : { cause: withCode(cause) })
    server.faults.set('create table', () => {
      throw fault
    })
    server.recorded.push({ version: 1, name: 'one' })
    await assert.rejects(migrate(table('one'), table('two'), table('three')), {
      code: 'migration-needed',
      message: /holds version 1 of the "bff" tables, this program needs version 3/,
      cause: fault,
    })
  })

for (const code of ['425010', 'X3F000', '42000'])
  test(`the fault ${code} passes through`, async () => {
    const { server, migrate } = benchOf()
    server.faults.set('create table', () => {
      throw withCode(code)
    })
    await assert.rejects(migrate(table('one')), { code })
  })
