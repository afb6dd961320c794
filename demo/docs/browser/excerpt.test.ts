import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, markFound, type Piece } from './excerpt.ts'

const written = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')

const LONG = `${'word '.repeat(60)}the backup of the database ${'other '.repeat(60)}`

test('marks whole words in any case, the longer one first', () => {
  assert.equal(
    written(markFound('Refunds: a refund, prerefund', ['refund', 'refunds'])),
    '[Refunds]: a [refund], prerefund',
  )
})

test('marks terms with signs of a regular expression, and words with accents', () => {
  assert.equal(written(markFound('C++ in café', ['c++', 'café'])), '[C++] in [café]')
})

test('an excerpt begins shortly before the first found word and cuts no word', () => {
  const text = written(excerptOf(LONG, ['backup']))
  assert.match(text, /^… (?:word )+the \[backup\] of the database (?:other )+…$/)
  assert.ok(text.length < 170, text)
})

test('an excerpt of a short text is all of it, and without a found word its beginning', () => {
  assert.equal(written(excerptOf('A backup.', ['backup'])), 'A [backup].')
  assert.match(written(excerptOf(LONG, ['absent'])), /^word (?:word )+…$/)
  assert.equal(written(excerptOf('A page', [])), 'A page')
})
