/** Concurrent transactions share a commit and still succeed or fail individually. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import initSqlJs from 'sql.js'
import { isStoreUnavailable, StoreError, uniqueViolation } from '../errors.ts'
import { openMemory, type MemoryStore } from '../memory/memory-store.ts'
import type { MigrationSet } from '../migrate.ts'
import { deferred, eachEngine } from '../testing.ts'
import { GroupCommit } from './group-commit.ts'

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

interface CountedStore {
  readonly store: MemoryStore<Tables>
  readonly commits: () => number
}

/** A store in memory that counts its commits. */
async function counted(connectTimeoutMs = 60_000): Promise<CountedStore> {
  let commits = 0
  const store = openMemory<Tables>(await initSqlJs(), {
    connectTimeoutMs,
    changed: () => void (commits += 1),
  })
  await store.migrate(schema)
  return { store, commits: () => commits }
}

/** A transaction that holds the store until `goOn`. */
async function held(store: MemoryStore<Tables>): Promise<{ goOn: () => void; ended: Promise<void> }> {
  const [begun, gate] = [deferred(), deferred()]
  const ended = store.transaction(async () => {
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  return { goOn: () => gate.resolve(), ended }
}

for (const [count, expected] of [
  [1, 1],
  [16, 1],
  [17, 2],
  [33, 3],
] as const)
  void test(`${count} concurrent transactions share ${expected} commits`, async () => {
    const { store, commits } = await counted()
    const before = commits()
    const add = (n: number): Promise<unknown> =>
      store.transaction((trx) => trx.insertInto('item').values({ n }).execute())
    await Promise.all(Array.from({ length: count }, (_, index) => add(index)))
    assert.equal(commits() - before, expected)
    await store.close()
  })

void test('rejects a transaction at once when 10,000 wait', async () => {
  const { store } = await counted()
  const { goOn, ended } = await held(store)
  let ran = 0
  const work = async (): Promise<void> => void (ran += 1)
  const waiting = Array.from({ length: 10_000 }, () => store.transaction(work))
  await assert.rejects(store.transaction(work), { code: 'store-unavailable', message: /queue is full/ })
  goOn()
  await Promise.all([ended, ...waiting])
  assert.equal(ran, 10_000)
  await store.close()
})

void test('a transaction that waited too long is rejected and never runs', async ({ mock }) => {
  const { store } = await counted(20)
  mock.timers.enable({ apis: ['setTimeout'] })
  const { goOn, ended } = await held(store)
  let ran = false
  const late = store.transaction(async () => void (ran = true))
  mock.timers.tick(20)
  await assert.rejects(late, { code: 'store-unavailable', message: /busy for too long/ })
  goOn()
  await ended
  await store.transaction(async () => {})
  assert.equal(ran, false)
  await store.close()
})

void test('the time limit ends when the transaction begins', async ({ mock }) => {
  const { store } = await counted(20)
  mock.timers.enable({ apis: ['setTimeout'] })
  await store.transaction(async () => mock.timers.tick(60))
  await store.close()
})

void test('a closed group runs what it accepted and rejects the rest', async () => {
  const { store } = await counted()
  const group = new GroupCommit(store.db, () => false, 60_000)
  const accepted = group.run(async () => 'done')
  const closing = group.close()
  await assert.rejects(
    group.run(async () => 'late'),
    { code: 'store-closed' },
  )
  await closing
  assert.equal(await accepted, 'done')
  await store.close()
})

void test('every transaction of a group that cannot begin gets an error in turn', async () => {
  const { store } = await counted()
  let begins = 0
  const fault = new StoreError('store-unavailable', 'away')
  const failing = {
    transaction: () => ({
      execute: () => {
        begins += 1
        return Promise.reject(begins === 1 ? fault : new Error('a fault of the driver'))
      },
    }),
  } as unknown as typeof store.db
  const group = new GroupCommit(failing, () => false, 60_000)
  const ended = await Promise.allSettled([group.run(async () => 1), group.run(async () => 2)])
  const [first, second] = ended.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : null))
  assert.equal(first, fault)
  assert.ok(isStoreUnavailable(second) && second instanceof Error)
  assert.match(second.message, /whole group/)
  assert.match(String(second.cause), /a fault of the driver/)
  await store.close()
})
