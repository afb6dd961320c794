import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransactionTime } from './server-time.ts'

test('continues the time of a begin with the steady clock, in whole milliseconds', (t) => {
  let steadyMs = 100.5
  t.mock.method(performance, 'now', () => steadyMs)
  const time = TransactionTime.of([{ rows: [] }, { rows: [{ now_ms: 7_000 }] }])
  const at = (nowMs: number): object => ({ command: 'SELECT', rowCount: 1, rows: [{ now_ms: nowMs }] })
  assert.deepEqual(time?.answer(), at(7_000))
  steadyMs += 41.9
  assert.deepEqual(time?.answer(), at(7_041))
})

test('a begin without a time has none', () => {
  for (const begun of [{ rows: [{ now_ms: 7 }] }, [], [{ rows: [] }]])
    assert.equal(TransactionTime.of(begun), undefined)
})
