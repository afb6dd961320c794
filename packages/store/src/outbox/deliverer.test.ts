// Behaviour of an outbox on any table: repeated delivery, columns updated with the result, rows that a
// receiver rejects. The tests of the host events and of the service cover outages, crashes, two instances,
// giving up and deletion.
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { eachEngine, ManualClock } from '../testing.ts'
import type { MigrationSet } from '../migrate.ts'
import { StoreError } from '../errors.ts'
import type { Store } from '../store.ts'
import { createDeliverer, type Deliverer, type Attempt } from './deliverer.ts'
import type { Timer } from '../shared-types.ts'
import { newOutboxRow, type Outbox, type OutboxRow, type DeliveryResult } from './outbox.ts'
import { columnMapper, type Columns } from '../column-mapper.ts'
import { sqlOutbox } from './sql-outbox.ts'

interface Job extends OutboxRow {
  readonly receiver: string
  readonly step: string
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
        await sql`create table job (id ${text} primary key, receiver ${text} not null, step ${text} not null,
          attempts ${integer} not null, created_at_ms ${integer} not null, next_at_ms ${integer}, done_at_ms ${integer},
          outcome ${text}, lease_owner ${text}, lease_until_ms ${integer}, fence ${integer} not null)`.execute(
          db,
        )
      },
    },
  ],
}

/** A clock that moves from timer to timer while no outbox call is pending. */
class AutoClock extends ManualClock implements Timer {
  #pending = 0
  /** Additional time per step, in ms. */
  leapMs = 0

  /** Moves to the next timer unless an outbox call is pending. */
  tick(): void {
    if (this.#pending === 0) this.next(this.leapMs)
  }

  /** Wraps an outbox; time does not move while one of its calls is pending. */
  paused<Row>(outbox: Outbox<Row>): Outbox<Row> {
    const wait =
      <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked): Promise<Answer> => {
        this.#pending += 1
        try {
          return await ask(...asked)
        } finally {
          this.#pending -= 1
        }
      }
    const { now, claim, heldLeases, releaseLeases, finish, release, postpone, abandon, prune } = outbox
    return {
      heldLeases: heldLeases === null ? null : wait(heldLeases),
      now: wait(now),
      claim: wait(claim),
      releaseLeases: wait(releaseLeases),
      finish: wait(finish),
      release: wait(release),
      postpone: wait(postpone),
      abandon: wait(abandon),
      prune: wait(prune),
    }
  }
}

interface Harness {
  readonly clock: AutoClock
  readonly store: Store<Tables>
  readonly attempts: string[]
  readonly results: (Attempt & { readonly id: string })[]
  put(id: string, receiver?: string): Promise<void>
  begin(
    answer: (job: Job) => Promise<DeliveryResult>,
    options?: { retryForMs?: number; instance?: string; releaseLeases?: () => Promise<void> },
  ): Deliverer
  until(done: () => boolean | Promise<boolean>): Promise<void>
}

const each = (title: string, body: (harness: Harness) => Promise<void>): void =>
  eachEngine<Tables>(title, async ({ open }) => {
    const clock = new AutoClock()
    const store = await open({ testClock: () => clock.now() })
    await store.migrate(SET)
    const harness: Harness = {
      clock,
      store,
      attempts: [],
      results: [],
      async put(id, receiver = 'a') {
        const row = { ...newOutboxRow(id, await store.now()), receiver, step: 'send' }
        await store.db.insertInto('job').values(JOB.toColumns(row)).execute()
      },
      begin(answer, { retryForMs = Number.POSITIVE_INFINITY, instance = 'one', releaseLeases } = {}) {
        const deliverer = createDeliverer<Job>({
          outbox: {
            ...clock.paused(sqlOutbox(store, { table: 'job', mapper: JOB })),
            ...(releaseLeases === undefined ? {} : { releaseLeases }),
          },
          receiverOf: ({ receiver }) => receiver,
          handlerFor: () => (job) => {
            harness.attempts.push(`${job.id} ${job.step}`)
            return answer(job)
          },
          retryForMs,
          unknownCode: 'no-handler',
          clock,
          random: (length) => new Uint8Array(length).fill(128),
          log: {
            attempted: (job, attempt) => void harness.results.push({ ...attempt, id: job.id }),
            fault() {},
            works() {},
            abandoned() {},
          },
          instance,
        })
        deliverer.begin()
        return deliverer
      },
      async until(done) {
        const giveUpAt = performance.now() + 60_000
        while (!(await done())) {
          if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
          await turn()
          clock.tick()
        }
      },
    }
    await body(harness)
  })

each('delivers a row although the leases of the earlier run cannot be ended', async (harness) => {
  await harness.put('x')
  let tries = 0
  const releaseLeases = (): Promise<void> => {
    tries += 1
    return Promise.reject(new StoreError('store-unavailable', 'away'))
  }
  const deliverer = harness.begin(async () => ({ ok: true }), { releaseLeases })
  await harness.until(() => harness.results.length === 1)
  assert.equal(tries, 1)
  await deliverer.drain()
})

