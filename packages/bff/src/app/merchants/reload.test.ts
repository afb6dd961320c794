// Reloads of the merchants: at SIGHUP, when a file has changed and is complete, and a refused file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import type { Log } from '../../ports.ts'
import type { MerchantsChange } from './merchant-list.ts'
import { beginReload, LOOK_MS } from './reload.ts'

const NOTHING: MerchantsChange = { added: [], changed: [], removed: [] }
const ADDED: MerchantsChange = { ...NOTHING, added: ['a'] }

function setUp(files: readonly string[] = ['merchants.json']) {
  const clock = new ManualClock()
  const versions = new Map(files.map((file) => [file, 'first']))
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let reads = 0
  let outcome = (): MerchantsChange => NOTHING
  const say =
    (level: string): Log['info'] =>
    ({ code, reason }) =>
      void lines.push([level, code, ...(reason === undefined ? [] : [reason])].join(' '))
  const reload = beginReload({
    bff: {
      setMerchants() {
        reads += 1
        return outcome()
      },
    },
    read: () => [],
    explain: (error) => (error as Error).message,
    files,
    fileVersion: async (path) => versions.get(path) ?? 'unreadable',
    onHangup(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clock,
    log: { info: say('info'), warn: say('warn'), error: say('error') },
  })
  return {
    clock,
    versions,
    lines,
    listeners,
    reload,
    reads: () => reads,
    setOutcome: (next: () => MerchantsChange) => void (outcome = next),
    hangUp: () => listeners.forEach((listener) => listener()),
  }
}

void test('SIGHUP reads the merchants again and says if nothing changed', () => {
  const { hangUp, lines, reads, setOutcome } = setUp([])
  hangUp()
  assert.deepEqual([reads(), lines], [1, ['info merchants-unchanged']])
  setOutcome(() => ADDED)
  hangUp()
  assert.deepEqual([reads(), lines.length], [2, 1])
})

void test('reads a changed file once, when it stayed the same between two looks', async () => {
  const { clock, versions, reads, lines } = setUp()
  await clock.advance(3 * LOOK_MS)
  // It may have changed between the start and the first look.
  assert.equal(reads(), 1)
  for (const version of ['being', 'written']) {
    versions.set('merchants.json', version)
    await clock.advance(LOOK_MS)
  }
  assert.equal(reads(), 1)
  await clock.advance(LOOK_MS)
  assert.equal(reads(), 2)
  await clock.advance(10 * LOOK_MS)
  assert.deepEqual([reads(), lines], [2, []])
})

void test('a refused file is one line, and the next version is read', async () => {
  const { clock, versions, lines, reads, setOutcome } = setUp()
  await clock.advance(2 * LOOK_MS)
  setOutcome(() => {
    throw new Error('TAPBOARD_MERCHANTS[0].apiKey')
  })
  versions.set('merchants.json', 'bad')
  await clock.advance(10 * LOOK_MS)
  assert.deepEqual(lines, ['error merchants-refused TAPBOARD_MERCHANTS[0].apiKey'])
  setOutcome(() => ADDED)
  versions.set('merchants.json', 'good')
  await clock.advance(2 * LOOK_MS)
  assert.deepEqual([lines.length, reads()], [1, 3])
})

void test('looks at every file', async () => {
  const { clock, versions, reads } = setUp(['merchants.json', 'key'])
  await clock.advance(2 * LOOK_MS)
  versions.set('key', 'rotated')
  await clock.advance(2 * LOOK_MS)
  assert.equal(reads(), 2)
})

void test('has one timer and one listener, and none after its end', async () => {
  const { clock, versions, listeners, hangUp, reload } = setUp()
  for (let round = 0; round < 50; round += 1) {
    versions.set('merchants.json', `${round}`)
    await clock.advance(2 * LOOK_MS)
    hangUp()
  }
  assert.deepEqual([clock.pending, listeners.size], [1, 1])
  reload.end()
  assert.deepEqual([clock.pending, listeners.size], [0, 0])
  await clock.advance(10 * LOOK_MS)
  assert.equal(clock.pending, 0)
})
