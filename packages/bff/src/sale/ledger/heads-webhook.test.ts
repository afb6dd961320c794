// The sender of heads: a head that is written while the last message ends is sent too, and heads that are dropped are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryResult } from '@tapboard/store'
import { deferred, ManualClock } from '@tapboard/store/testing'
import { keptLog, seededRandom } from '../testing.ts'
import { createHeadsWebhook, UNSENT_MAX } from './heads-webhook.ts'

const head = (number: number) => ({ saleId: 'sale_a', number, hash: 'a'.repeat(64) })

/** A sender whose attempts end with `deliver`; `numbers` are those of the heads that were sent. */
function sender(deliver: () => Promise<DeliveryResult>) {
  const { log, lines } = keptLog()
  const numbers: number[] = []
  const heads = createHeadsWebhook({
    deliver: ({ body }) => {
      const sent = (JSON.parse(body) as { heads: readonly string[] }).heads
      numbers.push(...sent.map((line) => Number(line.split(' ')[1])))
      return deliver()
    },
    end: async () => {},
    clock: new ManualClock(),
    random: seededRandom(1),
    log,
  })
  return { heads, numbers, said: () => lines.map((line) => line as { code?: string; attempts?: number }) }
}

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
  const { heads, said } = sender(async () => ({ ok: false, code: 'webhook-unreachable' }))
  // The first message is on its way and counts no more.
  heads.write(head(0))
  for (let number = 1; number <= UNSENT_MAX + 3; number += 1) heads.write(head(number))
  await new Promise(setImmediate)
  await heads.close()
  assert.deepEqual(
    said().map(({ code, attempts }) => [code, attempts]),
    [
      ['heads-dropped', undefined],
      ['heads-unsent', undefined],
      ['heads-lost', UNSENT_MAX + 4],
    ],
  )
})