each('delivers a row once more after `againInMs`, with its updated columns', async (harness) => {
  await harness.put('x')
  const startMs = await harness.store.now()
  const deliverer = harness.begin(async ({ step }) =>
    step === 'send' ? { ok: true, againInMs: 90_000, set: { step: 'look' } } : { ok: true },
  )
  await harness.until(() => harness.results.some(({ outcome }) => outcome === 'delivered'))
  await harness.until(async () => {
    const row = await harness.store.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    return row.outcome === 'delivered' && row.step === 'look' && row.lease_owner === null
  })
  await deliverer.drain()
  assert.deepEqual(harness.attempts, ['x send', 'x look'])
  assert.ok((harness.results[1]?.ageMs ?? 0) >= 90_000)
  assert.ok((await harness.store.now()) - startMs >= 90_000)
})

each('retries without a time limit until the delivery succeeds', async (harness) => {
  await harness.put('x')
  harness.clock.leapMs = 3_600_000
  const days = 4 * 24 * 3_600_000
  const startMs = await harness.store.now()
  const deliverer = harness.begin(async () =>
    (await harness.store.now()) - startMs > days ? { ok: true } : { ok: false, code: 'away' },
  )
  await harness.until(() => harness.results.at(-1)?.outcome === 'delivered')
  await deliverer.drain()
  assert.ok(harness.results.every(({ outcome }) => outcome !== 'dead'))
})

each('a rejected row does not delay the other rows of its receiver', async (harness) => {
  for (let index = 0; index < 8; index += 1) await harness.put(`bad${index}`)
  const deliverer = harness.begin(async ({ id }) =>
    id === 'good' ? { ok: true } : { ok: false, code: 'no', refused: true },
  )
  await harness.until(() => harness.results.length >= 60)
  const before = harness.results.length
  await harness.put('good')
  await harness.until(() => harness.results.some(({ id }) => id === 'good'))
  await deliverer.drain()
  const good = harness.results.findIndex(({ id }) => id === 'good')
  // With a cool-down after every rejection the receiver would get one row at a time, minutes apart.
  assert.ok(good - before <= 8, `${good - before} rows came first`)
  assert.ok((harness.results[good]?.ageMs ?? Number.NaN) <= 10_000, `${harness.results[good]?.ageMs} ms`)
})

each('runs at most 32 attempts that are younger than a second', async (harness) => {
  for (let index = 0; index < 70; index += 1) await harness.put(`row${index}`, `receiver${index}`)
  const begunAtMs: number[] = []
  const answers: ((result: DeliveryResult) => void)[] = []
  const deliverer = harness.begin(() => {
    begunAtMs.push(harness.clock.now())
    return new Promise((resolve) => void answers.push(resolve))
  })
  await harness.until(() => begunAtMs.length === 70)
  for (const atMs of begunAtMs)
    assert.ok(begunAtMs.filter((other) => other >= atMs && other < atMs + 1_000).length <= 32)
  for (const answer of answers.splice(0)) answer({ ok: true })
  await deliverer.drain()
  assert.equal(harness.results.filter(({ outcome }) => outcome === 'delivered').length, 70)
})

each('leases a row for 30 s during an attempt', async (harness) => {
  await harness.put('x')
  let answer: (result: DeliveryResult) => void = () => {}
  const deliverer = harness.begin(() => new Promise((resolve) => void (answer = resolve)))
  await harness.until(() => harness.attempts.length === 1)
  const { lease_until_ms: untilMs } = await harness.store.db
    .selectFrom('job')
    .select('lease_until_ms')
    .executeTakeFirstOrThrow()
  const leftMs = (untilMs ?? 0) - (await harness.store.now())
  assert.ok(leftMs > 25_000 && leftMs <= 30_000, `${leftMs} ms`)
  answer({ ok: true })
  await deliverer.drain()
})

each(
  'a restart delivers the rows of a killed run at once, another instance after the lease expires',
  async (harness) => {
    for (const [instance, waitMs] of [
      ['one', 2_000],
      ['two', 32_000],
    ] as const) {
      const id = `of-${instance}`
      await harness.put(id)
      const killed = sqlOutbox(harness.store, { table: 'job', mapper: JOB })
      const [held] = await killed.claim({ owner: 'one', leaseMs: 30_000, limit: 1 })
      assert.ok(held !== undefined)
      const startMs = harness.clock.now()
      const next = harness.begin(async () => ({ ok: true }), { instance })
      await harness.until(() => harness.results.some((end) => end.id === id && end.outcome === 'delivered'))
      assert.ok(harness.clock.now() - startMs <= waitMs, `${harness.clock.now() - startMs} ms`)
      await next.drain()
      // The earlier run is still alive: its late result must not change the row.
      await killed.release(held, 7, harness.clock.now())
      const row = await harness.store.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      assert.deepEqual([row?.outcome, row?.attempts], ['delivered', 1])
    }
  },
)
