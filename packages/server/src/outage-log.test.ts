// The lines of a loop whose work fails each second: the begin, one a minute, the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutageLog } from './outage-log.ts'

test('logs the begin of an outage, its time once a minute, another code at once, and the end once', () => {
  let nowMs = 1_000_000
  const lines: unknown[][] = []
  const record =
    (level: string) =>
    (...line: unknown[]): void =>
      void lines.push([level, ...line])
  const log = { info: record('info'), warn: record('warn') }
  const outage = createOutageLog({
    name: 'claim',
    failed: 'away',
    works: 'back',
    log,
    clock: { now: () => nowMs },
  })
  const failFor = (seconds: number, code = 'store-unavailable'): void => {
    for (let second = 0; second < seconds; second += 1) {
      outage.failed(code)
      nowMs += 1_000
    }
  }
  outage.works()
  assert.deepEqual(lines, [])
  failFor(121)
  const away = { code: 'store-unavailable', reason: 'claim' }
  assert.deepEqual(lines.splice(0), [
    ['warn', away, 'away'],
    ['warn', { ...away, durationMs: 60_000 }, 'away'],
    ['warn', { ...away, durationMs: 120_000 }, 'away'],
  ])
  failFor(10, 'fault')
  assert.deepEqual(lines.splice(0), [
    ['warn', { code: 'fault', reason: 'claim', durationMs: 121_000 }, 'away'],
  ])
  outage.works()
  outage.works()
  assert.deepEqual(lines.splice(0), [['info', { code: 'claim-works', durationMs: 131_000 }, 'back']])
  failFor(1)
  assert.deepEqual(lines, [['warn', away, 'away']])
})
