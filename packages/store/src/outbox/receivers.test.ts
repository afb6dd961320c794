/** When a receiver gets its next row: after its pause, one at a time after a failure, none while an attempt hangs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '../manual-clock.ts'
import { Receivers } from './receivers.ts'

/** Two attempts at a time, a busy delay of a second, and a random fraction of one half. */
function receiversOf(): {
  readonly clock: ManualClock
  readonly receivers: Receivers
  next(): number | null
} {
  const clock = new ManualClock(50_000)
  const receivers = new Receivers({ clock, random: () => 0.5, concurrency: 2, busyMs: 1_000 })
  return { clock, receivers, next: () => receivers.postponedUntilMs('a', 7_000) }
}

test('a pause is added to the time of the store, to the last millisecond', () => {
  const { clock, receivers, next } = receiversOf()
  const receiver = receivers.begin('a')
  receiver.active -= 1
  receivers.failed(receiver)
  assert.equal(next(), 7_000 + 1_000 + 1_000)
  clock.jump(999)
  assert.equal(next(), 7_000 + 1 + 1_000)
  clock.jump(1)
  assert.equal(next(), null)
})

test('a receiver that failed gets one row at a time', () => {
  const { clock, receivers, next } = receiversOf()
  receivers.failed(receivers.begin('a'))
  clock.jump(1_000)
  assert.equal(next(), 7_000 + 1_000 + 1_000)
})

test('a success ends pause and failures while another attempt still runs', () => {
  const { receivers, next } = receiversOf()
  const receiver = receivers.begin('a')
  receivers.begin('a')
  receivers.failed(receiver)
  receiver.active -= 1
  receivers.succeeded(receiver)
  assert.equal(next(), null)
  receivers.begin('a')
  assert.equal(next(), 7_000 + 1_000, 'busy')
})

test('a receiver with an attempt that takes long gets no further row', () => {
  const { receivers, next } = receiversOf()
  receivers.begin('a').slow = 1
  assert.equal(next(), 7_000 + 1_000 + 500)
})
