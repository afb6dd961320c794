import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find, type Runnable } from './only.ts'

const ALL: readonly Runnable[] = [
  { file: 'packages/bff/src/sale/start/start.test.ts', part: 'node' },
  { file: 'packages/bff/src/sale/runner/runner.test.ts', part: 'node' },
  { file: 'packages/bff/src/token/dpop.test.ts', part: 'node' },
  { file: 'packages/elements/src/sale/line.browser.ts', part: 'web' },
  { file: 'test/journeys/held-terminal.test.ts', part: 'journeys' },
  { file: 'test/journeys/start.test.ts', part: 'journeys' },
]

const filesOf = (name: string): string[] => {
  const found = find(name, ALL)
  return 'files' in found ? found.files.map(({ file }) => file) : []
}

const MEANINGS: readonly (readonly [what: string, name: string, files: readonly number[]])[] = [
  ['a file', 'packages/bff/src/sale/start/start.test.ts', [0]],
  ['a file with ./', './packages/bff/src/token/dpop.test.ts', [2]],
  ['a folder', 'packages/bff/src/sale/', [0, 1]],
  ['the last folder of a path, in every package', 'sale', [0, 1, 3]],
  ['the name of a journey', 'held-terminal', [4]],
  ['a name that two files have', 'start', [0, 5]],
  ['the name of a browser test', 'line', [3]],
  ['the end of a path', 'token/dpop.test.ts', [2]],
  ['a part of a path', 'bff/src/tok', [2]],
]

for (const [what, name, files] of MEANINGS)
  test(`--only finds ${what}`, () =>
    assert.deepEqual(
      filesOf(name),
      files.map((index) => ALL[index]?.file),
    ))

test('--only names similar words where nothing matches', () => {
  assert.deepEqual(find('held-terminl', ALL), { similar: ['held-terminal'] })
  assert.deepEqual(find('jorneys', ALL), { similar: ['journeys'] })
  assert.deepEqual(find('quite-another-thing', ALL), { similar: [] })
})
