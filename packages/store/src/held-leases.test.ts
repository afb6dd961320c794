/** The leases on due rows that a process observes, and that an embedded store has none to observe. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { heldLeases, sharedLeases } from './held-leases.ts'
import { LEASED_TABLE, type LeasedRow } from './leased-table.testing.ts'
import { eachEngine } from './testing.ts'

interface Tables {
  sale: LeasedRow
}

const NOW_MS = 1_000_000

/** A due row with a lease, without changes. */
const sale = (id: string, changes: Partial<LeasedRow> = {}): LeasedRow => ({
  id,
  state: 'open',
  next_at_ms: 1,
  lease_until_ms: NOW_MS + 500,
  lease_owner: 'one',
  fence: 3,
  ...changes,
})

const TABLE = { table: 'sale', key: 'id' } as const
const inStates = (...values: readonly string[]) =>
  ({ ...TABLE, states: { column: 'state', values } }) as const

eachEngine<Tables>(
  'reads the leases on due rows in the given states',
  async ({ store, engine }) => {
    await store.migrate(LEASED_TABLE)
    const rows = [
      sale('leased'),
      sale('other', { state: 'closed', fence: 4 }),
      sale('free', { lease_until_ms: null }),
      sale('later', { next_at_ms: NOW_MS + 1 }),
    ]
    await store.db.insertInto('sale').values(rows).execute()
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
  await store.migrate(LEASED_TABLE)
  await sql`insert into sale (id, state, next_at_ms, fence)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 999)
    select 'free' || i, 'open', 5, 0 from n`.execute(store.db)
  const rows = [sale('front', { next_at_ms: 6 }), sale('behind', { next_at_ms: 7 })]
  await store.db.insertInto('sale').values(rows).execute()
  const found = await heldLeases(store, TABLE)
  assert.deepEqual(
    found.map(({ id }) => id),
    ['front'],
  )
})
