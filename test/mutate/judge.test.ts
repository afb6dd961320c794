// Only the tests that execute a mutant run it, and only in their processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { covers, paint, spansOf, type Covered } from './coverage.ts'
import { judge, testsFor, type Ground, type Killers } from './judge.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

const FILE = 'test/mutate/fixture/till.ts'
const CHECK = 'test/mutate/fixture/till.check.ts'
const text = readFileSync(path.join(ROOT, FILE), 'utf8')
const mutants = mutantsOf(FILE, text)

const covered = (name: string, ms: number, more: Partial<Covered> = {}): Covered => ({
  test: name,
  ms,
  sound: true,
  hash: '',
  files: { [FILE]: { hash: '', spans: [[0, text.length]] } },
  ...more,
})

const ground = (more: Partial<Ground> = {}): Ground => ({
  covered: [covered(CHECK, 1000)],
  env: {},
  budgetMs: 60_000,
  killers: new Map(),
  isRefused: () => Promise.resolve(false),
  ...more,
})

function theMutant(operator: string): Mutant {
  const found = mutants.find((mutant) => mutant.operator === operator)
  assert.ok(found)
  return found
}

test('a failing test kills the mutant', async () => {
  const killers: Killers = new Map()
  const verdict = await judge(theMutant('arithmetic'), ground({ killers }))
  assert.deepEqual([verdict.kind, verdict.by], ['killed', `${CHECK}: gives change`])
  assert.equal(killers.get(FILE)?.get(CHECK), 1)
})

test('a mutant without a failing test survives, unless the compiler rejects it', async () => {
  const verdict = await judge(theMutant('boundary'), ground())
  assert.deepEqual([verdict.kind, verdict.ran, verdict.left], ['survived', [CHECK], 0])
  const refused = await judge(
    theMutant('boundary'),
    ground({ covered: [], isRefused: () => Promise.resolve(true) }),
  )
  assert.equal(refused.kind, 'compiler')
  assert.equal(readFileSync(path.join(ROOT, FILE), 'utf8'), text)
})

test('a mutant that no longer matches its file is an error', async () => {
  const moved = { ...theMutant('arithmetic'), start: 0, end: 1, original: '#' }
  await assert.rejects(judge(moved, ground()), /does not fit/)
})

test('runs the covering tests, earlier killers first, then the nearest and fastest', () => {
  const far = covered('packages/store/src/far.test.ts', 1)
  const slow = covered('test/mutate/fixture/slow.test.ts', 900)
  const fast = covered('test/mutate/fixture/fast.test.ts', 100)
  const elsewhere = covered('test/mutate/fixture/none.test.ts', 1, {
    files: { [FILE]: { hash: '', spans: [[0, 1]] } },
  })
  const red = covered('test/mutate/fixture/red.test.ts', 1, { sound: false })
  const all = [far, slow, fast, elsewhere, red]
  assert.deepEqual(testsFor(theMutant('boundary'), all, new Map()), [fast, slow, far])
  const killers: Killers = new Map([[FILE, new Map([[far.test, 1]])]])
  assert.deepEqual(testsFor(theMutant('boundary'), all, killers), [far, fast, slow])
  const often: Killers = new Map([[FILE, new Map([[slow.test, 9]])]])
  assert.deepEqual(testsFor(theMutant('boundary'), all, often), [slow, fast, far])
})

test('takes the innermost range of the coverage reports of all processes', () => {
  const painted = new Uint8Array(10)
  const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })
  const inner = { ranges: [range(3, 8, 0), range(5, 6, 1)] }
  paint({ url: '', functions: [{ ranges: [range(0, 9, 1)] }, inner] }, painted)
  assert.deepEqual(spansOf(painted), [
    [0, 3],
    [5, 6],
    [8, 9],
  ])
  paint({ url: '', functions: [{ ranges: [range(3, 4, 2), range(9, 10, 1)] }] }, painted)
  assert.deepEqual(spansOf(painted), [
    [0, 4],
    [5, 6],
    [8, 10],
  ])
  assert.deepEqual([covers(spansOf(painted), 3), covers(spansOf(painted), 4)], [true, false])
})
