// Rule 1: a start uses a read of the terminal that is less than 2 s old.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { FreshDevices } from './fresh-device.ts'
import { ScriptedUpstream } from '../testing.ts'

/** The longest age of a read that a start may use (rule 1). */
const FRESH_MS = 2_000

void test('shares a read of a terminal for two seconds, then repeats it', async () => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const devices = new FreshDevices(clock)
  await Promise.all([devices.read(upstream, 'd1'), devices.read(upstream, 'd1')])
  clock.jump(FRESH_MS - 1)
  await devices.read(upstream, 'd1')
  assert.equal(upstream.deviceReads, 1)
  clock.jump(1)
  upstream.deviceStatus = 'DISCONNECTED'
  const reading = await devices.read(upstream, 'd1')
  assert.equal(upstream.deviceReads, 2)
  assert.equal(reading.kind === 'found' && reading.value.status, 'DISCONNECTED')
})

void test('keeps the reads of several terminals, and no timer after a read', async () => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const devices = new FreshDevices(clock)
  for (const id of ['d1', 'd2', 'd1', 'd2']) await devices.read(upstream, id)
  assert.deepEqual([upstream.deviceReads, clock.pending], [2, 0])
})

void test('repeats a read of a terminal after the clock was set back', async () => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const devices = new FreshDevices(clock)
  await devices.read(upstream, 'd1')
  clock.jump(-1)
  await devices.read(upstream, 'd1')
  assert.equal(upstream.deviceReads, 2)
})

void test('rereads a disconnected terminal at once', async () => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  upstream.deviceStatus = 'DISCONNECTED'
  const devices = new FreshDevices(clock)
  await devices.read(upstream, 'd1')
  upstream.deviceStatus = 'CONNECTED'
  const reading = await devices.read(upstream, 'd1')
  assert.equal(reading.kind === 'found' && reading.value.status, 'CONNECTED')
})

void test('caches at most 1,000 terminals', async () => {
  const upstream = new ScriptedUpstream()
  const devices = new FreshDevices(new ManualClock())
  for (let number = 0; number < 1_000; number += 1) await devices.read(upstream, `d${number}`)
  assert.ok(devices.recall(upstream, 'd0'))
  const { deviceReads } = upstream
  await devices.read(upstream, 'd0')
  assert.equal(upstream.deviceReads, deviceReads)
  await devices.read(upstream, 'one more')
  await devices.read(upstream, 'one more')
  await devices.read(upstream, 'd1')
  assert.equal(upstream.deviceReads, deviceReads + 2)
  assert.equal(devices.recall(upstream, 'd0'), null)
  assert.ok(devices.recall(upstream, 'one more'))
})

void test('a terminal that answers after its time is as one that gave no answer', async () => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const found = await upstream.client.readDevice('d1', new AbortController().signal)
  assert.equal(found.kind, 'found')
  upstream.client.readDevice = (_id, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(found)))
  const reading = new FreshDevices(clock).read(upstream, 'd1')
  await clock.advance(60_000)
  assert.deepEqual(await reading, { kind: 'fault', fault: 'broken', retryAfterMs: null })
})
