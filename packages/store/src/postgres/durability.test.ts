import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Store } from '../store.ts'
import { eachEngine } from '../testing.ts'
import { readCommitLoss } from './durability.ts'

const SLOT = `tapboard_durability_${process.pid}`

async function onServer(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

after(() =>
  onServer(
    process.env['DATABASE_URL'] ?? '',
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}'`,
  ),
)

eachEngine('a store without a standby loses no commit', async ({ store }) => {
  assert.equal(await readCommitLoss(store), 'none')
})

eachEngine(
  'commits that do not wait for the disk are lost in a crash',
  async ({ url, open }) => {
    await onServer(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    assert.equal(await readCommitLoss(await open()), 'crash')
  },
  {},
  ['postgres'],
)

eachEngine(
  'commits that wait for no standby are lost in a fail-over',
  async ({ url, store, open }) => {
    await onServer(url, `select pg_create_physical_replication_slot('${SLOT}')`)
    assert.equal(await readCommitLoss(store), 'fail-over')
    await onServer(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = local`)
    assert.equal(await readCommitLoss(await open()), 'fail-over')
  },
  {},
  ['postgres'],
)

/** A store whose server answers with this row. */
const answering = (row: object): Store<unknown> => {
  const client = { query: async () => ({ command: 'SELECT', rowCount: 1, rows: [row] }), release() {} }
  const pool = { options: {}, connect: async () => client, end: async () => {} }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) })
  return { engine: 'postgres', db } as unknown as Store<unknown>
}

for (const [commit, names, standbys, expected] of [
  ['on', 'one', 1, 'none'],
  ['remote_write', 'one', 1, 'none'],
  ['remote_apply', 'one', 1, 'none'],
  ['local', 'one', 1, 'fail-over'],
  ['on', '', 1, 'fail-over'],
  ['on', null, 1, 'fail-over'],
  ['on', '', 0, 'none'],
  ['off', 'one', 0, 'crash'],
  [null, null, 1, 'none'],
] as const)
  test(`synchronous_commit=${commit} with standby names "${names}" and ${standbys} standbys loses: ${expected}`, async () => {
    assert.equal(await readCommitLoss(answering({ commit, names, standbys })), expected)
  })
