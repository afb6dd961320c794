/** Concurrent transactions share a commit and still succeed or fail individually. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import type { MigrationSet } from '../migrate.ts'
import { deferred, eachEngine } from '../testing.ts'
import { uniqueViolation } from '../errors.ts'

interface Tables {
  item: { n: number }
}

const schema: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: 'item',
      up: async (db, { integer }) => {
        await sql`create table item (n ${integer} primary key)`.execute(db)
      },
    },
  ],
}

const SQLITE = ['sqlite'] as const

eachEngine<Tables>(
  'commits or rolls back each concurrent transaction individually',
  async ({ store }) => {
    await store.migrate(schema)
    const add = (n: number): Promise<unknown> =>
      store.transaction(async (trx) => {
        await trx.insertInto('item').values({ n }).execute()
        if (n % 7 === 0) throw new Error('not this one')
        if (n % 11 === 0)
          await trx
            .insertInto('item')
            .values({ n })
            .execute()
            .catch(() => 'swallowed')
        return n
      })
    const numbers = Array.from({ length: 60 }, (_, index) => index)
    const ended = await Promise.allSettled([...numbers.map(add), add(1)])
    const kept = numbers.filter((n) => n % 7 !== 0 && n % 11 !== 0)
    const results = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    assert.deepEqual(results, kept)
    const twice = ended.at(-1)
    assert.ok(twice?.status === 'rejected' && uniqueViolation(twice.reason))
    const rows = await store.db.selectFrom('item').select('n').orderBy('n').execute()
    assert.deepEqual(
      rows.map(({ n }) => n),
      kept,
    )
  },
  {},
  SQLITE,
)

eachEngine<Tables>(
  'waiting transactions share the next commit and resolve only after it',
  async ({ store, url }) => {
    await store.migrate(schema)
    const witness = new Sqlite(new URL(url).pathname, { readonly: true })
    const committed = (): unknown => witness.prepare('select count(*) from item').pluck().get()
    const [running, go] = [deferred(), deferred()]
    const seen: unknown[] = []
    const add = (n: number, before: () => Promise<void> = async () => {}): Promise<void> =>
      store
        .transaction(async (trx) => {
          await before()
          await trx.insertInto('item').values({ n }).execute()
        })
        .then(() => void seen.push(committed()))
    const first = add(0, async () => {
      running.resolve()
      await go.promise
    })
    await running.promise
    const others = Array.from({ length: 9 }, (_, index) => add(index + 1))
    assert.equal(committed(), 0)
    go.resolve()
    await Promise.all([first, ...others])
    witness.close()
    assert.deepEqual(seen, Array(10).fill(10))
  },
  {},
  SQLITE,
)

eachEngine<Tables>(
  'runs work in the async context of its caller',
  async ({ store }) => {
    await store.migrate(schema)
    const who = new AsyncLocalStorage<number>()
    const asked = Array.from({ length: 5 }, (_, n) =>
      who.run(n, () => store.transaction(async () => who.getStore())),
    )
    assert.deepEqual(await Promise.all(asked), [0, 1, 2, 3, 4])
  },
  {},
  SQLITE,
)

eachEngine<Tables>(
  'D-48 runs timers and requests under continuous load',
  async ({ store }) => {
    await store.migrate(schema)
    let over = false
    setTimeout(() => (over = true), 1)
    let count = 0
    const busy = async (): Promise<void> => {
      while (!over && count < 20_000) {
        count += 1
        await store.transaction(async () => {})
      }
    }
    await Promise.all([busy(), busy()])
    assert.ok(over, `${count} transactions and no timer`)
  },
  {},
  SQLITE,
)
