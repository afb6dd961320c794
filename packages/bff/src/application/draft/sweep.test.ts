// Old drafts are deleted in batches with one timer; an unavailable store only delays it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogFields } from '../../ports.ts'
import { ManualClock } from '@tapboard/store/testing'
import { DRAFT_LIFE_MS } from './drafts.ts'
import { createSweep } from './sweep.ts'

const START_MS = Date.UTC(2026, 10, 20, 12)

function arrange(counts: (number | Error)[]) {
  const clock = new ManualClock(START_MS)
  const asked: number[] = []
  const codes: (string | undefined)[] = []
  const warn = ({ code }: LogFields): void => void codes.push(code)
  const sweep = createSweep(
    {
      now: async () => clock.now(),
      async forgetDrafts(savedBeforeMs, limit) {
        assert.ok(limit <= 200)
        asked.push(savedBeforeMs)
        const count = counts.shift() ?? 0
        if (count instanceof Error) throw count
        return count
      },
    },
    clock,
    { info() {}, warn, error: warn },
  )
  return { clock, asked, codes, sweep }
}

void test('sweeps drafts older than sixty days hourly, and sooner after a full batch', async () => {
  const { clock, asked, sweep } = arrange([200, 200, 3])
  sweep.begin()
  await clock.advance(60_000)
  assert.deepEqual(asked, [START_MS + 60_000 - DRAFT_LIFE_MS])
  await clock.advance(2_000)
  assert.equal(asked.length, 3)
  await clock.advance(3_599_000)
  assert.equal(asked.length, 3)
  await clock.advance(1_000)
  assert.equal(asked.length, 4)
  await sweep.end()
})

void test('logs an unavailable store and sweeps later', async () => {
  const { clock, asked, codes, sweep } = arrange([new Error('away'), 1])
  sweep.begin()
  await clock.advance(60_000)
  assert.deepEqual(codes, ['draft-sweep'])
  await clock.advance(3_600_000)
  assert.equal(asked.length, 2)
  await sweep.end()
})

void test('does not sweep after its end', async () => {
  const { clock, asked, sweep } = arrange([])
  sweep.begin()
  await clock.advance(60_000)
  await sweep.end()
  await clock.advance(100_000_000)
  assert.equal(asked.length, 1)
})
