/** A first use of the store on both engines. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { eachEngine } from './testing.ts'

eachEngine('the store answers and tells the time', async ({ store }) => {
  await store.ping()
  const now = await store.now()
  assert.ok(Number.isSafeInteger(now))
  assert.deepEqual((await sql<{ n: number }>`select 1 as n`.execute(store.db)).rows, [{ n: 1 }])
})
