// The rate limit of reads per upstream key: burst, refill, Retry-After, and the figures for the operator (P82).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { Gate } from './gate.ts'

/** Ten reads per second, so a burst of twenty. */
const upstreamOf = (): MerchantUpstream => ({ readsPerSecond: 10 }) as MerchantUpstream

interface Bench {
  readonly clock: ManualClock
  readonly gate: Gate
  readonly upstream: MerchantUpstream
  /** Starts passes; the result counts those that have ended. */
  readonly pass: (count: number, signal?: AbortSignal, upstream?: MerchantUpstream) => () => number
}

function benchOf(): Bench {
  const clock = new ManualClock()
  const gate = new Gate(clock)
  const own = upstreamOf()
  return {
    clock,
    gate,
    upstream: own,
    pass(count, signal = new AbortController().signal, upstream = own) {
      let passed = 0
      for (let index = 0; index < count; index += 1)
        void gate.pass(upstream, createAlarm(clock), signal).then(() => (passed += 1))
      return () => passed
    },
  }
}

test('P82 admits the burst at once, then one read per tenth of a second', async () => {
  const { clock, gate, pass } = benchOf()
  const passed = pass(22)
  await clock.advance(0)
  assert.deepEqual([passed(), gate.usage().waiting], [20, 2])
  await clock.advance(99)
  assert.equal(passed(), 20)
  await clock.advance(1)
  assert.deepEqual([passed(), gate.usage().waiting], [21, 1])
  await clock.advance(100)
  assert.deepEqual([passed(), gate.usage().waiting], [22, 0])
})

test('P82 limits each key for itself', async () => {
  const { clock, gate, upstream, pass } = benchOf()
  const first = pass(20)
  const other = upstreamOf()
  gate.block(other, 1_000)
  const blocked = pass(1, undefined, other)
  await clock.advance(0)
  assert.deepEqual([first(), blocked()], [20, 0])
  assert.deepEqual(gate.usage(), { waiting: 1, blockedKeys: 1, busiest: 1 })
  gate.block(upstream, 500)
  assert.equal(gate.usage().blockedKeys, 2)
  await clock.advance(1_000)
  assert.equal(blocked(), 1)
})

test('P82 waits for the longest Retry-After of its key', async () => {
  const { clock, gate, upstream, pass } = benchOf()
  gate.block(upstream, 2_000)
  gate.block(upstream, 500)
  const passed = pass(1)
  await clock.advance(1_999)
  assert.deepEqual([passed(), gate.usage().blockedKeys], [0, 1])
  await clock.advance(1)
  assert.deepEqual([passed(), gate.usage().blockedKeys], [1, 0])
})

test('ignores a block that is longer than any Retry-After: the clock was set back', async () => {
  const { clock, gate, upstream, pass } = benchOf()
  gate.block(upstream, 60_000)
  assert.equal(gate.spare(upstream), 60_000)
  clock.jump(-1)
  assert.deepEqual([gate.spare(upstream), gate.usage().blockedKeys], [0, 0])
  const passed = pass(1)
  await clock.advance(0)
  assert.equal(passed(), 1)
})

test('an abort ends the wait, without a token', async () => {
  const { clock, gate, pass } = benchOf()
  pass(20)
  const stop = new AbortController()
  const passed = pass(2, stop.signal)
  await clock.advance(0)
  assert.deepEqual([passed(), gate.usage().waiting], [0, 2])
  stop.abort()
  await clock.advance(0)
  assert.deepEqual([passed(), gate.usage().waiting], [2, 0])
  await clock.advance(100)
  const next = pass(1)
  await clock.advance(0)
  assert.equal(next(), 1)
})

test('P82 takes a spare token while more than half of the burst is left', async () => {
  const { clock, gate, upstream, pass } = benchOf()
  for (let index = 0; index < 10; index += 1) assert.equal(gate.spare(upstream), 0)
  assert.equal(gate.spare(upstream), 100)
  assert.equal(gate.usage().busiest, 0.5)
  const passed = pass(10)
  await clock.advance(0)
  assert.deepEqual([passed(), gate.usage().busiest], [10, 1])
  assert.equal(gate.spare(upstream), 1_100)
  await clock.advance(1_100)
  assert.equal(gate.spare(upstream), 0)
  gate.block(upstream, 700)
  assert.equal(gate.spare(upstream), 700)
})

test('reports no use before the first read', () => {
  assert.deepEqual(benchOf().gate.usage(), { waiting: 0, blockedKeys: 0, busiest: 0 })
})

test('P82 the burst of a key follows its rate', async () => {
  const { clock, gate, pass } = benchOf()
  const slow = { readsPerSecond: 4 } as MerchantUpstream
  const passed = pass(9, new AbortController().signal, slow)
  await clock.advance(0)
  assert.deepEqual([passed(), gate.usage().waiting], [8, 1])
  await clock.advance(250)
  assert.equal(passed(), 9)
})

test('a forgotten upstream has no budget left, and a new one has a full burst', async () => {
  const { clock, gate, upstream, pass } = benchOf()
  pass(20)
  gate.block(upstream, 5_000)
  await clock.advance(0)
  assert.deepEqual(gate.usage(), { waiting: 0, blockedKeys: 1, busiest: 1 })
  gate.forget(upstream)
  assert.deepEqual(gate.usage(), { waiting: 0, blockedKeys: 0, busiest: 0 })
})
