// The fast clock of the tests leaves the limit of the test runner for a command alone.
import { assert } from '@open-wc/testing'
import { executeServerCommand } from '@web/test-runner-commands'
import { useFastClock } from './fast-clock.ts'

describe('the fast clock', () => {
  const delays: number[] = []
  const plain = globalThis.setTimeout
  // The clock hands its timers to this one.
  globalThis.setTimeout = ((callback: TimerHandler, ms = 0, ...values: readonly unknown[]) => {
    delays.push(ms)
    return plain(callback, ms, ...values)
  }) as typeof setTimeout
  useFastClock()
  globalThis.setTimeout = plain

  beforeEach(() => void (delays.length = 0))

  it('divides the delay of a timer by ten', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    clearTimeout(setTimeout(() => {}, 20_000))
    assert.includeMembers(delays, [20, 2_000])
    assert.notInclude(delays, 20_000)
  })

  it('gives a command of the test runner its 20 s', async () => {
    await executeServerCommand('resize-viewport', { width: 800, height: 600 })
    assert.include(delays, 20_000)
  })
})
