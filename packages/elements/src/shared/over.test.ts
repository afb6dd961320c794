import assert from 'node:assert/strict'
import { test } from 'node:test'
import { over } from './over.ts'

const BASE = {
  done: 'Done',
  list: ['a', 'b'],
  of: (name: string) => `of ${name}`,
  problems: { network: 'N', otherwise: 'O' },
}

test('a page that replaces one problem keeps the texts of all others', () => {
  const made = over(BASE, { problems: { network: 'Netz' } })
  assert.deepEqual(made.problems, { network: 'Netz', otherwise: 'O' })
  assert.equal(made.done, 'Done')
  assert.deepEqual(BASE.problems, { network: 'N', otherwise: 'O' })
})

test('replaces texts, lists and functions as a whole; undefined replaces nothing', () => {
  const made = over(BASE, { done: 'Fertig', list: ['x'], of: () => 'x' })
  assert.deepEqual([made.done, made.list, made.of('y')], ['Fertig', ['x'], 'x'])
  assert.deepEqual([over(BASE, null), over(BASE, undefined)], [BASE, BASE])
})
