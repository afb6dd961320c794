// Each explanation matches exactly one current mutant.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { entryFor, EXPLAINED, means, outdated, readExplained, type Explained } from './explained.ts'
import { changesOf, mutantsOf } from './mutants.ts'

const ENTRY: Explained = {
  file: 'a.ts',
  statement: 'const c = a < b',
  places: 1,
  operator: 'boundary',
  occurrence: 0,
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

test('an explanation of a statement names the number of its places', () => {
  const mutants = mutantsOf('packages/a.ts', 'f(a < b)\nf(a < b)')
  const entry = { ...ENTRY, file: 'packages/a.ts', statement: 'f(a < b)' }
  assert.deepEqual(outdated([entry], mutants), [entry])
  assert.deepEqual(outdated([{ ...entry, places: 2 }], mutants), [])
  assert.deepEqual(readExplained(`${entryFor(mutants[0]!)}a is never b`)[0]!.places, 2)
})

test('reads each mutant of a statement, and the entry that a run prints', () => {
  const text = `# Reasons\n\npackages/a.ts\nif (a) b()\n    negated, number 1: It is: equal.\n    condition true: a is true.\n`
  const of = { file: 'packages/a.ts', statement: 'if (a) b()', places: 1 }
  assert.deepEqual(readExplained(text), [
    { ...of, operator: 'negated', occurrence: 0, why: 'It is: equal.' },
    { ...of, operator: 'number', occurrence: 1, why: 'It is: equal.' },
    { ...of, operator: 'condition true', occurrence: 0, why: 'a is true.' },
  ])
  for (const mutant of mutantsOf('packages/a.ts', 'f(1, 1)\nclass A {\n  #private = 0\n}'))
    assert.ok(means(readExplained(`${entryFor(mutant)}It is equal.`)[0]!, mutant), entryFor(mutant))
})

for (const [what, text] of [
  ['mutants before a file', '    negated: It is equal.'],
  ['mutants before a statement', 'packages/a.ts\n    negated: It is equal.'],
  ['a mutant without a reason', 'packages/a.ts\nif (a) b()\n    negated'],
] as const)
  test(`rejects a list with ${what}`, () => {
    assert.throws(() => readExplained(text), /cannot be read at: {5}negated/)
  })

test('each explanation has a reason and matches one mutant', () => {
  for (const file of new Set(EXPLAINED.map((entry) => entry.file))) {
    const mutants = changesOf(file, readFileSync(path.join(ROOT, file), 'utf8'))
    for (const entry of EXPLAINED.filter((each) => each.file === file)) {
      assert.ok(entry.why.length > 10, `${file}: ${entry.statement} has no reason`)
      const fitting = mutants.filter((mutant) => means(entry, mutant))
      assert.equal(
        fitting.length,
        1,
        `${file}: not one mutant is ${entry.operator} in ${entry.statement}, at ${entry.places} places`,
      )
    }
  }
})
