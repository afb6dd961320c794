import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { over } from '../shared/over.ts'
import { SALE } from '../testing/sample-sale.ts'
import { phrase, spokenOf } from './phrases.ts'
import { PAY_ENGLISH as ENGLISH } from './english.ts'
import { EMPTY } from './view.ts'

test('announced sentences are separated by one full stop, whatever they end with', () => {
  assert.equal(spokenOf([]), '')
  assert.equal(spokenOf(['Approved']), 'Approved')
  assert.equal(spokenOf(['Card declined', 'Insufficient funds.']), 'Card declined. Insufficient funds.')
  assert.equal(
    spokenOf(['Check it', 'The answer contradicts itself.', 'Wait.']),
    'Check it. The answer contradicts itself. Wait.',
  )
  assert.equal(spokenOf(['Canceling…', 'Wait.']), 'Canceling… Wait.')
})

test('B5 a canceled sale keeps its title while there is no news of the order', () => {
  const titled = (reason: Sale['reason']): string =>
    phrase('unpaidTitle', {
      view: { ...EMPTY, sale: { ...SALE, state: 'failed', reason } },
      text: { ...ENGLISH, canceledHere: 'at the till', canceledThere: 'on the terminal' },
      lang: 'en',
      nowMs: SALE.nowMs,
      who: 'clerk',
    } as never)
  assert.deepEqual((['cancelled_here', 'cancelled', 'error'] as const).map(titled), [
    'at the till',
    'on the terminal',
    ENGLISH.unpaid.failed,
  ])
})

test('a phrase takes no text, value or condition from a changed Object.prototype', () => {
  const spoken = {
    view: { ...EMPTY, sale: { ...SALE, state: 'failed', reason: 'error' } },
    text: over(ENGLISH, null),
    lang: 'en',
    nowMs: SALE.nowMs,
    who: 'clerk',
  } as never
  // A text without a value, a text of a refund, the end of a sale, and a reason without a text.
  const keys = ['present', 'refundOf', 'unpaidTitle', 'why', 'ended.abandoned']
  const clean = keys.map((key) => phrase(key, spoken))
  const names = [...keys, 'abandoned', 'error', 'failed', 'unpaid', 'ended']
  for (const value of ['forged', true, () => 'forged', { abandoned: 'forged' }]) {
    for (const name of names) Object.defineProperty(Object.prototype, name, { value, configurable: true })
    try {
      assert.deepEqual(
        keys.map((key) => phrase(key, spoken)),
        clean,
      )
    } finally {
      for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
    }
  }
})
