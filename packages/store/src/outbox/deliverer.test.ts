// What an outbox of any table does: rows that are told once more, columns that change with them, rows a receiver refuses.
// Outages, deaths, two instances, giving up and forgetting are held by the tests of the hosts' events and of the service.
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { eachEngine, ManualClock } from '../testing.ts'
import type { MigrationSet } from '../migrate.ts'
import { StoreError } from '../errors.ts'
import type { Store } from '../store.ts'
import { createDeliverer, type Deliverer, type Ended } from './deliverer.ts'
import { newOutboxRow, type Outbox, type OutboxRow, type Timer, type Told } from './outbox.ts'
import { sqlOutbox } from './sql-outbox.ts'

interface Job extends OutboxRow {
  readonly receiver: string
  readonly step: string
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
        await sql`create table job (id ${text} primary key, receiver ${text} not null, step ${text} not null,
          attempts ${integer} not null, created_at_ms ${integer} not null, next_at_ms ${integer}, done_at_ms ${integer},
          outcome ${text}, lease_owner ${text}, lease_until_ms ${integer}, fence ${integer} not null)`.execute(
          db,
        )
      },
    },
  ],
}

/** Time that passes from timer to timer, while the outbox waits for nothing. */
class HurriedTimer extends ManualClock implements Timer {
  #asked = 0
  /** What passes beyond the next timer, milliseconds. */
  leapMs = 0

  /** Goes on to the next timer, if nobody waits for an answer. */
  tick(): void {
    if (this.#asked === 0) this.next(this.leapMs)
  }

  /** The same outbox; time stands while an answer of it is awaited. */
  still<Row>(outbox: Outbox<Row>): Outbox<Row> {
    const wait =
      <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked): Promise<Answer> => {
        this.#asked += 1
        try {
          return await ask(...asked)
        } finally {
          this.#asked -= 1
        }
      }
    const { now, claim, takeBack, finish, release, putAside, abandon, prune } = outbox
    return {
      now: wait(now),
      claim: wait(claim),
      takeBack: wait(takeBack),
      finish: wait(finish),
      release: wait(release),
      putAside: wait(putAside),
      abandon: wait(abandon),
      prune: wait(prune),
    }
  }
}

interface Bench {
  readonly clock: HurriedTimer
  readonly store: Store<Tables>
  readonly told: string[]
  readonly ends: (Ended & { readonly id: string })[]
  put(id: string, receiver?: string): Promise<void>
  begin(
    answer: (job: Job) => Promise<Told>,
    options?: { toldForMs?: number; instance?: string; takeBack?: () => Promise<void> },
  ): Deliverer
  until(done: () => boolean | Promise<boolean>): Promise<void>
}

