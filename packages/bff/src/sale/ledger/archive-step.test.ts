// D-173: one step of the archive, on an embedded file in memory: which sales it moves, and what is left behind.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { rows } from '../machine/machine.testing.ts'
import { ARCHIVE_BATCH, archivedEvents, archiveNext, hotEvents } from './archive.ts'
import type { Ledger } from './ledger.ts'
import { intent, paidSales } from './paid.testing.ts'
import { memoryStore } from './store.testing.ts'
import type { LedgerTables } from './tables.ts'

const { merchant } = rows.intent
const START_MS = 1_000
const END_MS = START_MS + 1

interface Scene {
  readonly store: Store<LedgerTables>
  readonly clock: ManualClock
  /** Pays these sales; they begin and end at the time of the clock. */
  paid(...ids: readonly string[]): Promise<Ledger>
  /** Runs one step: the number of sales that it looked at. */
  step(beforeMs?: number, of?: string): Promise<number>
  archived(): Promise<string>
  /** The sales with events in the growing table. */
  hot(): Promise<string>
}

async function begin(context: TestContext): Promise<Scene> {
  const clock = new ManualClock(START_MS)
  const store = await memoryStore(context, () => clock.now())
  const namesIn = async (table: 'sale_archive' | 'sale_event'): Promise<string> => {
    const found = await store.db.selectFrom(table).select('sale_id').distinct().orderBy('sale_id').execute()
    return found.map(({ sale_id }) => sale_id).join(' ')
  }
  return {
    store,
    clock,
    paid: (...ids) => paidSales(store, ids),
    step: (beforeMs = END_MS, of = merchant) => archiveNext(store, of, beforeMs),
    archived: () => namesIn('sale_archive'),
    hot: () => namesIn('sale_event'),
  }
}

test('D-173 a step moves all events of ended sales, and both tables are read as one', async (context) => {
  const { store, clock, paid, step, archived, hot } = await begin(context)
  const ledger = await paid('a', 'b', 'c')
  const before = await ledger.events('b', 0)
  assert.equal(before.length, 4)
  assert.deepEqual([...(await hotEvents(store.db, ['b', 'a'])).keys()], ['a', 'b'])
  assert.deepEqual((await hotEvents(store.db, ['b', 'a'])).get('b'), before)
  assert.equal((await archivedEvents(store.db, ['b'])).size, 0)
  clock.jump(50)
  assert.equal(await step(), 3)
  assert.deepEqual([await archived(), await hot()], ['a b c', ''])
  assert.deepEqual([...(await archivedEvents(store.db, ['b']))], [['b', before]])
  assert.deepEqual(await ledger.events('b', 0), before)
  const kept = await store.db.selectFrom('sale_archive').select('archived_at_ms').execute()
  assert.deepEqual(
    kept.map(({ archived_at_ms: atMs }) => atMs),
    [START_MS + 50, START_MS + 50, START_MS + 50],
  )
  assert.equal(await step(), 0)
})

test('no sales have no events', async (context) => {
  const { store, paid } = await begin(context)
  await paid('a')
  await store.close()
  // Without IDs no statement runs.
  assert.equal((await archivedEvents(store.db, [])).size, 0)
  assert.equal((await hotEvents(store.db, [])).size, 0)
})

test('an archive that cannot be read has no events', async (context) => {
  const { store, paid, step } = await begin(context)
  await paid('a')
  await step()
  await sql`update sale_archive set events = substr(events, 2)`.execute(store.db)
  assert.deepEqual([...(await archivedEvents(store.db, ['a']))], [['a', []]])
})

test('D-173 a sale is archived if it was created and ended before the limit', async (context) => {
  const { store, clock, paid, step, archived } = await begin(context)
  await paid('early')
  clock.jump(10)
  await paid('edge')
  await sql`update sale set settled_at_ms = ${START_MS + 10} where id = 'early'`.execute(store.db)
  assert.equal(await step(START_MS + 10), 1, 'the other one was created at the limit')
  assert.equal(await archived(), '', 'and this one ended at the limit')
  assert.equal(await step(START_MS + 11), 1)
  assert.equal(await archived(), 'edge')
})

test('D-173 an open, a followed and a broken sale stay, and the step goes on after them', async (context) => {
  const { store, clock, paid, step, archived, hot } = await begin(context)
  const ledger = await paid('broken', 'followed')
  await ledger.insert(intent('open'))
  const follow = { sale_id: 'followed', pace: 'wide', since_ms: 1, next_at_ms: 1, fence: 0 } as const
  await store.db
    .insertInto('sale_follow_up')
    .values({ ...follow, lease_owner: null, lease_until_ms: null })
    .execute()
  await sql`update sale_event set at_ms = 5 where sale_id = 'broken' and number = 2`.execute(store.db)
  assert.equal(await step(), 3)
  assert.equal(await archived(), '')
  clock.jump(1)
  await paid('next')
  assert.equal(await step(END_MS + 1), 1)
  assert.deepEqual([await archived(), await hot()], ['next', 'broken followed open'])
})

test('D-173 a sale without its events is not archived', async (context) => {
  const { store, paid, step, archived } = await begin(context)
  await paid('a', 'empty')
  await sql`delete from sale_event where sale_id = 'empty'`.execute(store.db)
  assert.equal(await step(), 2)
  assert.equal(await archived(), 'a')
})

test('D-173 a step looks at 100 sales of one merchant, in the order of their creation and ID', async (context) => {
  const { store, clock, paid, step, archived } = await begin(context)
  await paid('a-last')
  clock.jump(-1)
  const ids = Array.from(
    { length: ARCHIVE_BATCH },
    (_, index) => `s${String(ARCHIVE_BATCH - index).padStart(3, '0')}`,
  )
  await paid(...ids)
  await paid('other')
  await sql`update sale set merchant = 'other' where id = 'other'`.execute(store.db)
  assert.equal(await step(), 100)
  assert.equal(await archived(), ids.toSorted().join(' '))
  assert.equal(await step(), 1)
  assert.equal(await archived(), ['a-last', ...ids.toSorted()].join(' '))
  assert.equal(await step(END_MS, 'other'), 1, 'each merchant has a place of its own')
  assert.match(await archived(), / other /)
  const places = await store.db.selectFrom('archive_cursor').selectAll().orderBy('merchant').execute()
  assert.deepEqual(places, [
    { merchant, created_at_ms: START_MS, sale_id: 'a-last' },
    { merchant: 'other', created_at_ms: START_MS - 1, sale_id: 'other' },
  ])
})
