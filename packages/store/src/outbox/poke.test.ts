/** A wait that others end early. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ManualClock } from '../testing.ts'
import { createPoke } from './poke.ts'

const NEVER = new AbortController().signal

void test('a poke before the wait ends the next wait at once, and only that one', async () => {
  const clock = new ManualClock()
  const poke = createPoke(clock)
  poke.poke()
  poke.poke()
  await poke.pause(1_000, NEVER)
  let over = false
  const second = poke.pause(1_000, NEVER).then(() => (over = true))
  await turn()
  assert.equal(over, false)
  await clock.advance(1_000)
  await second
})

void test('a poke during the wait ends it and leaves no timer', async () => {
  const clock = new ManualClock()
  const poke = createPoke(clock)
  const waiting = poke.pause(1_000, NEVER)
  assert.equal(clock.pending, 1)
  poke.poke()
  await waiting
  assert.equal(clock.pending, 0)
})

void test('an abort ends the wait and leaves no timer', async () => {
  const clock = new ManualClock()
  const poke = createPoke(clock)
  const stop = new AbortController()
  const waiting = poke.pause(1_000, stop.signal)
  stop.abort()
  await waiting
  assert.equal(clock.pending, 0)
  await poke.pause(1_000, stop.signal)
})
