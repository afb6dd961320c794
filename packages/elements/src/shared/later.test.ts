import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Later } from './later.ts'

/** A part whose load fails the first `failures` times. */
function stage(failures = 0) {
  const seen = { loads: 0, told: 0 }
  const later = new Later(
    async () => {
      seen.loads += 1
      if (seen.loads <= failures) throw new TypeError('Failed to fetch dynamically imported module')
      return 'part'
    },
    () => void (seen.told += 1),
  )
  return { seen, later }
}

test('loads a part once, however often it is preloaded and requested', async () => {
  const { seen, later } = stage()
  later.foresee()
  await Promise.all([later.load(), later.load()])
  later.foresee()
  await later.load()
  assert.deepEqual([seen.loads, seen.told, later.part], [1, 1, 'part'])
})

test('P6 reports a part that fails to load, does not retry on each render, and retries on request', async () => {
  const { seen, later } = stage(1)
  later.foresee()
  await later.load()
  assert.deepEqual([later.failed, later.part], [true, null])
  later.foresee()
  assert.equal(seen.loads, 1)
  later.foresee(true)
  await later.load()
  assert.deepEqual([seen.loads, later.failed, later.part], [2, false, 'part'])
})
