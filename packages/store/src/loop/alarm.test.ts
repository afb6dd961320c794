import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ManualClock } from '../testing.ts'
import { createAlarm } from './alarm.ts'

const NEVER = new AbortController().signal

void test('a wake-up before a pause ends only the next pause', async () => {
  const clock = new ManualClock()
  const alarm = createAlarm(clock)
  alarm.wake()
  alarm.wake()
  await alarm.pause(1_000, NEVER)
  let over = false
  const second = alarm.pause(1_000, NEVER).then(() => (over = true))
  await turn()
  assert.equal(over, false)
  await clock.advance(1_000)
  await second
})

void test('a pause of no or negative length ends with the next timer', async () => {
  const clock = new ManualClock()
  const before = clock.now()
  for (const delayMs of [0, -5]) {
    const waiting = createAlarm(clock).pause(delayMs, NEVER)
    assert.equal(clock.pending, 1)
    clock.next()
    await waiting
  }
  assert.equal(clock.now(), before)
})

void test('a wake-up during a pause ends it and cancels its timer', async () => {
  const clock = new ManualClock()
  const alarm = createAlarm(clock)
  const waiting = alarm.pause(1_000, NEVER)
  assert.equal(clock.pending, 1)
  alarm.wake()
  await waiting
  assert.equal(clock.pending, 0)
})

void test('an abort ends a pause and cancels its timer', async () => {
  const clock = new ManualClock()
  const alarm = createAlarm(clock)
  const stop = new AbortController()
  const waiting = alarm.pause(1_000, stop.signal)
  stop.abort()
  await waiting
  assert.equal(clock.pending, 0)
  await alarm.pause(1_000, stop.signal)
})

void test('a wake-up between two pauses ends the next one', async () => {
  const clock = new ManualClock()
  const alarm = createAlarm(clock)
  const waiting = alarm.pause(1_000, NEVER)
  clock.next()
  await waiting
  alarm.wake()
  await alarm.pause(1_000, NEVER)
  assert.equal(clock.pending, 0)
})

void test('the signal of an earlier pause changes no later one', async () => {
  const clock = new ManualClock()
  const alarm = createAlarm(clock)
  const earlier = new AbortController()
  const first = alarm.pause(1_000, earlier.signal)
  alarm.wake()
  await first
  const second = alarm.pause(1_000, NEVER)
  earlier.abort()
  assert.equal(clock.pending, 1)
  alarm.wake()
  assert.equal(clock.pending, 0)
  await second
})
