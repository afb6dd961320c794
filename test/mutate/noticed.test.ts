// A noticed mutant is remembered until its file or the test that killed it changes; a survivor is not.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { ROOT } from '../kit/process.ts'
import type { Verdict } from './judge.ts'
import { mutantsOf } from './mutants.ts'
import { Noticed } from './noticed.ts'
import { temporaryFolder } from '../kit/scope.ts'

const FILE = 'test/mutate/fixture/till.ts'
const CHECK = 'test/mutate/fixture/till.check.ts'
const [first, second, third] = mutantsOf(FILE, readFileSync(path.join(ROOT, FILE), 'utf8'))

function cacheOf(t: TestContext): string {
  const folder = temporaryFolder(t, 'noticed')
  return path.join(folder, 'noticed.jsonl')
}

test('remembers killed and rejected mutants for the next run, and no survivor', (t) => {
  assert.ok(first && second && third)
  const cache = cacheOf(t)
  const killed: Verdict = {
    mutant: first,
    kind: 'killed',
    by: `${CHECK}: x`,
    ran: ['a.test.ts', CHECK],
    left: 3,
  }
  const refused: Verdict = { mutant: second, kind: 'compiler', by: 'tsc', ran: [], left: 9 }
  const noticed = new Noticed(cache)
  for (const verdict of [killed, refused, { ...killed, mutant: third, kind: 'survived' as const }])
    noticed.add(verdict)
  const later = new Noticed(cache)
  assert.deepEqual(later.find(first), { ...killed, ran: [CHECK], left: 0 })
  assert.deepEqual(later.find(second), { ...refused, left: 0 })
  assert.equal(later.find(third), undefined)
})

test('judges a mutant again when the test that killed it has changed', (t) => {
  assert.ok(first)
  const cache = cacheOf(t)
  new Noticed(cache).add({ mutant: first, kind: 'killed', by: 'x', ran: [CHECK], left: 0 })
  const entry = JSON.parse(readFileSync(cache, 'utf8')) as { hash: string }
  writeFileSync(cache, `${JSON.stringify({ ...entry, hash: 'of another text' })}\n`)
  assert.equal(new Noticed(cache).find(first), undefined)
})
