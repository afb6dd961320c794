import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deferred, turn } from '@tapboard/store/testing'
import { FairQueue } from './fair-queue.ts'

/** A queue whose turns the test ends, and the names of the requests that were let in. */
function stepped() {
  let end = deferred<void>()
  const queue = new FairQueue(() => end.promise)
  const entered: string[] = []
  return {
    queue,
    entered,
    ask(merchant: string, name: string): void {
      void queue.enter(merchant).then(() => entered.push(name))
    },
    async next(): Promise<void> {
      const over = end
      end = deferred()
      over.resolve()
      await turn()
    },
  }
}

void test('INV-17 a request of another merchant passes the burst of one merchant', async () => {
  const { ask, entered, next, queue } = stepped()
  for (let index = 0; index < 100; index += 1) ask('loud', `loud-${index}`)
  ask('quiet', 'quiet-0')
  await turn()
  assert.deepEqual(entered, ['loud-0', 'quiet-0'])
  assert.equal(queue.size, 99)
  await next()
  ask('quiet', 'quiet-1')
  await turn()
  assert.deepEqual(entered, ['loud-0', 'quiet-0', 'loud-1', 'quiet-1'])
})

void test('requests of one merchant are let in one per turn, in their order, and none is lost', async () => {
  const { ask, entered, next, queue } = stepped()
  const names = Array.from({ length: 20 }, (_, index) => `request-${index}`)
  for (const name of names) ask('shop', name)
  for (let turns = 0; turns < 20; turns += 1) await next()
  assert.deepEqual(entered, names)
  assert.equal(queue.size, 0)
})

void test('two waiting requests of one merchant are let in in two turns while another merchant is served', async () => {
  const { ask, entered, next } = stepped()
  ask('one', 'one-0')
  ask('one', 'one-1')
  ask('two', 'two-0')
  ask('two', 'two-1')
  ask('one', 'one-2')
  await next()
  assert.deepEqual(entered, ['one-0', 'two-0', 'one-1', 'two-1'])
  ask('two', 'two-2')
  await next()
  assert.deepEqual(entered.slice(4), ['one-2', 'two-2'])
})

void test('a quiet queue lets a request in at once and begins a new turn for the next burst', async () => {
  const { ask, entered, next } = stepped()
  ask('shop', 'first')
  await turn()
  await next()
  await next()
  ask('shop', 'second')
  ask('shop', 'third')
  await turn()
  assert.deepEqual(entered, ['first', 'second'])
  await next()
  assert.deepEqual(entered, ['first', 'second', 'third'])
})
