// Each explanation matches exactly one current mutant.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { EXPLAINED, means, outdated } from './explained.ts'
import type { Explained } from './explained/entry.ts'
import { changesOf, mutantsOf } from './mutants.ts'

const ENTRY: Explained = {
  file: 'a.ts',
  statement: 'const c = a < b',
  operator: 'boundary',
  why: 'a is never b',
}

test('an explanation matches its mutant at any line', () => {
  const mutants = mutantsOf('a.ts', '// moved\n\nconst c = a < b')
  assert.equal(mutants.filter((mutant) => means(ENTRY, mutant)).length, 1)
  assert.deepEqual(outdated([ENTRY], mutants), [])
})

test('reports an explanation without a mutant', () => {
  assert.deepEqual(outdated([ENTRY], mutantsOf('a.ts', 'const c = a <= b')), [ENTRY])
  assert.deepEqual(outdated([{ ...ENTRY, occurrence: 1 }], mutantsOf('a.ts', 'const c = a < b')).length, 1)
})

test('each explanation has a reason and matches one mutant', () => {
  for (const file of new Set(EXPLAINED.map((entry) => entry.file))) {
    const mutants = changesOf(file, readFileSync(path.join(ROOT, file), 'utf8'))
    for (const entry of EXPLAINED.filter((each) => each.file === file)) {
      assert.ok(entry.why.length > 10, `${file}: ${entry.statement} has no reason`)
      const fitting = mutants.filter((mutant) => means(entry, mutant))
      assert.equal(fitting.length, 1, `${file}: no mutant is ${entry.operator} in ${entry.statement}`)
    }
  }
})
