import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenOf } from './phrases.ts'

test('what is spoken has one full stop between its sentences, whatever they end with', () => {
  assert.equal(spokenOf([]), '')
  assert.equal(spokenOf(['Approved']), 'Approved')
  assert.equal(
    spokenOf(['Card declined', 'The customer was not charged.']),
    'Card declined. The customer was not charged.',
  )
  assert.equal(
    spokenOf(['Check it', 'The answer contradicts itself.', 'Wait.']),
    'Check it. The answer contradicts itself. Wait.',
  )
  assert.equal(spokenOf(['Canceling…', 'Wait.']), 'Canceling… Wait.')
})
