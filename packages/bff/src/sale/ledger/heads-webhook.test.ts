// The sender of heads: a head that is written while the last message ends is sent too, and heads that are dropped are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryResult } from '@tapboard/store'
import { deferred, ManualClock, turn } from '@tapboard/store/testing'
import type { SentEvent } from '../../durable/outbox/delivery-handlers.ts'
import { keptLog, seededRandom } from '../testing.ts'
import { createHeadsWebhook, UNSENT_MAX } from './heads-webhook.ts'

const head = (number: number) => ({ saleId: 'sale_a', number, hash: 'a'.repeat(64) })

interface LoggedLine {
  readonly code?: string
  readonly reason?: string
  readonly heads?: number
}

/** More attempts than a test makes. A later one gets no answer, so endless attempts come to a stop. */
const ATTEMPTS_MAX = 50

/** A sender whose attempts end with `deliver`; `numbers` are those of the heads that were sent. */
function sender(deliver: (signal: AbortSignal) => Promise<DeliveryResult>) {
  const { log, lines } = keptLog()
  const [clock, numbers, messages]: [ManualClock, number[], SentEvent[]] = [new ManualClock(), [], []]
  let isEnded = false
  const heads = createHeadsWebhook({
    deliver: (message, signal) => {
      const sent = (JSON.parse(message.body) as { heads: readonly string[] }).heads
      numbers.push(...sent.map((line) => Number(line.split(' ')[1])))
      messages.push(message)
      return messages.length > ATTEMPTS_MAX ? new Promise(() => {}) : deliver(signal)
    },
    end: async () => void (isEnded = true),
    clock,
    random: seededRandom(1),
    log,
  })
  const logged = (): readonly LoggedLine[] => lines.map((line) => line as LoggedLine)
  return { heads, numbers, messages, clock, logged, isEnded: () => isEnded }
}

const AWAY: DeliveryResult = { ok: false, code: 'webhook-unreachable' }

test('D-200 sends a head that is written while the last message ends', async () => {
  // The end of a message takes some microtasks; the head is written after each number of them.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const answer = deferred()
    const { heads, numbers } = sender(async () => {
      await answer.promise
      return { ok: true }
    })
    heads.write(head(1))
    answer.resolve()
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    heads.write(head(2))
    await new Promise(setImmediate)
    assert.deepEqual(numbers, [1, 2], `written after ${microtasks} microtasks`)
    await heads.close()
  }
})

test('D-200 reports the first head that it drops, and counts the dropped ones at the stop', async () => {
  const { heads, logged } = sender(async () => ({ ok: false, code: 'webhook-unreachable' }))
  // The first message is on its way and counts no more.
  heads.write(head(0))
  assert.equal(UNSENT_MAX, 100_000)
  for (let number = 1; number <= UNSENT_MAX; number += 1) heads.write(head(number))
  assert.deepEqual(logged(), [])
  heads.write(head(UNSENT_MAX + 1))
  assert.equal(logged()[0]?.code, 'heads-dropped')
  for (const more of [2, 3]) heads.write(head(UNSENT_MAX + more))
  await new Promise(setImmediate)
  await heads.close()
  assert.deepEqual(
    logged().map(({ code, heads: count }) => [code, count]),
    [
      ['heads-dropped', undefined],
      ['heads-unsent', undefined],
      ['heads-lost', UNSENT_MAX + 4],
    ],
  )
})

test('a message has at most 500 lines of heads, and an ID of its own', async () => {
  const { heads, messages, isEnded } = sender(async () => ({ ok: true }))
  for (let number = 1; number <= 1_002; number += 1) heads.write(head(number))
  await turn()
  assert.deepEqual(
    messages.map(({ body }) => (JSON.parse(body) as { heads: readonly string[] }).heads.length),
    [1, 500, 500, 1],
  )
  const [first] = messages
  assert.match(first?.eventId ?? '', /^heads_./)
  assert.equal(first?.type, 'ledger.heads')
  assert.equal(first?.body, JSON.stringify({ type: 'ledger.heads', heads: [`sale_a 1 ${'a'.repeat(64)}`] }))
  assert.equal(new Set(messages.map(({ eventId }) => eventId)).size, 4)
  assert.equal(isEnded(), false)
  await heads.close()
  assert.equal(isEnded(), true)
})

test('a message is repeated under its ID after 1 s, 2 s, 4 s, at most every 60 s, and reported once', async () => {
  let isAway = true
  const { heads, messages, clock, logged } = sender(async () => (isAway ? AWAY : { ok: true }))
  heads.write(head(1))
  await turn()
  for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await clock.advance(seconds * 1_000 - 1)
    assert.equal(messages.length, index + 1, `less than ${seconds} s`)
    await clock.advance(1)
    assert.equal(messages.length, index + 2, `${seconds} s`)
  }
  assert.equal(new Set(messages.map(({ eventId }) => eventId)).size, 1)
  const unsent = ['heads-unsent', 'webhook-unreachable']
  const lines = (): unknown => logged().map(({ code, reason }) => [code, reason])
  assert.deepEqual(lines(), [unsent])
  isAway = false
  await clock.advance(60_000)
  isAway = true
  heads.write(head(2))
  await turn()
  assert.deepEqual(lines(), [unsent, unsent])
  const before = messages.length
  await clock.advance(1_000)
  assert.equal(messages.length, before + 1, 'the waits begin again with 1 s')
  await heads.close()
})

test('a close makes one more attempt at once and sends the heads that wait', async () => {
  let isAway = true
  const { heads, numbers, clock, logged, isEnded } = sender(async () => (isAway ? AWAY : { ok: true }))
  for (const number of [1, 2]) heads.write(head(number))
  await turn()
  isAway = false
  await heads.close()
  assert.deepEqual(numbers, [1, 1, 2])
  assert.deepEqual(
    logged().map(({ code }) => code),
    ['heads-unsent'],
  )
  assert.deepEqual([isEnded(), clock.pending], [true, 0])
})

test('a close without heads ends at once', async () => {
  const { heads, messages, clock, isEnded } = sender(async () => ({ ok: true }))
  await heads.close()
  assert.deepEqual([messages.length, clock.pending, isEnded()], [0, 0, true])
})

test('a close cuts an attempt without an answer after 3 s, and counts the heads', async () => {
  const { heads, clock, logged, isEnded } = sender(async (signal) => {
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return AWAY
  })
  for (const number of [1, 2, 3]) heads.write(head(number))
  const closed = heads.close()
  await clock.advance(2_999)
  assert.equal(isEnded(), false)
  await clock.advance(1)
  await closed
  assert.deepEqual(
    logged().map(({ code, heads: count }) => [code, count]),
    [
      ['heads-unsent', undefined],
      ['heads-lost', 3],
    ],
  )
})
