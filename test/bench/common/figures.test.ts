import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, percentile, ratio, summarise, withSpread } from './figures.ts'
import { seeded, shuffled } from './order.ts'

test('the median is the middle value, or the mean of the two middle values', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 2, 9]), 3)
  assert.ok(Number.isNaN(median([])))
})

test('a percentile is a measured value', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  assert.equal(percentile(hundred, 0.95), 95)
  assert.equal(percentile(hundred, 0.5), 50)
  assert.equal(percentile([7], 0.99), 7)
  assert.equal(percentile([3, 1, 2], 1), 3)
})

test('the spread is half of the interquartile range and ignores NaN', () => {
  assert.deepEqual(summarise([1, 2, 3, 4, Number.NaN]), { count: 4, median: 2.5, halfIqr: 1 })
  assert.equal(withSpread({ count: 4, median: 2.5, halfIqr: 1 }), '2.5 ±1.0')
})

test('a ratio compares medians, with the spread of the rounds', () => {
  const { median: middle, halfIqr } = ratio([2, 4, 6, 8], [1, 2, 3, 4])
  assert.equal(middle, 2)
  assert.equal(halfIqr, 0)
})

test('a seed determines the order, which keeps every item', () => {
  const order = shuffled(['a', 'b', 'c', 'd'], seeded(7))
  assert.deepEqual(order, shuffled(['a', 'b', 'c', 'd'], seeded(7)))
  assert.deepEqual(order.toSorted(), ['a', 'b', 'c', 'd'])
  const drawn = Array.from({ length: 500 }, seeded(3))
  assert.ok(drawn.every((value) => value >= 0 && value < 1))
})
