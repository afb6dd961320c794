import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helpColumns } from './help-columns.ts'

test('helpColumns aligns the explanations and wraps them at 120 characters', () => {
  const lines = helpColumns([
    ['PORT', 'port to listen on'],
    ['STORE_URL', 'word '.repeat(40).trim()],
  ])
  assert.deepEqual(lines.slice(0, 1), ['  PORT       port to listen on'])
  assert.ok(lines.length > 2)
  for (const line of lines) assert.ok(line.length <= 120, line)
  for (const line of lines.slice(2)) assert.match(line, /^ {13}word/)
  assert.equal(lines.join(' ').match(/word/g)?.length, 40)
})

test('helpColumns puts a long name on a line of its own', () => {
  const name = 'x'.repeat(60)
  assert.deepEqual(helpColumns([[name, 'an explanation']]), [`  ${name}`, `${' '.repeat(44)}an explanation`])
})
