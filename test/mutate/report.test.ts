// Checks the counts in the table of a mutation run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FOLDERS, filesOf, folderOf } from './folders.ts'
import type { Verdict } from './judge.ts'
import { mutantsOf } from './mutants.ts'
import { rowsOf, tableOf } from './report.ts'

test('the score is the share of killed mutants among those run', () => {
  const [mutant] = mutantsOf('packages/bff/src/sale/ledger/ledger.ts', 'const c = true')
  assert.ok(mutant)
  const verdict = (kind: Verdict['kind']): Verdict => ({ mutant, kind, by: '', ran: [], left: 0 })
  const verdicts = (['killed', 'killed', 'timeout', 'compiler', 'survived'] as const).map(verdict)
  const rows = rowsOf(verdicts, new Map([['bff/src/sale', { all: 9, explained: 2 }]]))
  assert.deepEqual(rows, [
    {
      folder: 'bff/src/sale',
      all: 9,
      run: 5,
      killed: 2,
      timeout: 1,
      compiler: 1,
      survived: 1,
      explained: 2,
      score: 80,
      goal: 95,
    },
  ])
  assert.match(
    tableOf(rows),
    /^\| `bff\/src\/sale` \| 9 \| 5 \| 2 \| 1 \| 1 \| 1 \| 2 \| 80\.0 % \| 95 % \|$/m,
  )
})

test('each folder of the table has product files and no tests', () => {
  for (const { name } of FOLDERS) {
    const files = filesOf(name)
    assert.ok(files.length > 0, name)
    assert.deepEqual(
      files.filter((file) => /[.]test|testing/.test(file)),
      [],
      name,
    )
    assert.ok(
      files.every((file) => folderOf(file) === name),
      name,
    )
  }
})
