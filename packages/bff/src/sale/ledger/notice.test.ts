// The notices of changed sales between processes, also of another release.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows } from '../machine/machine.testing.ts'
import { readNotice, writeNotice } from './notice.ts'

const refund = { ...rows.intent, refundOf: 'sale_0', refundRef: 'r1' }

test('a notice names the sale and its group of attempts', () => {
  assert.equal(writeNotice(rows.intent), '["sale_a","m1","o1"]')
  assert.equal(writeNotice(refund), '["sale_a","m1","o1","sale_0","r1"]')
  assert.equal(writeNotice(rows.intent, 7), '["sale_a","m1","o1",null,null,7]')
  assert.equal(writeNotice(refund, 7), '["sale_a","m1","o1","sale_0","r1",7]')
  assert.deepEqual(readNotice(writeNotice(rows.intent)), {
    saleId: 'sale_a',
    group: { merchant: 'm1', order: 'o1' },
    number: null,
  })
  assert.deepEqual(readNotice(writeNotice(rows.intent, 7)), {
    saleId: 'sale_a',
    group: { merchant: 'm1', order: 'o1' },
    number: 7,
  })
  const group = { merchant: 'm1', order: 'o1', refund: { of: 'sale_0', reference: 'r1' } }
  assert.deepEqual(readNotice(writeNotice(refund)), { saleId: 'sale_a', group, number: null })
  assert.deepEqual(readNotice(writeNotice(refund, 7)), { saleId: 'sale_a', group, number: 7 })
})

test('a number that is none is not read', () => {
  for (const number of ['"7"', 'null', '{}'])
    assert.equal(readNotice(`["s","m1","o1",null,null,${number}]`).number, null)
})

test('a notice with half of a refund is one of the order', () => {
  const group = { merchant: 'm1', order: 'o1' }
  for (const payload of ['["s","m1","o1","of"]', '["s","m1","o1","of",1]', '["s","m1","o1",1,"r"]'])
    assert.deepEqual(readNotice(payload), { saleId: 's', group, number: null }, payload)
})

test('any other payload is a sale without its group', () => {
  for (const payload of [
    'sale_a',
    '',
    '[',
    'sale["a"]',
    '[1,"m","o"]',
    '["s",1,"o"]',
    '["s","m",1]',
    '{"a":1}',
    '"smo"',
  ])
    assert.deepEqual(readNotice(payload), { saleId: payload, group: null, number: null }, payload)
})
