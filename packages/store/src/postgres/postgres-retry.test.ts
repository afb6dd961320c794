/** Statements and migrations on an engine that gives up any of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isStoreUnavailable } from '../errors.ts'
import type { MigrationSet } from '../migrate.ts'
import { eachEngine, failEachStatementOnce } from '../testing.ts'
import { MIGRATIONS as BUDGET_OF_MIGRATIONS, retried, waitMsOf } from './postgres-retry.ts'

interface Tables {
  entry: { id: number }
}

const MIGRATIONS: MigrationSet = {
  name: 'conflicts',
  migrations: [
    {
      name: 'entry',
      up: async (db, { integer }) =>
        void (await sql`create table entry (id ${integer} primary key, other ${integer})`.execute(db)),
    },
    { name: 'entry-other', index: { name: 'entry_other', table: 'entry', columns: ['other'] } },
  ],
}

eachEngine<Tables>(
  'D-178 migrates, writes, reads, probes and listens although each statement fails once',
  async ({ open }) => {
    const endFaults = failEachStatementOnce()
    try {
      const store = await open()
      await store.migrate(MIGRATIONS)
      const heard = new Promise<void>((resolve) => void store.listen('entry', () => resolve()))
      await store.transaction(async (trx) => {
        await trx.insertInto('entry').values({ id: 1 }).execute()
        await store.notify('entry', '1')
      })
      await store.db.insertInto('entry').values({ id: 2 }).execute()
      assert.deepEqual(await store.db.selectFrom('entry').select('id').orderBy('id').execute(), [
        { id: 1 },
        { id: 2 },
      ])
      await store.probe()
      await heard
    } finally {
      assert.ok(endFaults() >= 15)
    }
  },
  {},
  ['postgres'],
)

const conflict = Object.assign(new Error('a conflict'), { code: '40001' })

test('D-178 repeats work within its budget only, and no other fault', async (t) => {
  t.mock.method(performance, 'now', () => 7_000)
  let runs = 0
  const failing = (error: Error) => async (): Promise<never> => {
    runs += 1
    // An endless repetition comes to a stop here.
    if (runs > 10) await new Promise(() => {})
    throw error
  }
  await assert.rejects(
    retried(failing(conflict), { attempts: 3, forMs: 60_000 }),
    (error) => isStoreUnavailable(error) && (error as Error).cause === conflict,
  )
  assert.equal(runs, 3)
  await assert.rejects(retried(failing(conflict), { attempts: 3, forMs: 0 }), isStoreUnavailable)
  assert.equal(runs, 4)
  const bug = new Error('a bug')
  await assert.rejects(retried(failing(bug)), bug)
  assert.equal(runs, 5)
})

test('D-178 repeats a statement for 3 s', async (t) => {
  let nowMs = 7_000
  t.mock.method(performance, 'now', () => nowMs)
  const ends: number[] = []
  const work = retried(async () => {
    nowMs = ends.length === 0 ? 9_999 : 10_000
    ends.push(nowMs)
    throw conflict
  })
  await assert.rejects(work, isStoreUnavailable)
  assert.deepEqual(ends, [9_999, 10_000])
})

test('D-178 waits twice as long after each attempt, at most 0.2 s', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 12, 99].map(waitMsOf), [5, 10, 20, 40, 80, 160, 200, 200, 200])
})

test('D-178 repeats a migration 100 times within a minute', () => {
  assert.deepEqual(BUDGET_OF_MIGRATIONS, { attempts: 100, forMs: 60_000 })
})
