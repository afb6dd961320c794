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
  assert.deepEqual({ ...made.problems }, { network: 'Netz', otherwise: 'O' })
  assert.equal(made.done, 'Done')
  assert.deepEqual(BASE.problems, { network: 'N', otherwise: 'O' })
})

test('replaces texts, lists and functions as a whole; undefined replaces nothing', () => {
  const made = over(BASE, { done: 'Fertig', list: ['x'], of: () => 'x' })
  assert.deepEqual([made.done, made.list, made.of('y')], ['Fertig', ['x'], 'x'])
  for (const none of [null, undefined]) {
    const { problems, ...texts } = over(BASE, none)
    assert.deepEqual(
      [texts, { ...problems }],
      [{ done: BASE.done, list: BASE.list, of: BASE.of }, BASE.problems],
    )
  }
})

test('no text, and no text of a table, is inherited from a changed Object.prototype, also after two layers', () => {
  Object.defineProperty(Object.prototype, 'forged', { value: 'X', configurable: true })
  try {
    const made = over(over(BASE, null), { problems: { network: 'Netz' } }) as Record<string, unknown>
    assert.equal(made['forged'], undefined)
    assert.equal((made['problems'] as Record<string, unknown>)['forged'], undefined)
    assert.deepEqual({ ...(made['problems'] as object) }, { network: 'Netz', otherwise: 'O' })
  } finally {
    delete (Object.prototype as Record<string, unknown>)['forged']
  }
})
