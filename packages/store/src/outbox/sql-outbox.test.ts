/** The outbox in SQL: which rows each call changes, and that a changed fence makes a write a no-op. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { columnMapper, type Columns } from '../column-mapper.ts'
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
  job: Columns<Job>
}

const JOB = columnMapper<Job>({})

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
const ALL = { table: 'job', mapper: JOB } as const
const OURS = { ...ALL, states: { column: 'hook', values: ['a', 'b'] } } as const

async function put(store: Store<Tables>, ...rows: readonly (Partial<Job> & { readonly id: string })[]) {
  await store.migrate(SET)
  for (const row of rows)
    await store.db
      .insertInto('job')
      .values(JOB.toColumns({ ...newOutboxRow(row.id, NOW), hook: 'a', note: null, ...row }))
      .execute()
}

const rowOf = async (store: Store<Tables>, id: string): Promise<Job> =>
  JOB.toRow(await store.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const idsOf = async (store: Store<Tables>): Promise<string[]> =>
  (await store.db.selectFrom('job').select('id').orderBy('id').execute()).map(({ id }) => id)

const each = (title: string, body: (store: Store<Tables>) => Promise<void>): void =>
  eachEngine<Tables>(title, ({ store }) => body(store), { testClock: () => NOW })

const CLAIM = { owner: 'one', leaseMs: 500, limit: 10 }

each('claims the due rows of its hooks and leases them', async (store) => {
  await put(store, { id: 'due' }, { id: 'foreign', hook: 'c' }, { id: 'later', nextAtMs: NOW + 1 })
  const claimed = await sqlOutbox(store, OURS).claim(CLAIM)
  assert.deepEqual(
    claimed.map(({ id, leaseOwner, leaseUntilMs, fence }) => [id, leaseOwner, leaseUntilMs, fence]),
    [['due', 'one', NOW + 500, 1]],
  )
  const all = await sqlOutbox(store, ALL).claim(CLAIM)
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
    doneAtMs: NOW + 1,
    nextAtMs: null,
    note: 'sent',
    leaseOwner: null,
    leaseUntilMs: null,
  })
  await outbox.release(y, 2, NOW + 5.9, { note: 'again' })
  assert.deepEqual(await rowOf(store, 'y'), {
    ...y,
    attempts: 2,
    nextAtMs: NOW + 5,
    note: 'again',
    leaseOwner: null,
    leaseUntilMs: null,
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
    nextAtMs: NOW + 7,
    leaseOwner: null,
    leaseUntilMs: null,
  })
})

each("ends the leases of one owner's pending rows and raises their fences", async (store) => {
  const lease = { leaseOwner: 'one', leaseUntilMs: NOW + 9, fence: 4 }
  await put(
    store,
    { id: 'done', ...lease, nextAtMs: null },
    { id: 'mine', ...lease },
    { id: 'other', ...lease, leaseOwner: 'two' },
    { id: 'active', ...lease },
  )
  const leases = async () =>
    (await Promise.all(['done', 'mine', 'other', 'active'].map((id) => rowOf(store, id)))).map(
      ({ leaseOwner, leaseUntilMs, fence }) => [leaseOwner, leaseUntilMs, fence],
    )
  await sqlOutbox(store, OURS).releaseLeases('one', ['active', 'else'])
  const kept = ['one', NOW + 9, 4]
  const others = [kept, [null, null, 5], ['two', NOW + 9, 4]]
  assert.deepEqual(await leases(), [...others, kept])
  await sqlOutbox(store, OURS).releaseLeases('one')
  assert.deepEqual(await leases(), [...others, [null, null, 5]])
})

each('gives up rows of unknown hooks that were due before a time, up to a limit', async (store) => {
  await put(
    store,
    { id: 'known', nextAtMs: 10 },
    { id: 'late', hook: 'c', nextAtMs: 50 },
    { id: 'none', hook: '', nextAtMs: 10 },
    { id: 'old1', hook: 'c', nextAtMs: 49 },
    { id: 'old2', hook: 'd', nextAtMs: 10 },
    { id: 'over', hook: 'c', nextAtMs: null },
  )
  assert.equal(await sqlOutbox(store, ALL).abandon(50, 10, NOW), 0)
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
    { id: 'a', outcome: 'delivered', doneAtMs: 10 },
    { id: 'b', outcome: 'delivered', doneAtMs: 49 },
    { id: 'c', outcome: 'delivered', doneAtMs: 50 },
    { id: 'd', outcome: 'dead', doneAtMs: 10 },
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

each('reads the leases on rows of its hooks, on a server only', async (store) => {
  const lease = { leaseOwner: 'one', leaseUntilMs: NOW + 9, fence: 4 }
  await put(store, { id: 'mine', ...lease }, { id: 'foreign', ...lease, hook: 'c' })
  const idsBy = async (table: typeof ALL | typeof OURS): Promise<string[] | undefined> =>
    (await sqlOutbox(store, table).heldLeases?.())?.map(({ id }) => id).toSorted()
  const isServer = store.engine === 'postgres'
  assert.deepEqual(await idsBy(OURS), isServer ? ['mine'] : undefined)
  assert.deepEqual(await idsBy(ALL), isServer ? ['foreign', 'mine'] : undefined)
})

void test('a new row is pending, due at once and not leased', () => {
  assert.deepEqual(newOutboxRow('x', NOW), {
    id: 'x',
    attempts: 0,
    createdAtMs: NOW,
    nextAtMs: NOW,
    doneAtMs: null,
    outcome: null,
    leaseOwner: null,
    leaseUntilMs: null,
    fence: 0,
  })
})
