/** Wake-ups: sent after the commit, delivered to listeners only, with a resync after a lost connection. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Wakeup } from './shared-types.ts'
import type { Store } from './store.ts'
import { deferred, eachEngine } from './testing.ts'

interface Collected {
  readonly heard: Promise<string[]>
  /** Resolves with the second notice. */
  readonly two: Promise<void>
}

/** Listens until a notice `end` arrives. */
async function collect(store: Store<unknown>, channel: string): Promise<Collected> {
  const heard: string[] = []
  const ended = deferred<string[]>()
  const two = deferred()
  await store.listen(channel, (wakeup) => {
    const word = wakeup.type === 'notice' ? wakeup.payload : wakeup.type
    if (word === 'end') ended.resolve(heard)
    else heard.push(word)
    if (heard.length === 2) two.resolve()
  })
  return { heard: ended.promise, two: two.promise }
}

eachEngine(
  'delivers a notice to every listener of its channel in every instance',
  async ({ store, open }) => {
    const other = await open()
    const mine = await collect(store, 'sale_1')
    const theirs = await collect(other, 'sale_1')
    const elsewhere = await collect(other, 'sale_2')
    await store.notify('sale_1', 'ä1')
    await other.notify('sale_1', '')
    // The notices of two instances have no order.
    await Promise.all([mine.two, theirs.two])
    for (const channel of ['sale_1', 'sale_2']) await store.notify(channel, 'end')
    assert.deepEqual((await mine.heard).toSorted(), ['', 'ä1'])
    assert.deepEqual((await theirs.heard).toSorted(), ['', 'ä1'])
    assert.deepEqual(await elsewhere.heard, [])
  },
)

eachEngine(
  'sends a notice of a transaction after its commit, and never after a rollback',
  async ({ store, open }) => {
    const other = await open()
    const { heard, two } = await collect(other, 'sale')
    await assert.rejects(
      store.transaction(async () => {
        await store.notify('sale', 'undone')
        throw new Error('no')
      }),
    )
    await store.transaction(async (trx) => {
      await store.notify('sale', 'done')
      await other.notify('sale', 'from outside')
      await sql`select 1`.execute(trx)
    })
    await two
    await store.notify('sale', 'end')
    assert.deepEqual((await heard).toSorted(), ['done', 'from outside'])
  },
)

eachEngine('stops delivery to a stopped listener and continues for the others', async ({ open }) => {
  const warnings: string[] = []
  const store = await open({ log: { warn: (_fields, message) => warnings.push(message) } })
  const heard: Wakeup[] = []
  const stop = await store.listen('sale', (wakeup) => heard.push(wakeup))
  await store.listen('sale', () => {
    throw new Error('a faulty listener')
  })
  const others = await collect(store, 'sale')
  await stop()
  await stop()
  await store.notify('sale', 'x')
  await store.notify('sale', 'end')
  assert.deepEqual(await others.heard, ['x'])
  assert.deepEqual(heard, [])
  assert.deepEqual(warnings, Array(2).fill('a listener of the store threw'))
})

eachEngine('rejects an invalid channel or payload with the rule', async ({ store }) => {
  const invalid = { code: 'notice-invalid' }
  for (const channel of ['', 'Sale', '1sale', 'sale; drop table sale', 'x'.repeat(64)]) {
    await assert.rejects(store.notify(channel, ''), invalid)
    await assert.rejects(
      store.listen(channel, () => {}),
      invalid,
    )
  }
  await assert.rejects(store.notify('sale', `${'ä'.repeat(2000)}x`), invalid)
  await store.notify('sale', 'ä'.repeat(2000))
  for (const channel of ['s', 'x'.repeat(63)]) {
    const stop = await store.listen(channel, () => {})
    await store.notify(channel, '')
    await stop()
  }
})
