import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BffClock } from './bff-clock.ts'

test('D-99 the estimate of the BFF’s clock is never ahead of it, however long an answer took', () => {
  let page = 1_000
  const clock = new BffClock(() => page)
  const bff = (): number => page + 500_000
  for (const delay of [900, 40, 3_000, 12_000]) {
    const said = bff()
    page += delay
    clock.hear(said)
    assert.ok(clock.now() <= bff())
  }
  // The answer with the least delay decides.
  assert.equal(bff() - clock.now(), 40)
})

test('D-99 follows a clock of the BFF that was set back', () => {
  let page = 1_000
  const clock = new BffClock(() => page)
  clock.hear(9_000_000)
  page += 1_000
  clock.hear(9_001_000 - 3_600_000)
  assert.equal(clock.now(), 9_001_000 - 3_600_000)
})
