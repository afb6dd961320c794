/** Notices as rows that every process polls: each arrives once and in order, and none is hidden by a late row or by another clock. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { openStore } from '../open.ts'
import type { Store, StoreOptions } from '../store.ts'
import { deferred, eachEngine } from '../testing.ts'

/** Listens until the notice `end`; `words` resolves with the earlier ones. */
async function listenTo(store: Store<unknown>): Promise<{ readonly words: Promise<readonly string[]> }> {
  const words: string[] = []
  const ended = deferred<readonly string[]>()
  await store.listen('sale', (wakeup) => {
    const word = wakeup.type === 'notice' ? wakeup.payload : wakeup.type
    if (word === 'end') ended.resolve(words)
    else words.push(word)
  })
  return { words: ended.promise }
}

/** Runs `body` with a function that opens stores whose notices are polled. */
const eachPolling = (
  title: string,
  body: (open: (options?: StoreOptions) => Promise<Store<unknown>>) => Promise<void>,
): void =>
  eachEngine(
    title,
    async ({ url, store }) => {
      await store.migrate({ name: 'notices', migrations: [] })
      const stores: Store<unknown>[] = []
      try {
        await body(async (options) => {
          const opened = await openStore<unknown>(`${url}?notices=poll`, {
            maxConnections: 2,
            ...options,
          })
          stores.push(opened)
          return opened
        })
      } finally {
        await Promise.all(stores.map((opened) => opened.close()))
      }
    },
    {},
    ['postgres'],
  )

const insert = (store: Store<unknown>, sender: string, payload: string, behindMs: number): Promise<unknown> =>
  sql`insert into tapboard_notice (sender, number, channel, payload, at_ms) values (${sender}, 1, 'sale', ${payload},
    (extract(epoch from clock_timestamp()) * 1000)::bigint - ${sql.lit(behindMs)})`.execute(store.db)

async function rowsOf(store: Store<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ payload: string }>`select payload from tapboard_notice`.execute(store.db)
  return rows.map(({ payload }) => payload)
}

eachPolling('D-193 polled notices reach every process once, after the commit, in order', async (open) => {
  const [one, other] = [await open(), await open()]
  const listeners = [await listenTo(one), await listenTo(other)]
  await assert.rejects(
    one.transaction(async () => {
      await one.notify('sale', 'undone')
      throw new Error('no')
    }),
  )
  await one.notify('elsewhere', 'x')
  for (let round = 1; round <= 3; round += 1)
    await one.transaction(async () => {
      for (const word of ['a', 'b']) await one.notify('sale', `${word}${round}`)
    })
  await one.notify('sale', 'end')
  for (const { words } of listeners) assert.deepEqual(await words, ['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

eachPolling(
  'D-193 a polled notice that becomes visible late, or beside one from the future, is received',
  async (open) => {
    const [one, other] = [await open(), await open()]
    const { words } = await listenTo(other)
    await insert(one, 'ahead', 'from a server whose clock is ahead', -3_600_000)
    await one.notify('sale', 'now')
    // A notice is written after the call; a row of the test would overtake it.
    while (!(await rowsOf(one)).includes('now'));
    await insert(one, 'late', 'half a second late', 500)
    await insert(one, 'last', 'end', 0)
    assert.deepEqual(
      new Set(await words),
      new Set(['from a server whose clock is ahead', 'now', 'half a second late']),
    )
  },
)

eachPolling(
  'D-193 a lost connection of polled notices is a resync, and old rows are removed',
  async (open) => {
    const [one, other] = [await open(), await open({ log: { warn: () => {} } })]
    await insert(one, 'old', 'of an earlier day', 86_400_000)
    const resynced = deferred()
    const heard: string[] = []
    await other.listen('sale', (wakeup) => {
      if (wakeup.type === 'resync') resynced.resolve()
      else heard.push(wakeup.payload)
    })
    const pids = async (): Promise<number> => {
      const { rows } = await sql<{
        pid: number
      }>`select pg_terminate_backend(pid), pid from pg_stat_activity
      where query like '%from tapboard_notice%' and pid <> pg_backend_pid()`.execute(one.db)
      return rows.length
    }
    while ((await pids()) === 0);
    await resynced.promise
    const { words } = await listenTo(other)
    await one.notify('sale', 'end')
    await words
    assert.deepEqual(heard, ['end'])
    while ((await rowsOf(one)).length > 1);
    assert.deepEqual(await rowsOf(one), ['end'])
  },
)
