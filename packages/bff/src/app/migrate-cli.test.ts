// The command `tapboard migrate`, and a BFF whose user of the database may not change tables.
import assert from 'node:assert/strict'
import { openStore, sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { benchOptions, signUpOptions } from '../testing/bench.ts'
import { createBff } from './assembly.ts'
import { runMigrateCommand } from './migrate-cli.ts'
import { BFF_MIGRATIONS } from './migrations.ts'

async function migrate(url: string, ...args: readonly string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runMigrateCommand(args, {
    environment: { TAPBOARD_STORE_URL: url },
    openStore,
    print: (line) => void out.push(line),
    // The line that leads to the catalogue of errors has a test of its own.
    printError: (line) => void (line.startsWith('More: ') || errors.push(line)),
  })
  return { code, out, errors }
}

const ALL = BFF_MIGRATIONS.flatMap(({ name, migrations }) =>
  migrations.map((migration) => `${name} ${migration.name}`),
)

eachEngine<unknown>('migrate --check lists what is missing, migrate applies it once', async ({ url }) => {
  const check = await migrate(url, '--check')
  assert.equal(check.code, 1)
  assert.deepEqual(
    check.out.filter((line) => !line.endsWith(' migration-tables')),
    ALL.map((each) => `missing: ${each}`),
  )
  const first = await migrate(url)
  assert.equal(first.code, 0)
  assert.deepEqual(first.out, [
    'applied: bff-audit migration-tables',
    ...ALL.map((each) => `applied: ${each}`),
  ])
  for (const args of [[], ['--check']])
    assert.deepEqual(await migrate(url, ...args), {
      code: 0,
      out: ['The tables are up to date.'],
      errors: [],
    })
  const bff = await createBff(signUpOptions({ store: url }))
  await bff.close()
  assert.deepEqual((await migrate(url, '--check')).code, 0, 'the list has all sets of the BFF')
})

eachEngine<unknown>('migrate says what is wrong in a sentence', async ({ url }) => {
  assert.match((await migrate('')).errors.join(), /^TAPBOARD_STORE_URL must name the store/)
  assert.match((await migrate(url, '--now')).errors.join(), /^Call it as one of:/)
  const none = await migrate('file:none/at/all.db', '--check')
  assert.deepEqual([none.code, none.out], [2, []])
  assert.match(none.errors.join(), /^TAPBOARD_STORE_URL: The store's file .* does not exist\.$/)
})

eachEngine<unknown>(
  'D-169 a BFF whose user may not change tables runs after migrate, and before it says what to run',
  async ({ store, url }) => {
    const user = `${new URL(url).pathname.slice(1)}_app`
    const limited = Object.assign(new URL(url), { username: user, password: 'plain' }).href
    await sql`create role ${sql.ref(user)} login password 'plain'`.execute(store.db)
    try {
      // The rights of the README of the store.
      await sql`grant usage on schema public to ${sql.ref(user)}`.execute(store.db)
      await sql`alter default privileges in schema public grant select, insert, update, delete on tables
        to ${sql.ref(user)}`.execute(store.db)
      await assert.rejects(createBff(benchOptions({ store: limited })), {
        code: 'migration-needed',
        message: /run the command "migrate" of this program once, with a user who may\.$/,
      })
      assert.equal((await migrate(url)).code, 0)
      const bff = await createBff(signUpOptions({ store: limited }))
      await bff.start()
      await bff.rotateKeys()
      const ready = await bff.fetch(new Request(`${bff.publicUrl}/health/ready`))
      assert.equal(ready.status, 200)
      await bff.close()
    } finally {
      await sql`drop owned by ${sql.ref(user)}`.execute(store.db)
      await sql`drop role ${sql.ref(user)}`.execute(store.db)
    }
  },
  {},
  ['postgres'],
)
