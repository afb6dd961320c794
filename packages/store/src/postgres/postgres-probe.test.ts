/** The connection of the probe: replaced after ten seconds and after each fault; it ends with the store. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test, type TestContext } from 'node:test'
import type pg from 'pg'
import { isStoreUnavailable } from '../errors.ts'
import { deferred } from '../testing.ts'
import { PostgresProbe } from './postgres-probe.ts'
import { away, callsOf, scriptedClients, type ScriptedClients } from './scripted-client.testing.ts'

interface ProbeBench extends ScriptedClients {
  readonly probe: PostgresProbe
  pass(ms: number): void
}

function probeBench(t: TestContext): ProbeBench {
  let nowMs = 70_000
  t.mock.method(performance, 'now', () => nowMs)
  const scripted = scriptedClients()
  return {
    ...scripted,
    probe: new PostgresProbe(scripted.newClient),
    pass: (ms) => void (nowMs += ms),
  }
}

const INSERT = 'insert into tapboard_probe'

test('writes on one connection for ten seconds, then on a new one', async (t) => {
  const bench = probeBench(t)
  await bench.probe.write()
  bench.pass(9_999)
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [['connect', INSERT, INSERT]])
  bench.pass(1)
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [
    ['connect', INSERT, INSERT, 'end', 'destroy'],
    ['connect', INSERT],
  ])
})

test('many processes share 1,024 rows', async () => {
  const slots: number[] = []
  const newClient = (): pg.Client =>
    Object.assign(new EventEmitter(), {
      connect: async () => {},
      query: async (_text: string, [slot = -1]: readonly number[]) => void slots.push(slot),
      end: async () => {},
      connection: { stream: { destroy: () => {} } },
    }) as unknown as pg.Client
  for (let processes = 0; processes < 200; processes += 1) {
    const probe = new PostgresProbe(newClient)
    await probe.write()
    probe.close()
  }
  assert.equal(slots.length, 200)
  assert.ok(
    slots.every((slot) => slot >= 0 && slot < 1_024),
    `${slots.join()}`,
  )
})

test('connects in the first seconds of the process, too', async (t) => {
  const bench = probeBench(t)
  bench.pass(-69_500)
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [['connect', INSERT]])
})

test('drops a connection that does not open, or does not write', async (t) => {
  const bench = probeBench(t)
  bench.script.connect = away
  await assert.rejects(bench.probe.write(), isStoreUnavailable)
  bench.script.connect = async () => {}
  bench.script.query = away
  await assert.rejects(bench.probe.write(), isStoreUnavailable)
  bench.script.query = async () => {}
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [
    ['connect', 'end', 'destroy'],
    ['connect', INSERT, 'end', 'destroy'],
    ['connect', INSERT],
  ])
})

test('a connection that was dropped while it was opened replaces no later one', async (t) => {
  const bench = probeBench(t)
  const [first, second] = [deferred(), deferred()]
  bench.script.connect = () => first.promise
  const dropped = assert.rejects(bench.probe.write(), isStoreUnavailable)
  bench.probe.drop()
  bench.script.connect = () => second.promise
  const later = bench.probe.write()
  first.resolve()
  await dropped
  second.resolve()
  await later
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [
    ['connect', 'end', 'destroy'],
    ['connect', INSERT, INSERT],
  ])
})

test('drops a connection that is lost between two writes', async (t) => {
  const bench = probeBench(t)
  await bench.probe.write()
  bench.clients[0]?.emit('error', new Error('lost'))
  await bench.probe.write()
  bench.clients[0]?.emit('error', new Error('again'))
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [
    ['connect', INSERT, 'end', 'destroy'],
    ['connect', INSERT, INSERT],
  ])
})

test('a closed probe ends its connection and rejects writes', async (t) => {
  const bench = probeBench(t)
  await bench.probe.write()
  bench.probe.close()
  await assert.rejects(bench.probe.write(), { code: 'store-closed' })
  bench.probe.close()
  assert.deepEqual(callsOf(bench), [['connect', INSERT, 'end', 'destroy']])
})

test('after a full disk a probe also allocates new pages, until that succeeds once', async (t) => {
  const bench = probeBench(t)
  bench.probe.noteFullDisk()
  bench.script.query = async (text) => {
    if (text.includes('work_mem')) throw Object.assign(new Error('no space left'), { code: '53100' })
    return { rows: [] }
  }
  await assert.rejects(bench.probe.write(), isStoreUnavailable)
  bench.script.query = async () => ({ rows: [] })
  await bench.probe.write()
  await bench.probe.write()
  const first = (call: string): string => /insert into tapboard_probe|begin/.exec(call)?.[0] ?? call
  assert.deepEqual(
    callsOf(bench).map((calls) => calls.map(first)),
    [
      ['connect', INSERT, 'begin', 'end', 'destroy'],
      ['connect', INSERT, 'begin', INSERT],
    ],
  )
})

test('a probe that is abandoned keeps a connection that is being opened, and drops one that does not answer', async (t) => {
  const bench = probeBench(t)
  const opened = deferred()
  bench.script.connect = () => opened.promise
  const first = bench.probe.write()
  bench.probe.abandon()
  bench.pass(20_000)
  const second = bench.probe.write()
  opened.resolve()
  await Promise.all([first, second])
  assert.deepEqual(callsOf(bench), [['connect', INSERT, INSERT]])
  const silent = deferred()
  bench.script.query = () => silent.promise
  const third = bench.probe.write()
  bench.probe.abandon()
  silent.resolve()
  await third
  bench.script.connect = async () => {}
  await bench.probe.write()
  assert.deepEqual(callsOf(bench), [
    ['connect', INSERT, INSERT, INSERT, 'end', 'destroy'],
    ['connect', INSERT],
  ])
})
