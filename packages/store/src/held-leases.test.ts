/** The leases on due rows that a process observes, and that an embedded store has none to observe. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { heldLeases, sharedLeases } from './held-leases.ts'
import type { MigrationSet } from './migrate.ts'
import { eachEngine } from './testing.ts'

interface Job {
  id: string
  state: string
  next_at_ms: number | null
  lease_until_ms: number | null
  lease_owner: string | null
  fence: number
}

interface Tables {
  job: Job
}

const NOW_MS = 1_000_000

const SET: MigrationSet = {
  name: 'job',
  migrations: [
    {
      name: 'job',
      up: async (db, { text, integer }) => {
        await sql`create table job (id ${text} primary key, state ${text} not null, next_at_ms ${integer},
          lease_until_ms ${integer}, lease_owner ${text}, fence ${integer} not null)`.execute(db)
      },
    },
  ],
}

/** A due row with a lease, without changes. */
const job = (id: string, changes: Partial<Job> = {}): Job => ({
  id,
  state: 'open',
  next_at_ms: 1,
  lease_until_ms: NOW_MS + 500,
  lease_owner: 'one',
  fence: 3,
  ...changes,
})

const TABLE = { table: 'job', key: 'id' } as const
const inStates = (...values: readonly string[]) =>
  ({ ...TABLE, states: { column: 'state', values } }) as const

eachEngine<Tables>(
  'reads the leases on due rows in the given states',
  async ({ store, engine }) => {
    await store.migrate(SET)
    const rows = [
      job('leased'),
      job('other', { state: 'closed', fence: 4 }),
      job('free', { lease_until_ms: null }),
      job('later', { next_at_ms: NOW_MS + 1 }),
    ]
    await store.db.insertInto('job').values(rows).execute()
    const lease = { id: 'leased', fence: 3, leaseUntilMs: NOW_MS + 500, isOver: true }
    assert.deepEqual(await heldLeases(store, inStates('open')), [lease])
    assert.deepEqual(await heldLeases(store, inStates()), [])
    const all = await heldLeases(store, TABLE)
    assert.deepEqual(all.map(({ id }) => id).toSorted(), ['leased', 'other'])
    const shared = sharedLeases(store, inStates('open'))
    assert.deepEqual(await shared?.(), engine === 'sqlite' ? undefined : [lease])
  },
  { testClock: () => NOW_MS },
)

eachEngine<Tables>('reads only the leases among the 1,000 earliest due rows', async ({ store }) => {
  await store.migrate(SET)
  await sql`insert into job (id, state, next_at_ms, fence)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 999)
    select 'free' || i, 'open', 5, 0 from n`.execute(store.db)
  const rows = [job('front', { next_at_ms: 6 }), job('behind', { next_at_ms: 7 })]
  await store.db.insertInto('job').values(rows).execute()
  const found = await heldLeases(store, TABLE)
  assert.deepEqual(
    found.map(({ id }) => id),
    ['front'],
  )
})
