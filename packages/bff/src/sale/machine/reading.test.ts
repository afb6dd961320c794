// Parts of an answer: the card text, the key for comparing reads, and the ends that an answer confirms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome, SaleReason, SaleState } from '@tapboard/contract'
import { twoPersons } from './attest.ts'
import { reduce } from './machine.ts'
import { approved, facts, read, rows, T } from './machine.testing.ts'
import { isSameEnd } from './reading.ts'
import { emptySale } from './row.ts'

const changesOf = (outcome: Outcome): unknown => {
  const judged = reduce(rows.started, read(outcome), facts(T))
  assert.notEqual(judged.kind, 'refused')
  return judged.kind === 'refused' ? null : judged.changes
}

test('shows the brand and the last four digits of a card only', () => {
  const texts: readonly (readonly [string | null, string | null])[] = [
    [null, null],
    ['Visa', null],
    ['123', null],
    ['4111111111111111', '…1111'],
    ['Visa 4111 1111 1111 1234 ', 'Visa …1234'],
    ['4242 Visa', '…4242'],
    [`${'B'.repeat(30)} 1234`, `${'B'.repeat(24)} …1234`],
    ['  Visa 1234', '…1234'],
  ]
  for (const [card, text] of texts)
    assert.equal((changesOf({ ...approved, card }) as { card: unknown }).card, text, `${card}`)
})

test('remembers at most 200 characters of an unpaid answer', () => {
  const seenOf = (code: string): unknown =>
    (changesOf({ kind: 'declined', code, message: null, reference: null }) as { seen: unknown }).seen
  assert.equal(seenOf('5'.repeat(191)), `declined|${'5'.repeat(191)}`)
  assert.equal(seenOf('5'.repeat(500)), `declined|${'5'.repeat(191)}`)
})

test('an end is confirmed by the answer that leads to it', () => {
  const kinds = ['declined', 'timed_out', 'failed', 'cancelled', 'approved', 'pending'] as const
  const confirming = (state: SaleState, reason: SaleReason | null): readonly string[] =>
    kinds.filter((kind) => isSameEnd({ state, reason }, { kind } as Outcome))
  assert.deepEqual(confirming('declined', null), ['declined'])
  assert.deepEqual(confirming('timed_out', null), ['timed_out'])
  assert.deepEqual(confirming('failed', 'error'), ['failed'])
  assert.deepEqual(confirming('failed', 'cancelled'), ['cancelled'])
  assert.deepEqual(confirming('failed', 'cancelled_here'), ['cancelled'])
  assert.deepEqual(confirming('not_started', null), ['declined', 'timed_out', 'failed', 'cancelled'])
})

test('D-94 names the two persons of a review that they caused, and none of another sale', () => {
  const row = { state: 'review', seen: 'unpaid:ann', person: 'bob' } as const
  assert.deepEqual(twoPersons(row), { paid: 'bob', unpaid: 'ann' })
  assert.equal(twoPersons({ ...row, state: 'approved' }), null)
  assert.equal(twoPersons({ ...row, person: null }), null)
  assert.equal(twoPersons({ ...row, seen: null }), null)
  assert.equal(twoPersons({ ...row, seen: 'judged' }), null)
})

test('a new sale has no amount, no send, no evidence and no event', () => {
  const { amountMinor, sendCount, seenCount, version, createdAtMs, fence } = emptySale()
  assert.deepEqual([amountMinor, sendCount, seenCount, version, createdAtMs, fence], [0, 0, 0, 0, 0, 0])
})
