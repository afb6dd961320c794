import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL, ATTACKED, attacks, COMBINATIONS, FEW } from './corpus.ts'

test('the hostile texts are different, and each calls the function with its own number', () => {
  const texts = attacks(ALL)
  assert.equal(new Set(texts).size, ALL)
  assert.ok(COMBINATIONS > ALL && COMBINATIONS % 7919 !== 0)
  const plain = texts.filter((text) => text.includes(`${ATTACKED}(`)).length
  assert.ok(plain > ALL / 3, `${plain}`)
})

test('a short run has every kind of carrier and of encoding', () => {
  const few = attacks(FEW).join('\n')
  const kinds = ['<script', '<iframe', 'javascript:', 'srcdoc', 'onerror', 'data:', '&#60;', '%3c', '%253c']
  for (const kind of [...kinds, '\\u003c', '\uff1c', '\u202e', '</textarea>', '-->', '<!--?lit'])
    assert.ok(few.toLowerCase().includes(kind.toLowerCase()), kind)
})
