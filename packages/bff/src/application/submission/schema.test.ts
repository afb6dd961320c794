// The names that databases of earlier releases recorded, and the indexes that keep a scrape and a claim as fast as the number
// of open applications.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { createFixture } from './fixture.testing.ts'
import { OPEN_STATES, SUBMISSION_INDEXES, SUBMISSION_MIGRATIONS } from './schema.ts'
import type { SubmissionTables } from './tables.ts'

test('keeps the names of migrations and indexes', () => {
  const { name, migrations } = SUBMISSION_MIGRATIONS
  assert.deepEqual(
    [name, ...migrations.map((migration) => migration.name)],
    ['submission', 'submission', 'open-applications', 'submission-hold'],
  )
  assert.deepEqual(SUBMISSION_INDEXES, {
    key: 'application_submission_key',
    hold: 'application_submission_hold',
    secrets: 'application_submission_secrets',
  })
})

eachEngine<SubmissionTables>(
  'open applications, due looks and doubts each have an index of their rows only',
  async (context) => {
    const { store } = await createFixture(context)
    const planOf = async (query: string): Promise<string> => {
      const prefix = store.engine === 'sqlite' ? 'explain query plan' : 'explain'
      return store.transaction(async (trx) => {
        if (store.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
        return JSON.stringify((await sql.raw(`${prefix} ${query}`).execute(trx)).rows)
      })
    }
    const states = OPEN_STATES.map((state) => `'${state}'`).join()
    for (const [query, index] of [
      [`select count(*) from application where state in (${states})`, /application_open/],
      ['select * from application_watch where next_at_ms <= 5', /application_watch_due/],
      [
        'select min(doubted_at_ms) from application_watch where doubted_at_ms is not null',
        /application_watch_doubt/,
      ],
    ] as const)
      assert.match(await planOf(query), index)
  },
)
