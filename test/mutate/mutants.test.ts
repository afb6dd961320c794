// The mutants of a text, and the stability of their keys under edits elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutantsOf, mutated } from './mutants.ts'

const of = (text: string): string[] => mutantsOf('a.ts', text).map((mutant) => mutated(text, mutant))

const CASES: readonly (readonly [text: string, mutants: readonly string[]])[] = [
  ['f(a < b)', ['f(a <= b)', 'f(a >= b)', ';']],
  ['const c = a === b', ['const c = a !== b']],
  ['const c = a && b', ['const c = a || b']],
  ['const c = a ?? b', ['const c = a']],
  ['const c = a + b', ['const c = a - b']],
  ['const c = `${a}` + b', []],
  ['const c = true', ['const c = false']],
  ['const c = 3', ['const c = 4']],
  ['const c = 5_000', ['const c = 50000']],
  ['const c = a ? x : y', ['const c = a ? y : x']],
  ['const c = !a', ['const c = a']],
  ['if (a) throw b', ['if (true) throw b', 'if (false) throw b', 'if (a) ;']],
  ['await save()', [';']],
  ['const c = a.some(f)', ['const c = a.every(f)']],
  ['const c = { ...a }', ['const c = { ...{} }']],
  ['const c = f(a, b)', ['const c = f(a)']],
  ["const c = 'paid'", ["const c = ''"]],
  ["const c = 'Ask the customer.'", []],
  [
    "const c = q.where('n', '=', n)",
    [
      'const c = q',
      "const c = q.where('', '=', n)",
      "const c = q.where('n', '<>', n)",
      "const c = q.where('n', '=')",
    ],
  ],
  ['const c = sql`a = 1 and b`', ['const c = sql`a = 1 or b`', 'const c = sql`a <> 1 and b`']],
  ['const c = /^a$/', ['const c = /a$/', 'const c = /^a/']],
  ['try { a } catch { b() }', ['try { a } catch {}', 'try { a } catch { ; }']],
]

for (const [text, expected] of CASES)
  test(`mutates ${text}`, () => assert.deepEqual(of(text).toSorted(), expected.toSorted()))

test('leaves types, imports and the names of members alone', () => {
  assert.deepEqual(
    of("import a from 'a'\ntype B = 'x' | 1\ninterface C { d: true }\nexport * from 'e'\nlet f: 'g'"),
    [],
  )
  assert.deepEqual(of('const c = { 1: a, true: b }'), [])
})

test('keeps the ID of a mutant when lines move above it and blocks change in it', () => {
  const before = 'if (a < b) {\n  f\n}\nconst c = 1\n'
  const after = `// é\nconst other = 2\n\n${before.replace('  f', '  g\n  h')}`
  const ids = (text: string): string[] => mutantsOf('a.ts', text).map(({ id }) => id)
  assert.deepEqual(ids(before), ids(after).slice(1))
})

test('gives equal statements different IDs', () => {
  const found = mutantsOf('a.ts', 'const f = () => { g() }\nconst h = () => { g() }')
  assert.equal(new Set(found.map(({ id }) => id)).size, 2)
  assert.deepEqual(
    found.map(({ occurrence }) => occurrence),
    [0, 1],
  )
})

test('rejects a mutant for a changed text', () => {
  const [mutant] = mutantsOf('a.ts', 'const c = true')
  assert.ok(mutant)
  assert.throws(() => mutated('const cc = true', mutant), /has changed/)
})
