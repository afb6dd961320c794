// D-199: two processes work on the rows of one table while the clocks of their database servers are an hour apart, as on a distributed
// engine. Follow-ups of sales and the looks at applications run in such loops.
import assert from 'node:assert/strict'
import { columnMapper, sql, type Columns } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { createClaimLoop, type ClaimLoop } from './claim-loop.ts'
import type { Leased } from './lease.ts'
import { sqlLeases } from './sql-leases.ts'

interface Row extends Leased {
  readonly id: string
}

interface Tables {
  job: Columns<Row>
}

const ROW = columnMapper<Row>({})
const HOUR_MS = 3_600_000
const LEASE_MS = 30_000
/** The work on a row takes longer than the interval of two claims. */
const WORK_MS = 9_000

eachEngine<Tables>(
  'D-199 a row has one worker, and a dead one is replaced after its lease, with clocks an hour apart',
  async ({ store, open }) => {
    const clock = new ManualClock()
    await store.migrate({
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
    })
    const works: { readonly id: string; readonly by: string; readonly atMs: number }[] = []
    const done: string[] = []
    const leasesOf = async (aheadMs: number) =>
      sqlLeases(await open({ testClock: () => clock.now() + aheadMs }), {
        table: 'job',
        key: 'id',
        mapper: ROW,
      })
    const start = async (by: string, aheadMs: number): Promise<ClaimLoop> => {
      const leases = await leasesOf(aheadMs)
      const loop = createClaimLoop<Row>({
        claim: (limit, ended) => leases.claim({ owner: by, leaseMs: LEASE_MS, limit, ended }),
        held: leases.held,
        leaseMs: LEASE_MS,
        async work({ id, fence }) {
          works.push({ id, by, atMs: clock.now() })
          await new Promise<void>((resolve) => void clock.after(WORK_MS, resolve))
          await leases.release({ id, fence, set: { nextAtMs: null } })
          done.push(id)
        },
        atOnce: 4,
        clock,
        failed: (code) => assert.fail(code),
      })
      loop.begin()
      return loop
    }
    const put = async (id: string): Promise<void> => {
      const row = { id, nextAtMs: clock.now(), leaseOwner: null, leaseUntilMs: null, fence: 0 }
      await store.db.insertInto('job').values(ROW.toColumns(row)).execute()
    }
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
