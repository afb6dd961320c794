/** A due row has one holder until its lease expires. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { LEASED_TABLE, type LeasedRow } from './leased-table.testing.ts'
import type { Store } from './store.ts'
import { eachEngine } from './testing.ts'

interface Tables {
  sale: LeasedRow
}

const row = (id: string, state: string, nextAtMs: number | null): LeasedRow => ({
  id,
  state,
  next_at_ms: nextAtMs,
  lease_until_ms: null,
  lease_owner: null,
  fence: 0,
})

const claim = (store: Store<Tables>, owner: string, limit: number): Promise<LeasedRow[]> =>
  store.transaction((trx) =>
    store.claimDue(trx, {
      table: 'sale',
      states: { column: 'state', values: ['intent', 'started'] },
      owner,
      leaseMs: 15_000,
      limit,
    }),
  )

eachEngine<Tables>('two claimers share 200 due rows without overlap', async ({ store, open }) => {
  await store.migrate(LEASED_TABLE)
  const rows = Array.from({ length: 200 }, (_, index) => row(`s${index}`, 'started', index))
  await store.db.insertInto('sale').values(rows).execute()
  const other = await open()
  const first = await Promise.all([claim(store, 'a', 7), claim(other, 'b', 7)])
  assert.deepEqual(
    first.map(({ length }) => length),
    [7, 7],
  )
  const all = async (one: Store<Tables>, owner: string): Promise<LeasedRow[]> => {
    const taken = first.flat().filter((claimed) => claimed.lease_owner === owner)
    for (;;) {
      const batch = await claim(one, owner, 7)
      if (batch.length === 0) return taken
      assert.ok(batch.length <= 7)
      taken.push(...batch)
    }
  }
  const [mine, theirs] = await Promise.all([all(store, 'a'), all(other, 'b')])
  assert.equal(new Set([...mine, ...theirs].map(({ id }) => id)).size, 200)
  assert.equal(mine.length + theirs.length, 200)
  assert.ok([...mine, ...theirs].every(({ fence }) => fence === 1))
  assert.ok(mine.every(({ lease_owner }) => lease_owner === 'a'))
})

eachEngine<Tables>('claims only due rows in the given states, earliest first', async ({ store }) => {
  await store.migrate(LEASED_TABLE)
  const now = await store.now()
  const rows = [
    row('later', 'started', now + 3_600_000),
    row('never', 'started', null),
    row('final', 'approved', 1),
    row('second', 'intent', 2),
    row('first', 'started', 1),
  ]
  await store.db.insertInto('sale').values(rows).execute()
  const [first] = await claim(store, 'a', 1)
  assert.equal(first?.id, 'first')
  assert.ok(first.lease_until_ms !== null && first.lease_until_ms >= now + 15_000)
  assert.deepEqual(
    (await claim(store, 'b', 10)).map(({ id }) => id),
    ['second'],
  )
})

eachEngine<Tables>(
  "another claimer gets an expired row with a higher fence, and the old holder's write changes nothing",
  async ({ open }) => {
    let nowMs = 1_000_000
    const store = await open({ testClock: () => nowMs })
    await store.migrate(LEASED_TABLE)
    await store.db
      .insertInto('sale')
      .values(row('s1', 'started', 1))
      .execute()
    const [held] = await claim(store, 'a', 1)
    nowMs += 14_999
    assert.deepEqual(await claim(store, 'b', 1), [])
    nowMs += 1
    const [taken] = await claim(store, 'b', 1)
    assert.equal(taken?.lease_owner, 'b')
    assert.equal(taken.fence, 2)
    const stale = store.db
      .updateTable('sale')
      .set({ state: 'declined' })
      .where('fence', '=', held?.fence ?? 0)
    assert.equal((await stale.executeTakeFirst()).numUpdatedRows, 0n)
  },
)

eachEngine<Tables>('claims nothing when the list of states is empty', async ({ store }) => {
  await store.migrate(LEASED_TABLE)
  await store.db
    .insertInto('sale')
    .values(row('s1', 'started', 1))
    .execute()
  const request = {
    table: 'sale',
    states: { column: 'state', values: [] },
    owner: 'a',
    leaseMs: 1,
    limit: 2,
  } as const
  const ended = [{ id: 's1', fence: 0, leaseUntilMs: null }]
  for (const one of [request, { ...request, ended }])
    assert.deepEqual(await store.transaction((trx) => store.claimDue(trx, one)), [])
  const [left] = await store.db.selectFrom('sale').selectAll().execute()
  assert.deepEqual([left?.lease_owner, left?.fence], [null, 0])
})

eachEngine<Tables>(
  'a claim excludes rows by a column, whether they are free or their lease has ended',
  async ({ store }) => {
    await store.migrate(LEASED_TABLE)
    const rows = ['free', 'kept', 'ended'].map((id) => row(id, id, 1))
    await store.db.insertInto('sale').values(rows).execute()
    const ended = [{ id: 'ended', fence: 0, leaseUntilMs: null }]
    const request = { table: 'sale', owner: 'a', leaseMs: 15_000, limit: 9 } as const
    const claimed = async (values: readonly string[]): Promise<readonly string[]> => {
      const one = { ...request, ended, except: { column: 'state', values } } as const
      return (await store.transaction((trx) => store.claimDue(trx, one))).map(({ id }) => id)
    }
    assert.deepEqual(await claimed(['kept', 'ended']), ['free'])
    assert.deepEqual(new Set(await claimed([])), new Set(['kept', 'ended']))
  },
)

eachEngine<Tables>('claims at least 1 and at most 1,000 rows', async ({ store }) => {
  await store.migrate(LEASED_TABLE)
  for (let from = 0; from < 1_010; from += 505) {
    const rows = Array.from({ length: 505 }, (_, index) => row(`s${from + index}`, 'started', 1))
    await store.db.insertInto('sale').values(rows).execute()
  }
  const counts: number[] = []
  for (const limit of [0, -3, 2.9, 1_001]) counts.push((await claim(store, 'a', limit)).length)
  assert.deepEqual(counts, [1, 1, 2, 1_000])
})

eachEngine<Tables>('claims a row whose lease is from before the clock was set back', async ({ open }) => {
  let nowMs = 1_000_000
  const store = await open({ testClock: () => nowMs })
  await store.migrate(LEASED_TABLE)
  await store.db
    .insertInto('sale')
    .values(row('s1', 'started', 1))
    .execute()
  await claim(store, 'a', 1)
  // The lease ends 15 s after a new one would: a correction of the clock by a minute protects the holder.
  nowMs -= 60_000
  assert.deepEqual(await claim(store, 'b', 1), [])
  nowMs -= 1
  assert.equal((await claim(store, 'b', 1))[0]?.lease_until_ms, nowMs + 15_000)
})

eachEngine<Tables>(
  'with a list of ended leases, claims these whatever the clock says, and no other leased row',
  async ({ open }) => {
    let nowMs = 10_000_000
    const store = await open({ testClock: () => nowMs })
    await store.migrate(LEASED_TABLE)
    await store.db
      .insertInto('sale')
      .values([row('dead', 'started', 1), row('renewed', 'started', 2), row('lives', 'started', 3)])
      .execute()
    const seen = (await claim(store, 'a', 3)).map(({ id, fence, lease_until_ms: leaseUntilMs }) => ({
      id,
      fence,
      leaseUntilMs,
    }))
    await store.db
      .insertInto('sale')
      .values([row('free', 'started', 1), row('early', 'started', nowMs + 3_600_000)])
      .execute()
    // A renewal between the observation and the claim.
    await store.db.updateTable('sale').set({ lease_until_ms: 7 }).where('id', '=', 'renewed').execute()
    const ended = [...seen.filter(({ id }) => id !== 'lives'), { id: 'early', fence: 0, leaseUntilMs: null }]
    // An hour earlier, every lease ends far in the future; an hour later, every lease is expired.
    for (const atMs of [nowMs - 3_600_000, nowMs + 3_600_000]) {
      nowMs = atMs
      const claimed = await store.transaction((trx) =>
        store.claimDue(trx, {
          table: 'sale',
          owner: 'b',
          leaseMs: 15_000,
          limit: 10,
          ended,
        }),
      )
      const ids = claimed.map(({ id }) => id).toSorted()
      assert.deepEqual(ids, atMs < 10_000_000 ? ['dead', 'early', 'free'] : [])
    }
  },
)

eachEngine<Tables>('ended leases and free rows share the limit, ended leases first', async ({ open }) => {
  const store = await open({ testClock: () => 1_000_000 })
  await store.migrate(LEASED_TABLE)
  const leased = ['e1', 'e2', 'e3'].map((id) => ({ ...row(id, 'started', 5), lease_until_ms: 7 }))
  const free = ['f1', 'f2', 'f3'].map((id, index) => row(id, 'started', index + 1))
  await store.db
    .insertInto('sale')
    .values([...leased, ...free])
    .execute()
  const claimed = async (limit: number, ids: readonly string[]): Promise<LeasedRow[]> => {
    const ended = ids.map((id) => ({ id, fence: 0, leaseUntilMs: 7 }))
    return store.transaction((trx) =>
      store.claimDue(trx, { table: 'sale', owner: 'b', leaseMs: 15_000, limit, ended }),
    )
  }
  const first = await claimed(2, ['e1', 'e2', 'e3'])
  assert.deepEqual(
    first.map((each) => [each.id, each.lease_until_ms, each.fence]),
    ['e1', 'e2'].map((id) => [id, 1_015_000, 1]),
  )
  const second = await claimed(2, ['e3'])
  assert.deepEqual(
    second.map(({ id }) => id),
    ['e3', 'f1'],
  )
})

interface OtherTables {
  job: Omit<LeasedRow, 'id' | 'state'> & { code: string }
}

eachEngine<OtherTables>('claims rows of a table with another key, in any state', async ({ store }) => {
  await store.migrate({
    name: 'test',
    migrations: [
      {
        name: 'job',
        up: async (db, { text, integer }) => {
          await sql`create table job (code ${text} primary key, next_at_ms ${integer},
            lease_until_ms ${integer}, lease_owner ${text}, fence ${integer} not null)`.execute(db)
        },
      },
    ],
  })
  const due = { next_at_ms: 1, lease_until_ms: null, lease_owner: null, fence: 0 }
  await store.db
    .insertInto('job')
    .values(['x', 'y'].map((code) => ({ ...due, code })))
    .execute()
  const claimed = await store.transaction((trx) =>
    store.claimDue(trx, { table: 'job', key: 'code', owner: 'a', leaseMs: 1_000, limit: 5 }),
  )
  assert.deepEqual(claimed.map(({ code }) => code).toSorted(), ['x', 'y'])
})