const each = (title: string, body: (bench: Bench) => Promise<void>): void =>
  eachEngine<Tables>(title, async ({ open }) => {
    const clock = new HurriedTimer()
    const store = await open({ testClock: () => clock.now() })
    await store.migrate(SET)
    const bench: Bench = {
      clock,
      store,
      told: [],
      ends: [],
      async put(id, receiver = 'a') {
        const row = { ...newOutboxRow(id, await store.now()), receiver, step: 'send' }
        await store.db.insertInto('job').values(row).execute()
      },
      begin(answer, { toldForMs = Number.POSITIVE_INFINITY, instance = 'one', takeBack } = {}) {
        const deliverer = createDeliverer<Job>({
          outbox: {
            ...clock.still(sqlOutbox(store, { table: 'job' })),
            ...(takeBack === undefined ? {} : { takeBack }),
          },
          receiverOf: ({ receiver }) => receiver,
          tellerFor: () => (job) => {
            bench.told.push(`${job.id} ${job.step}`)
            return answer(job)
          },
          toldForMs,
          unknownCode: 'nobody',
          clock,
          random: (length) => new Uint8Array(length).fill(128),
          log: {
            told: (job, ended) => void bench.ends.push({ ...ended, id: job.id }),
            fault() {},
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
          if (performance.now() > giveUpAt) assert.fail('what the test waits for did not happen')
          await turn()
          clock.tick()
        }
      },
    }
    await body(bench)
  })

each('a row is told although the leases of the earlier run cannot be ended', async (bench) => {
  await bench.put('x')
  let tries = 0
  const takeBack = (): Promise<void> => {
    tries += 1
    return Promise.reject(new StoreError('store-unavailable', 'away'))
  }
  const deliverer = bench.begin(async () => ({ ok: true }), { takeBack })
  await bench.until(() => bench.ends.length === 1)
  assert.equal(tries, 1)
  await deliverer.drain()
})

each('a row that went well and is not over is told once more, with what changed', async (bench) => {
  await bench.put('x')
  const startMs = await bench.store.now()
  const deliverer = bench.begin(async ({ step }) =>
    step === 'send' ? { ok: true, againInMs: 90_000, set: { step: 'look' } } : { ok: true },
  )
  await bench.until(() => bench.ends.some(({ outcome }) => outcome === 'delivered'))
  await bench.until(async () => {
    const row = await bench.store.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    return row.outcome === 'delivered' && row.step === 'look' && row.lease_owner === null
  })
  await deliverer.drain()
  assert.deepEqual(bench.told, ['x send', 'x look'])
  assert.ok((bench.ends[1]?.ageMs ?? 0) >= 90_000)
  assert.ok((await bench.store.now()) - startMs >= 90_000)
})

each('without an end it is told until it is told, however long that takes', async (bench) => {
  await bench.put('x')
  bench.clock.leapMs = 3_600_000
  const days = 4 * 24 * 3_600_000
  const startMs = await bench.store.now()
  const deliverer = bench.begin(async () =>
    (await bench.store.now()) - startMs > days ? { ok: true } : { ok: false, code: 'away' },
  )
  await bench.until(() => bench.ends.at(-1)?.outcome === 'delivered')
  await deliverer.drain()
  assert.ok(bench.ends.every(({ outcome }) => outcome !== 'dead'))
})

each('rows that a receiver refuses hold up none of its others', async (bench) => {
  for (let index = 0; index < 8; index += 1) await bench.put(`bad${index}`)
  const deliverer = bench.begin(async ({ id }) =>
    id === 'good' ? { ok: true } : { ok: false, code: 'no', refused: true },
  )
  await bench.until(() => bench.ends.length >= 60)
  const before = bench.ends.length
  await bench.put('good')
  await bench.until(() => bench.ends.some(({ id }) => id === 'good'))
  await deliverer.drain()
  const good = bench.ends.findIndex(({ id }) => id === 'good')
  // A receiver that is left alone after every failure would be tried with one row at a time, minutes apart.
  assert.ok(good - before <= 8, `${good - before} others came first`)
  assert.ok((bench.ends[good]?.ageMs ?? Number.NaN) <= 10_000, `${bench.ends[good]?.ageMs} ms`)
})

each('one process tells 32 rows at once, and the others when those are told', async (bench) => {
  for (let index = 0; index < 70; index += 1) await bench.put(`row${index}`, `receiver${index}`)
  const answers: ((told: Told) => void)[] = []
  const deliverer = bench.begin(() => new Promise((resolve) => void answers.push(resolve)))
  const startMs = bench.clock.now()
  await bench.until(() => bench.clock.now() - startMs > 5_000)
  assert.equal(bench.told.length, 32)
  for (const answer of answers.splice(0)) answer({ ok: true })
  await bench.until(() => bench.told.length === 64)
  for (const answer of answers.splice(0)) answer({ ok: true })
  await bench.until(() => answers.length === 6)
  for (const answer of answers.splice(0)) answer({ ok: true })
  await deliverer.drain()
  assert.equal(bench.told.length, 70)
})

each('a row is leased for 30 s while it is told', async (bench) => {
  await bench.put('x')
  let answer: (told: Told) => void = () => {}
  const deliverer = bench.begin(() => new Promise((resolve) => void (answer = resolve)))
  await bench.until(() => bench.told.length === 1)
  const { lease_until_ms: untilMs } = await bench.store.db
    .selectFrom('job')
    .select('lease_until_ms')
    .executeTakeFirstOrThrow()
  const leftMs = (untilMs ?? 0) - (await bench.store.now())
  assert.ok(leftMs > 25_000 && leftMs <= 30_000, `${leftMs} ms`)
  answer({ ok: true })
  await deliverer.drain()
})

each(
  'what a killed run held is told at once by its next run, and by another when the lease is over',
  async (bench) => {
    for (const [instance, waitMs] of [
      ['one', 2_000],
      ['two', 32_000],
    ] as const) {
      const id = `of-${instance}`
      await bench.put(id)
      const killed = sqlOutbox(bench.store, { table: 'job' })
      const [held] = await killed.claim({ owner: 'one', leaseMs: 30_000, limit: 1 })
      assert.ok(held !== undefined)
      const startMs = bench.clock.now()
      const next = bench.begin(async () => ({ ok: true }), { instance })
      await bench.until(() => bench.ends.some((end) => end.id === id && end.outcome === 'delivered'))
      assert.ok(bench.clock.now() - startMs <= waitMs, `${bench.clock.now() - startMs} ms`)
      await next.drain()
      // It was not dead after all: what it heard comes too late to change the row.
      await killed.release(held, 7, bench.clock.now())
      const row = await bench.store.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      assert.deepEqual([row?.outcome, row?.attempts], ['delivered', 1])
    }
  },
)
