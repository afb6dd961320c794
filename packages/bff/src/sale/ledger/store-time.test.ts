// The store's time as this process estimates it from its claims, and how long the store has been away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { base } from '../machine/machine.testing.ts'
import { LEASE_MS } from '../machine/states.ts'
import type { LedgerStore } from './ledger-store.ts'
import { createStoreTime } from './store-time.ts'

const CLAIM = { owner: 'me', states: ['started'], leaseMs: LEASE_MS, limit: 1 }

/** A store whose clock is `aheadMs` ahead of ours; it rejects while `isAway`. */
function begin() {
  const clock = new ManualClock(1_000_000)
  const server = { aheadMs: 700, isAway: false, claims: true }
  const changes: (number | null)[] = []
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (server.isAway) throw new Error('away')
    return value
  }
  const store = {
    now: () => answer(clock.now() + server.aheadMs),
    claimDue: () =>
      answer(server.claims ? [{ ...base, leaseUntilMs: clock.now() + server.aheadMs + LEASE_MS }] : []),
    renew: (...given: readonly unknown[]) => answer(given),
  } as unknown as LedgerStore
  const time = createStoreTime(store, clock, () => void changes.push(time.awaySinceMs()))
  return { clock, server, changes, time }
}

test('the estimate follows a read of the clock and each claimed lease', async () => {
  const { clock, server, time } = begin()
  assert.equal(time.now(), clock.now())
  await time.refresh()
  assert.equal(time.now(), clock.now() + 700)
  server.aheadMs = -300
  const [row] = await time.store.claimDue(CLAIM)
  assert.equal(row?.id, base.id)
  assert.equal(time.now(), clock.now() - 300)
  server.aheadMs = 5_000
  server.claims = false
  assert.deepEqual(await time.store.claimDue(CLAIM), [])
  assert.equal(time.now(), clock.now() - 300, 'a claim of no sale tells no time')
  assert.deepEqual(await time.store.renew('me', ['a'], 9), ['me', ['a'], 9])
})

test('D-91 a store is away since the first failed claim or renewal, until one succeeds', async () => {
  const { clock, server, changes, time } = begin()
  await time.refresh()
  for (const ask of [() => time.store.claimDue(CLAIM), () => time.store.renew('me', [], 0)] as const) {
    changes.length = 0
    await ask()
    assert.equal(time.awaySinceMs(), null)
    await clock.advance(10_000)
    server.isAway = true
    const sinceMs = clock.now() + 700
    await assert.rejects(ask(), /away/)
    await clock.advance(1_499)
    assert.equal(time.awaySinceMs(), null, 'the next claim may succeed')
    await clock.advance(1)
    assert.equal(time.awaySinceMs(), sinceMs)
    server.isAway = false
    await ask()
    assert.equal(time.awaySinceMs(), null)
    assert.deepEqual(changes, [sinceMs, null])
  }
})

test('D-91 a claim without an answer is an outage, too', async () => {
  const clock = new ManualClock(1_000_000)
  const store = { claimDue: () => new Promise(() => {}) } as unknown as LedgerStore
  let changes = 0
  const time = createStoreTime(store, clock, () => void (changes += 1))
  void time.store.claimDue(CLAIM)
  await clock.advance(10_000)
  assert.equal(changes, 1)
  assert.equal(time.awaySinceMs(), 1_000_000)
})

test('closing ends the watch of a claim', async () => {
  const clock = new ManualClock(1_000_000)
  const store = { claimDue: () => new Promise(() => {}) } as unknown as LedgerStore
  const time = createStoreTime(store, clock, () => assert.fail('it was closed'))
  void time.store.claimDue(CLAIM)
  assert.equal(clock.pending, 1)
  time.close()
  assert.equal(clock.pending, 0)
})
