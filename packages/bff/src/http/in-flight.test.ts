// A stop waits for requests in progress, up to a limit (P85).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn } from '@tapboard/store/testing'
import { InFlight } from './in-flight.ts'

void test('P85 a stop waits for the last answer', async () => {
  const answer = Promise.withResolvers<Response>()
  const inFlight = new InFlight(new ManualClock())
  const asked = inFlight.count(() => answer.promise)
  let idle = false
  const waiting = inFlight.idle().then(() => (idle = true))
  await turn()
  assert.equal(idle, false)
  answer.resolve(new Response('answered'))
  assert.equal(await (await asked).text(), 'answered')
  await waiting
})

void test('P85 an answer that ends before the last one does not end the wait', async () => {
  const [first, last] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const inFlight = new InFlight(new ManualClock())
  const asked = [first, last].map(({ promise }) => inFlight.count(() => promise))
  let idle = false
  const waiting = inFlight.idle().then(() => (idle = true))
  first.resolve(new Response('first'))
  await asked[0]
  await turn()
  assert.equal(idle, false)
  last.resolve(new Response('last'))
  await asked[1]
  await waiting
})

void test('a stop without requests, or after a fault, does not wait', async () => {
  const clock = new ManualClock()
  const inFlight = new InFlight(clock)
  await inFlight.idle()
  await assert.rejects(inFlight.count(() => Promise.reject(new Error('a bug'))))
  await inFlight.idle()
  assert.equal(clock.pending, 0)
})

void test('a stop waits at most five seconds for a pending answer', async () => {
  const clock = new ManualClock()
  const inFlight = new InFlight(clock)
  void inFlight.count(() => new Promise(() => {}))
  const waiting = inFlight.idle()
  await clock.advance(5_000)
  await waiting
})
