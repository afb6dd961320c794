// A stop waits for the answers under way, and not for ever (P85).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn } from '@tapboard/store/testing'
import { createInFlight } from './in-flight.ts'

const REQUEST = new Request('https://any.example/')

void test('P85 a stop waits until the last answer has been given', async () => {
  const answer = Promise.withResolvers<Response>()
  const inFlight = createInFlight(() => answer.promise, new ManualClock())
  const asked = inFlight.fetch(REQUEST)
  let idle = false
  const waiting = inFlight.idle().then(() => (idle = true))
  await turn()
  assert.equal(idle, false)
  answer.resolve(new Response('answered'))
  assert.equal(await (await asked).text(), 'answered')
  await waiting
})

void test('a stop with nothing under way, or with a fault, does not wait', async () => {
  const clock = new ManualClock()
  const inFlight = createInFlight(() => Promise.reject(new Error('a bug')), clock)
  await inFlight.idle()
  await assert.rejects(inFlight.fetch(REQUEST))
  await inFlight.idle()
  assert.equal(clock.pending, 0)
})

void test('an answer that never comes holds a stop for five seconds', async () => {
  const clock = new ManualClock()
  const inFlight = createInFlight(() => new Promise(() => {}), clock)
  void inFlight.fetch(REQUEST)
  const waiting = inFlight.idle()
  await clock.advance(5_000)
  await waiting
})
