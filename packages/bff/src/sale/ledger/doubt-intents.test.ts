// D-171: the unsent sales of a restored copy become doubtful at the time of their last commit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { doubtIntents } from './doubt-intents.ts'
import { intent, paidSales } from './paid.testing.ts'
import { memoryStore } from './store.testing.ts'

test('D-171 each intent is sent as of its creation or its first send; other sales stay', async (context) => {
  const clock = new ManualClock(1_000)
  const store = await memoryStore(context, () => clock.now())
  const ledger = await paidSales(store, ['paid'])
  for (const id of ['fresh', 'resent', 'flagged']) await ledger.insert(intent(id))
  await sql`update sale set first_sent_at_ms = 1500 where id = 'resent'`.execute(store.db)
  await sql`update sale set conflict_with = 'paid' where id = 'flagged'`.execute(store.db)
  clock.jump(86_400_000)
  assert.equal(await doubtIntents(store), 2)
  const states = await Promise.all(['paid', 'fresh', 'resent', 'flagged'].map((id) => ledger.find(id)))
  assert.deepEqual(
    states.map((row) => row?.state),
    ['approved', 'sending', 'sending', 'intent'],
  )
  const times = await Promise.all(['fresh', 'resent'].map((id) => ledger.events(id, 1)))
  assert.deepEqual(
    times.flat().map(({ saleId, type, atMs }) => [saleId, type, atMs]),
    [
      ['fresh', 'claimed', 1_000],
      ['resent', 'claimed', 1_500],
    ],
  )
  assert.equal(await doubtIntents(store), 0)
})
