import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallerTexts } from './templates.ts'

test('removes the white space between tags, and keeps one space between words', () => {
  assert.deepEqual(smallerTexts(['<p>\n    <b>one\n    two</b>\n  </p>']), ['<p><b>one two</b></p>'])
})

test('keeps the places of the expressions', () => {
  assert.deepEqual(smallerTexts(['<p>\n    ', '\n    <b>', '</b></p>']), ['<p>', '<b>', '</b></p>'])
  assert.deepEqual(smallerTexts(['<input\n      value=', '\n    />']), ['<input value=', '/>'])
})

test('keeps line ends without an indent, and the space around an expression in a text', () => {
  assert.deepEqual(smallerTexts(['<pre>a\nb</pre> ', ' c']), ['<pre>a\nb</pre> ', ' c'])
})
