import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transform } from 'esbuild'
import { madeOf } from './made-of.ts'

test('attributes every character of a built file to its source', async () => {
  const source = 'export const words = ["one", "two"]\nexport const say = (name) => `hello ${name}`\n'
  const { code, map } = await transform(source, { minify: true, sourcemap: 'external', sourcefile: 'a.js' })
  const parts = madeOf({ code, map }, (path) => path || 'unmapped')
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['a.js'],
  )
  assert.equal(parts[0]?.raw, code.length - code.split('\n').length + 1)
  assert.ok((parts[0]?.brotli ?? 0) > 20)
})

test('attributes unmapped characters to no source, and the parts sum to the whole', () => {
  const code = 'aaaabbbbbbcc'
  // Column 4 is source 0, column 10 is source 1, the first four characters are the bundler's.
  const map = JSON.stringify({ mappings: 'IAAA,MCAA', sources: ['b.ts', 'c.ts'] })
  const parts = madeOf({ code, map }, (path) => path || 'unmapped')
  assert.deepEqual(
    parts.map(({ name, raw }) => [name, raw]),
    [
      ['b.ts', 6],
      ['unmapped', 4],
      ['c.ts', 2],
    ],
  )
})
