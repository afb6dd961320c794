/** The outbox in SQL: which rows each call changes, and that a changed fence makes a write a no-op. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { MigrationSet } from '../migrate.ts'
import type { Store } from '../store.ts'
import { eachEngine } from '../testing.ts'
import { newOutboxRow, type OutboxRow } from './outbox.ts'
import { sqlOutbox } from './sql-outbox.ts'

interface Job extends OutboxRow {
  readonly hook: string
  readonly note: string | null
}

interface Tables {
  job: Job
}

const SET: MigrationSet = {
  name: 'job',
  migrations: [
    {
      name: 'job',
      async up(db, { text, integer }) {
        await sql`create table job (id ${text} primary key, hook ${text} not null, note ${text},
          attempts ${integer} not null, created_at_ms ${integer} not null, next_at_ms ${integer}, done_at_ms ${integer},
          outcome ${text}, lease_owner ${text}, lease_until_ms ${integer}, fence ${integer} not null)`.execute(
          db,
        )
      },
    },
  ],
}

const NOW = 1_000_000
const OURS = { table: 'job', states: { column: 'hook', values: ['a', 'b'] } } as const

async function put(store: Store<Tables>, ...rows: readonly (Partial<Job> & { readonly id: string })[]) {
  await store.migrate(SET)
  for (const row of rows)
    await store.db
      .insertInto('job')
      .values({ ...newOutboxRow(row.id, NOW), hook: 'a', note: null, ...row })
      .execute()
}

const rowOf = (store: Store<Tables>, id: string): Promise<Job> =>
  store.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const idsOf = async (store: Store<Tables>): Promise<string[]> =>
  (await store.db.selectFrom('job').select('id').orderBy('id').execute()).map(({ id }) => id)

const each = (title: string, body: (store: Store<Tables>) => Promise<void>): void =>
  eachEngine<Tables>(title, ({ store }) => body(store), { testClock: () => NOW })

const CLAIM = { owner: 'one', leaseMs: 500, limit: 10 }

each('claims the due rows of its hooks and leases them', async (store) => {
  await put(store, { id: 'due' }, { id: 'foreign', hook: 'c' }, { id: 'later', next_at_ms: NOW + 1 })
  const claimed = await sqlOutbox(store, OURS).claim(CLAIM)
  assert.deepEqual(
    claimed.map(({ id, lease_owner, lease_until_ms, fence }) => [id, lease_owner, lease_until_ms, fence]),
    [['due', 'one', NOW + 500, 1]],
  )
  const all = await sqlOutbox(store, { table: 'job' }).claim(CLAIM)
  assert.deepEqual(
    all.map(({ id }) => id),
    ['foreign'],
  )
})

each('stores a result and ends the lease, only with the current fence', async (store) => {
  await put(store, { id: 'x' }, { id: 'y' })
  const outbox = sqlOutbox(store, OURS)
  const claimed = await outbox.claim(CLAIM)
  const [x, y] = ['x', 'y'].map((wanted) => claimed.find(({ id }) => id === wanted))
  assert.ok(x !== undefined && y !== undefined)
  await outbox.finish({ ...x, fence: 0 }, 'dead', 9, NOW)
  assert.equal((await rowOf(store, 'x')).outcome, null)
  await outbox.finish(x, 'delivered', 3, NOW + 1, { note: 'sent' })
  assert.deepEqual(await rowOf(store, 'x'), {
    ...x,
    outcome: 'delivered',
    attempts: 3,
    done_at_ms: NOW + 1,
    next_at_ms: null,
    note: 'sent',
    lease_owner: null,
    lease_until_ms: null,
  })
  await outbox.release(y, 2, NOW + 5.9, { note: 'again' })
  assert.deepEqual(await rowOf(store, 'y'), {
    ...y,
    attempts: 2,
    next_at_ms: NOW + 5,
    note: 'again',
    lease_owner: null,
    lease_until_ms: null,
  })
})

each('postpones rows without an attempt', async (store) => {
  await put(store, { id: 'x', attempts: 4 })
  const outbox = sqlOutbox(store, OURS)
  const [x] = await outbox.claim(CLAIM)
  assert.ok(x !== undefined)
  await outbox.postpone([{ row: x, nextAtMs: NOW + 7.9 }])
  assert.deepEqual(await rowOf(store, 'x'), {
    ...x,
    next_at_ms: NOW + 7,
    lease_owner: null,
    lease_until_ms: null,
  })
})

each("ends the leases of one owner's pending rows and raises their fences", async (store) => {
  const lease = { lease_owner: 'one', lease_until_ms: NOW + 9, fence: 4 }
  await put(
    store,
    { id: 'done', ...lease, next_at_ms: null },
    { id: 'mine', ...lease },
    { id: 'other', ...lease, lease_owner: 'two' },
  )
  await sqlOutbox(store, OURS).releaseLeases('one')
  const found = await Promise.all(['done', 'mine', 'other'].map((id) => rowOf(store, id)))
  assert.deepEqual(
    found.map((row) => [row.lease_owner, row.lease_until_ms, row.fence]),
    [
      ['one', NOW + 9, 4],
      [null, null, 5],
      ['two', NOW + 9, 4],
    ],
  )
})

each('gives up rows of unknown hooks that were due before a time, up to a limit', async (store) => {
  await put(
    store,
    { id: 'known', next_at_ms: 10 },
    { id: 'late', hook: 'c', next_at_ms: 50 },
    { id: 'none', hook: '', next_at_ms: 10 },
    { id: 'old1', hook: 'c', next_at_ms: 49 },
    { id: 'old2', hook: 'd', next_at_ms: 10 },
    { id: 'over', hook: 'c', next_at_ms: null },
  )
  assert.equal(await sqlOutbox(store, { table: 'job' }).abandon(50, 10, NOW), 0)
  const outbox = sqlOutbox(store, OURS)
  assert.equal(await outbox.abandon(50, 1, NOW + 3), 1)
  assert.equal(await outbox.abandon(50, 10, NOW + 3), 1)
  assert.equal(await outbox.abandon(50, 10, NOW + 3), 0)
  const dead = await store.db
    .selectFrom('job')
    .select(['id', 'done_at_ms', 'next_at_ms'])
    .where('outcome', '=', 'dead')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    dead,
    ['old1', 'old2'].map((id) => ({ id, done_at_ms: NOW + 3, next_at_ms: null })),
  )
})

each('deletes rows of one outcome that ended before a time, up to a limit', async (store) => {
  await put(
    store,
    { id: 'a', outcome: 'delivered', done_at_ms: 10 },
    { id: 'b', outcome: 'delivered', done_at_ms: 49 },
    { id: 'c', outcome: 'delivered', done_at_ms: 50 },
    { id: 'd', outcome: 'dead', done_at_ms: 10 },
    { id: 'e' },
  )
  const outbox = sqlOutbox(store, OURS)
  assert.equal(await outbox.prune('delivered', 50, 1), 1)
  assert.equal(await outbox.prune('delivered', 50, 10), 1)
  assert.deepEqual(await idsOf(store), ['c', 'd', 'e'])
  assert.equal(await outbox.prune('dead', 50, 10), 1)
  assert.deepEqual(await idsOf(store), ['c', 'e'])
  assert.equal(await outbox.now(), NOW)
})

void test('a new row is pending, due at once and not leased', () => {
  assert.deepEqual(newOutboxRow('x', NOW), {
    id: 'x',
    attempts: 0,
    created_at_ms: NOW,
    next_at_ms: NOW,
    done_at_ms: null,
    outcome: null,
    lease_owner: null,
    lease_until_ms: null,
    fence: 0,
  })
})
