// A store behind PgBouncer, in both modes. Without the program on this machine a note says so; with CI=true, where `.ci/run` installs
// it, that is a failure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStoreUnavailable, openStore, sql, type MigrationSet, type Store } from '@tapboard/store'
import { findProgram } from '../kit/find-program.ts'
import { startPooler } from '../kit/pooler.ts'
import { createDatabase, withPostgres } from '../kit/postgres.ts'

interface Tables {
  entry: { id: number; text: string }
}

const MIGRATIONS: MigrationSet = {
  name: 'pooled',
  migrations: [
    {
      name: 'entry',
      up: async (db, { integer, text }) =>
        void (await sql`create table entry (id ${integer} primary key, text ${text} not null)`.execute(db)),
    },
    { name: 'entry-text', index: { name: 'entry_text', table: 'entry', columns: ['text'] } },
  ],
}

const STATEMENT_MS = 300
/** More than the pooler has server connections. */
const CLIENTS = 20

/** Two stores use all that a pooler may break: prepared statements, transactions, migrations, limits and notices. */
async function work(stores: readonly [Store<Tables>, Store<Tables>]): Promise<void> {
  const [one, other] = stores
  await Promise.all(stores.map((store) => store.migrate(MIGRATIONS)))
  const heard = new Promise<void>((resolve) => {
    void other.listen('entry', () => resolve()).then(() => one.notify('entry', 'x'))
  })
  await Promise.all(
    Array.from({ length: 2 * CLIENTS }, (_, id) =>
      (id % 2 === 0 ? one : other).transaction(async (trx) => {
        await trx
          .insertInto('entry')
          .values({ id, text: `text ${id % 3}` })
          .execute()
        await trx.selectFrom('entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      }),
    ),
  )
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      other.db.selectFrom('entry').select('id').where('text', '=', 'text 1').execute(),
    ),
  )
  assert.deepEqual(new Set(counts.map(({ length }) => length)), new Set([13]))
  // The server ends the statement; the client would only give up 2 s later.
  await assert.rejects(
    one.transaction((trx) => sql`select pg_sleep(20)`.execute(trx)),
    (error: Error) => isStoreUnavailable(error) && error.message.includes('57014'),
  )
  await heard
  await Promise.all(stores.map((store) => store.probe()))
}

const program = findProgram('pgbouncer')

test('pgbouncer: is on this machine where all tests run', () => {
  assert.ok(program !== null || process.env['CI'] !== 'true', 'install pgbouncer')
})
if (program === null) console.log('note: pgbouncer is not on this machine; its tests do not run')

for (const mode of program === null ? [] : (['session', 'transaction'] as const))
  test(`D-177 a store works behind PgBouncer in ${mode} mode, or says which word its URL lacks`, () =>
    withPostgres(async (serverUrl) => {
      const database = await createDatabase(serverUrl)
      const pooler = await startPooler(program ?? '', serverUrl, mode)
      const { host } = new URL(serverUrl)
      const plain = database.url.replace(`@${host}/`, `@${pooler.address}/`)
      const words = mode === 'session' ? '?pooler=session' : `?pooler=transaction&direct=${host}`
      const options = { maxConnections: CLIENTS, statementTimeoutMs: STATEMENT_MS }
      try {
        await assert.rejects(openStore(plain), /pooler=session, or pooler=transaction&direct/)
        const stores = [
          await openStore<Tables>(plain + words, options),
          await openStore<Tables>(plain + words, options),
        ] as const
        try {
          await work(stores)
        } finally {
          await Promise.all(stores.map((store) => store.close()))
        }
      } finally {
        await pooler.stop()
        await database.drop()
      }
    }))
