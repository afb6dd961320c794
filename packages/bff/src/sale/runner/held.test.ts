/** The time of the store, as a process that holds a sale knows it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { askStoreNow, storeNow, type Held, type RunnerPorts } from './held.ts'

void test('the answer of the store replaces the estimate; without an answer the estimate applies', async () => {
  const clock = new ManualClock()
  const held = { offsetMs: 0 } as Held
  let answer = (): Promise<number> => Promise.resolve(clock.now() + 7_000)
  const ports = { clock, ledger: { now: () => answer() } } as unknown as RunnerPorts
  assert.equal(storeNow(held, clock), clock.now())
  assert.equal(await askStoreNow(ports, held), clock.now() + 7_000)
  assert.equal(storeNow(held, clock), clock.now() + 7_000)
  answer = () => Promise.reject(new StoreError('store-unavailable', 'The store is away.'))
  clock.jump(1_000)
  assert.equal(await askStoreNow(ports, held), clock.now() + 7_000)
  answer = () => Promise.reject(new Error('no such table'))
  await assert.rejects(askStoreNow(ports, held), /no such table/)
})
