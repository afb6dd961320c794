import assert from 'node:assert/strict'
import { after } from 'node:test'
import pg from 'pg'
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
