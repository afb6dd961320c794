// D-199: two deliverers whose database servers have clocks an hour apart, as on a distributed engine. A delivery has one sender, and
// the rows of a dead sender are taken over after their lease.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { columnMapper, type Columns } from '../column-mapper.ts'
import { eachEngine, ManualClock, type EngineContext } from '../testing.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import { newOutboxRow, type OutboxRow } from './outbox.ts'
import { sqlOutbox } from './sql-outbox.ts'

interface Tables {
  job: Columns<OutboxRow>
}

const JOB = columnMapper<OutboxRow>({})
const TABLE = { table: 'job', mapper: JOB } as const
const HOUR_MS = 3_600_000
/** The receiver answers after this time, which is longer than the interval of two claims. */
const SLOW_MS = 9_000

/** Two deliverers on one table, `two` with a database clock that is an hour ahead, and the attempts of both. */
async function twoDeliverers({ store, open }: EngineContext<Tables>, answersAfterMs = SLOW_MS) {
  const clock = new ManualClock()
  await store.migrate({
    name: 'job',
    migrations: [
      {
        name: 'job',
        async up(db, { text, integer }) {
          await sql`create table job (id ${text} primary key, attempts ${integer} not null,
            created_at_ms ${integer} not null, next_at_ms ${integer}, done_at_ms ${integer}, outcome ${text},
            lease_owner ${text}, lease_until_ms ${integer}, fence ${integer} not null)`.execute(db)
        },
      },
    ],
  })
  const attempts: { readonly by: string; readonly atMs: number }[] = []
  const outboxes = {
    one: sqlOutbox(await open({ testClock: () => clock.now() }), TABLE),
    two: sqlOutbox(await open({ testClock: () => clock.now() + HOUR_MS }), TABLE),
  }
  const begin = (by: 'one' | 'two'): Deliverer => {
    const deliverer = createDeliverer<OutboxRow>({
      outbox: outboxes[by],
      receiverOf: ({ id }) => id,
      handlerFor: () => () => {
        attempts.push({ by, atMs: clock.now() })
        return new Promise((resolve) => void clock.after(answersAfterMs, () => resolve({ ok: true })))
      },
      retryForMs: Number.POSITIVE_INFINITY,
      unknownCode: 'no-handler',
      clock,
      random: (length) => new Uint8Array(length).fill(128),
      log: { attempted() {}, fault: (code) => assert.fail(code), works() {}, abandoned() {} },
      instance: by,
    })
    deliverer.begin()
    return deliverer
  }
  const put = async (...ids: readonly string[]): Promise<void> => {
    const rows = ids.map((id) => JOB.toColumns(newOutboxRow(id, clock.now())))
    await store.db.insertInto('job').values(rows).execute()
  }
  const isDelivered = async (): Promise<boolean> =>
    (await store.db.selectFrom('job').select('outcome').executeTakeFirst())?.outcome === 'delivered'
  return { clock, attempts, outboxes, begin, put, isDelivered }
}

eachEngine<Tables>(
  'D-199 a slow delivery has one sender while the clocks of two servers differ by an hour',
  async (context) => {
    const { clock, attempts, begin, put, isDelivered } = await twoDeliverers(context)
    const deliverers = [begin('one'), begin('two')]
    await put('x')
    await clock.until(isDelivered, 60_000)
    await clock.advance(60_000)
    assert.equal(attempts.length, 1)
    await clock.ended(Promise.all(deliverers.map((deliverer) => deliverer.drain())))
  },
  {},
  ['postgres'],
)

for (const [dead, heir] of [
  ['one', 'two'],
  ['two', 'one'],
] as const)
  eachEngine<Tables>(
    `D-199 the row of sender "${dead}" that died is delivered by "${heir}" after its 30 s, with clocks an hour apart`,
    async (context) => {
      const { clock, attempts, outboxes, begin, put, isDelivered } = await twoDeliverers(context)
      await put('x')
      const claimed = await outboxes[dead].claim({ owner: dead, leaseMs: 30_000, limit: 1 })
      assert.equal(claimed.length, 1)
      const diedAtMs = clock.now()
      const deliverer = begin(heir)
      await clock.until(isDelivered, 60_000)
      assert.deepEqual(
        attempts.map(({ by }) => by),
        [heir],
      )
      assert.ok((attempts[0]?.atMs ?? 0) - diedAtMs >= 30_000)
      await clock.ended(deliverer.drain())
    },
    {},
    ['postgres'],
  )

eachEngine<Tables>(
  'D-199 all rows of a sender that died are delivered in the second in which their leases have ended',
  async (context) => {
    const { clock, attempts, outboxes, begin, put } = await twoDeliverers(context, 0)
    const ids = Array.from({ length: 150 }, (_, index) => `row-${index}`)
    await put(...ids)
    const claimed = await outboxes.one.claim({ owner: 'one', leaseMs: 30_000, limit: ids.length })
    assert.equal(claimed.length, ids.length)
    const deliverer = begin('two')
    await clock.until(() => attempts.length === ids.length, 60_000)
    const [first] = attempts
    assert.ok(attempts.every(({ atMs }) => atMs - (first?.atMs ?? 0) < 1_000))
    await clock.ended(deliverer.drain())
  },
  {},
  ['postgres'],
)
