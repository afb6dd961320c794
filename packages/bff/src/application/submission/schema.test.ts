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

eachEngine<SubmissionTables>(
  'INV-19 one submission of an application has a key, and one holds it',
  async (context) => {
    const { store } = await createFixture(context)
    const insert = (number: number, idempotency_key: string, secrets_hash: string, holds: 0 | 1) => {
      const row = { application_id: 'apl_1', number, idempotency_key, secrets_hash, holds }
      const rest = {
        request_hash: 'r',
        phase: 'sent',
        sealed_token: null,
        created_at_ms: 1,
        sent_at_ms: null,
      }
      return store.db
        .insertInto('application_submission')
        .values({ ...row, ...rest } as never)
        .execute()
    }
    await insert(1, 'key-1', 'secrets-1', 1)
    await insert(2, 'key-2', 'secrets-2', 0)
    await insert(3, 'key-3', 'secrets-3', 0)
    await assert.rejects(insert(4, 'key-1', 'secrets-4', 0), /unique/i)
    await assert.rejects(insert(4, 'key-4', 'secrets-1', 0), /unique/i)
    await assert.rejects(insert(4, 'key-4', 'secrets-4', 1), /unique/i)
  },
)
