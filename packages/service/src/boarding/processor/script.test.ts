// Sandbox scripts by name suffix, step by step, and after pauses and restarts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { boarding } from '@tapboard/contract'
import { isAllowedMove } from '../status/moves.ts'
import { dueOf, scriptOf } from './script.ts'

const STEP = 3_000

const scripts: readonly [string, readonly string[]][] = [
  ['Harbor Cycle Repair LLC', ['in_review', 'approved']],
  ['Harbor (more information)', ['in_review', 'action_required']],
  ['Harbor (More Information) ', ['in_review', 'action_required']],
  ['Harbor (declined)', ['in_review', 'declined']],
  ['Harbor (review)', ['in_review']],
  ['Harbor (declined) LLC', ['in_review', 'approved']],
  ['', ['in_review', 'approved']],
]

for (const [name, statuses] of scripts)
  void test(`"${name}" goes through ${statuses.join(', ')}`, () => {
    assert.deepEqual(scriptOf(name), statuses)
    let status: boarding.BoardingStatus = 'received'
    let atMs = 0
    const seen: [string, number][] = []
    for (let asks = 0; asks < 10; asks += 1) {
      const due = dueOf(name, status, atMs, STEP)
      if (due.status !== null) {
        assert.ok(isAllowedMove(status, due.status))
        status = due.status
        seen.push([status, atMs])
      }
      if (due.askInMs === null) break
      atMs += due.askInMs
    }
    assert.deepEqual(
      seen,
      statuses.map((each, index) => [each, (index + 1) * STEP]),
    )
  })

void test('after a long pause the steps follow one by one without delay', () => {
  assert.deepEqual(dueOf('A', 'received', 3_600_000, STEP), { status: 'in_review', askInMs: 0 })
  assert.deepEqual(dueOf('A', 'in_review', 3_600_000, STEP), { status: 'approved', askInMs: null })
})

void test("an operator's status ends the script", () => {
  for (const status of ['action_required', 'declined', 'withdrawn', 'approved'] as const)
    assert.deepEqual(dueOf('A', status, 0, STEP), { status: null, askInMs: null })
})
