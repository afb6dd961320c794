// Which attempt blocks the next one, and which one represents the order. Attempts are given newest first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAttempts, decidingAttempt } from './check-start.ts'
import { rows } from './machine.testing.ts'
import type { SaleRow } from './row.ts'

/** The attempts of an order, newest first; the last one is attempt 1. */
const attempts = (...newestFirst: readonly Partial<SaleRow>[]): SaleRow[] =>
  newestFirst.map((more, at) => {
    const attempt = newestFirst.length - at
    return { ...rows.declined, ...more, id: `sale_${attempt}`, attempt }
  })

/** A late conflict: a newer attempt had the order lock when the evidence arrived (rule 22). */
const lateConflict = { ...rows.review, reason: 'late_conflict', orderHold: false } as const

void test('a review without the order lock blocks the next attempt until a person decides', () => {
  const decided = attempts(rows.declined, rows.closed_unpaid)
  const undecided = attempts(rows.declined, lateConflict)
  assert.equal(judgeAttempts(decided, 3), null)
  const judged = judgeAttempts(undecided, 3)
  assert.deepEqual([judged?.code, judged?.sale?.id], ['sale-open', 'sale_1'])
})

void test('a payment blocks the next attempt before an open attempt does', () => {
  const judged = judgeAttempts(attempts(rows.started, rows.approved), 3)
  assert.deepEqual([judged?.code, judged?.sale?.id], ['order-already-paid', 'sale_1'])
})

void test('an order is represented by its payment, also with a newer attempt in review', () => {
  assert.equal(decidingAttempt(attempts(rows.declined, lateConflict, rows.approved))?.id, 'sale_1')
  assert.equal(decidingAttempt(attempts(rows.declined, lateConflict, rows.declined))?.id, 'sale_2')
  assert.equal(decidingAttempt(attempts(lateConflict, rows.approved))?.id, 'sale_2', 'the newest is not over')
  assert.equal(decidingAttempt(attempts(rows.declined, rows.timed_out))?.id, 'sale_2')
  assert.equal(decidingAttempt([]), null)
})
