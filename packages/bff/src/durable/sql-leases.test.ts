// D-199: two processes work on the rows of one table while the clocks of their database servers are an hour apart, as on a distributed
// engine; and a claim whose answer was lost. Follow-ups of sales and the looks at applications run in such loops.
import assert from 'node:assert/strict'
import {
  ClaimLoop,
  columnMapper,
  sql,
  StoreError,
  type ClaimLoopConfig,
  type Columns,
  type MigrationSet,
  type Store,
} from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import type { Leased } from './lease.ts'
import { sqlLeases } from './sql-leases.ts'

interface Row extends Leased {
  readonly id: string
}

interface Tables {
  job: Columns<Row>
}

const ROW = columnMapper<Row>({})
const TABLE = { table: 'job', key: 'id', mapper: ROW } as const
const MIGRATIONS: MigrationSet = {
  name: 'job',
  migrations: [
    {
      name: 'job',
      async up(db, { text, integer }) {
        await sql`create table job (id ${text} primary key, next_at_ms ${integer}, lease_owner ${text},
          lease_until_ms ${integer}, fence ${integer} not null)`.execute(db)
      },
    },
  ],
}
const HOUR_MS = 3_600_000
const LEASE_MS = 30_000
/** The work on a row takes longer than the interval of two claims. */
const WORK_MS = 9_000

/** Works on each row of a claim. */
const each =
  (work: (row: Row) => Promise<void>): ClaimLoopConfig<Row>['work'] =>
  (rows, start) => {
    for (const row of rows) start(row, () => work(row))
  }

async function insert(store: Store<Tables>, id: string, atMs: number): Promise<void> {
  const row = { id, nextAtMs: atMs, leaseOwner: null, leaseUntilMs: null, fence: 0 }
  await store.db.insertInto('job').values(ROW.toColumns(row)).execute()
}

eachEngine<Tables>(
  'D-199 a row has one worker, and a dead one is replaced after its lease, with clocks an hour apart',
  async ({ store, open }) => {
    const clock = new ManualClock()
    await store.migrate(MIGRATIONS)
    const works: { readonly id: string; readonly by: string; readonly atMs: number }[] = []
    const done: string[] = []
    const leasesOf = async (aheadMs: number) =>
      sqlLeases(await open({ testClock: () => clock.now() + aheadMs }), TABLE)
    const start = async (by: string, aheadMs: number): Promise<ClaimLoop<Row>> => {
      const leases = await leasesOf(aheadMs)
      const loop = new ClaimLoop<Row>({
        claim: (limit, ended) => leases.claim({ owner: by, leaseMs: LEASE_MS, limit, ended }),
        held: leases.held,
        releaseOthers: () => assert.fail('no claim was lost'),
        keyOf: ({ id }) => id,
        leaseMs: LEASE_MS,
        work: each(async ({ id, fence }) => {
          works.push({ id, by, atMs: clock.now() })
          await new Promise<void>((resolve) => void clock.after(WORK_MS, resolve))
          await leases.release({ id, fence, set: { nextAtMs: null } })
          done.push(id)
        }),
        room: (active) => 4 - active,
        clock,
        failed: (error) => assert.fail(String(error)),
        report: { failed: (code) => assert.fail(code), works() {} },
      })
      loop.begin()
      return loop
    }
    const put = (id: string): Promise<void> => insert(store, id, clock.now())
    await put('dead')
    assert.equal(
      (await (await leasesOf(HOUR_MS)).claim({ owner: 'dead', leaseMs: LEASE_MS, limit: 1 })).length,
      1,
    )
    const diedAtMs = clock.now()
    const loops = [await start('behind', 0), await start('ahead', HOUR_MS)]
    await put('slow')
    await clock.until(() => done.length === 2, 60_000)
    await clock.advance(60_000)
    assert.deepEqual(works.map(({ id }) => id).toSorted(), ['dead', 'slow'])
    assert.ok((works.find(({ id }) => id === 'dead')?.atMs ?? 0) - diedAtMs >= LEASE_MS)
    await clock.ended(Promise.all(loops.map((loop) => loop.drain())))
  },
  {},
  ['postgres'],
)

eachEngine<Tables>(
  'rows of a claim that was committed without an answer are worked on a second later, a row with work keeps its lease',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    await store.migrate(MIGRATIONS)
    const leases = sqlLeases(store, TABLE)
    const works: string[] = []
    const news: string[] = []
    let losses = 0
    const loop = new ClaimLoop<Row>({
      async claim(limit, ended) {
        const rows = await leases.claim({ owner: 'me', leaseMs: LEASE_MS, limit, ended })
        if (losses === 0 || rows.length === 0) return rows
        losses -= 1
        throw new StoreError('store-unavailable', 'the answer was lost')
      },
      held: leases.held,
      releaseOthers: (except) => leases.releaseOthers('me', except),
      keyOf: ({ id }) => id,
      leaseMs: LEASE_MS,
      work: each(async ({ id, fence }) => {
        works.push(id)
        if (id === 'slow') await new Promise<void>((resolve) => void clock.after(WORK_MS, resolve))
        await leases.release({ id, fence, set: { nextAtMs: null } })
      }),
      room: (active) => 4 - active,
      clock,
      failed: (error) => assert.fail(String(error)),
      report: { failed: (code) => void news.push(code), works: () => void news.push('works') },
    })
    await insert(store, 'slow', clock.now())
    loop.begin()
    await clock.until(() => works.length === 1)
    losses = 1
    await insert(store, 'x', clock.now())
    const putAtMs = clock.now()
    await clock.until(() => works.length === 2, 60_000)
    assert.ok(clock.now() - putAtMs <= 2_500, `after ${clock.now() - putAtMs} ms`)
    await clock.advance(WORK_MS)
    assert.deepEqual(works, ['slow', 'x'])
    assert.deepEqual([...new Set(news)], ['works', 'store-unavailable'])
    assert.equal(news.filter((each) => each === 'store-unavailable').length, 1)
    assert.equal(news.at(-1), 'works')
    const rows = await store.db
      .selectFrom('job')
      .select(['id', 'next_at_ms', 'fence'])
      .orderBy('id')
      .execute()
    assert.deepEqual(rows, [
      { id: 'slow', next_at_ms: null, fence: 1 },
      { id: 'x', next_at_ms: null, fence: 2 },
    ])
    await clock.ended(loop.drain())
  },
)
