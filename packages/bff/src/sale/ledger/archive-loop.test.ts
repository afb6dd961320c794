// D-173: when the archive runs, on an embedded file in memory.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { BFF_MIGRATIONS } from '../../app/migrations.ts'
import { rows } from '../machine/machine.testing.ts'
import { keptLog } from '../testing.ts'
import { ARCHIVE_BATCH } from './archive.ts'
import { createArchiveLoop } from './archive-loop.ts'
import { paidSales } from './paid.testing.ts'
import type { LedgerTables } from './tables.ts'

const { merchant } = rows.intent
const FIRST_MS = 60_000
const EVERY_MS = 600_000
const MORE_MS = 200

/** A loop over a store with paid sales; `onStep` runs before each transaction of the loop. */
async function begin(
  context: TestContext,
  count: number,
  merchants: readonly string[],
  afterDays: number | null = 0,
) {
  const clock = new ManualClock(1_000)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  await paidSales(
    store,
    Array.from({ length: count }, (_, index) => `sale-${index}`),
  )
  clock.jump(1_000)
  const steps = { count: 0, onStep: (): void => {} }
  const watched = new Proxy(store, {
    get: (target, name): unknown =>
      name === 'transaction'
        ? async (work: Parameters<Store<LedgerTables>['transaction']>[0]) => {
            steps.count += 1
            steps.onStep()
            return target.transaction(work)
          }
        : Reflect.get(target, name, target),
  })
  const { log, lines } = keptLog()
  const loop = createArchiveLoop({ store: watched, merchants: () => merchants, afterDays, clock, log })
  loop.begin()
  const archived = async (): Promise<number> =>
    (await store.db.selectFrom('sale_archive').select('sale_id').execute()).length
  context.after(async () => {
    await loop.end()
    await store.close()
  })
  return { clock, steps, lines, loop, archived }
}

test('D-173 the loop begins after a minute, goes on at once after a full batch, then rests for ten minutes', async (context) => {
  const { clock, steps, archived } = await begin(context, ARCHIVE_BATCH + 3, [merchant, 'none'])
  await clock.advance(FIRST_MS - 1)
  assert.equal(await archived(), 0)
  await clock.advance(1)
  await clock.until(async () => (await archived()) === ARCHIVE_BATCH, 0)
  await clock.advance(MORE_MS - 1)
  assert.equal(steps.count, 2)
  await clock.advance(1)
  await clock.until(async () => (await archived()) === ARCHIVE_BATCH + 3, 0)
  assert.equal(steps.count, 4)
  await clock.advance(EVERY_MS - 1)
  assert.equal(steps.count, 4)
  await clock.advance(1)
  assert.equal(steps.count, 6)
})

test('D-173 the end of the loop cancels its timer, and its step stops before the next merchant', async (context) => {
  const { clock, steps, loop } = await begin(context, 1, [merchant, 'none'])
  assert.equal(clock.pending, 1)
  steps.onStep = () => void loop.end()
  await clock.advance(FIRST_MS)
  assert.equal(steps.count, 1)
  assert.equal(clock.pending, 0)
  const idle = await begin(context, 0, [merchant])
  await idle.loop.end()
  assert.equal(idle.clock.pending, 0)
})

test('D-173 the end of the loop waits for a running step, which plans no further one', async (context) => {
  const { clock, steps, loop, archived } = await begin(context, 1, [merchant])
  let ended: Promise<void> | undefined
  steps.onStep = () => {
    ended = loop.end()
  }
  clock.next()
  await turn()
  await ended
  assert.equal(await archived(), 1)
  assert.equal(clock.pending, 0)
})

test('D-173 a step that fails is logged and repeated after ten minutes', async (context) => {
  const { clock, steps, lines, archived } = await begin(context, 1, [merchant])
  steps.onStep = () => {
    throw new Error('the store is away')
  }
  await clock.advance(FIRST_MS)
  assert.deepEqual(lines, [
    {
      level: 'warn',
      message: 'finished sales could not be archived; trying again later',
      code: 'archive',
    },
  ])
  steps.onStep = () => {}
  await clock.advance(EVERY_MS - 1)
  assert.equal(await archived(), 0)
  await clock.advance(1)
  assert.equal(await archived(), 1)
})

test('D-173 a sale is archived after its days, and never without a number of days', async (context) => {
  const { clock, archived } = await begin(context, 1, [merchant], 7)
  const never = await begin(context, 1, [merchant], null)
  assert.equal(never.clock.pending, 0)
  clock.jump(6 * 86_400_000)
  await clock.advance(EVERY_MS)
  assert.equal(await archived(), 0)
  clock.jump(86_400_000)
  await clock.advance(EVERY_MS)
  assert.equal(await archived(), 1)
})
