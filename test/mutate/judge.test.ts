// Only the tests that execute a mutant run it, and only in their processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import type { Covered } from './coverage.ts'
import { judge, testsFor, type Ground, type Killers, type Verdict } from './judge.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { Pool, type RunTest } from './pool.ts'
import { covers, paint, spansOf } from './spans.ts'
import { envOf, runTestFile } from './test-file.ts'

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

const pool = new Pool({}, [FILE], () => 1000)
after(() => pool.close())

const ground = (more: Partial<Ground> = {}): Ground => ({
  covered: [covered(CHECK, 1000)],
  budgetMs: 60_000,
  killers: new Map(),
  runTest: pool.run,
  refusesFile: () => false,
  refused: () => [],
  ...more,
})

function theMutant(operator: string): Mutant {
  const found = mutants.find((mutant) => mutant.operator === operator)
  assert.ok(found)
  return found
}

/** The verdicts, in the order of the mutants. */
async function verdictsOf(judged: readonly Mutant[], on: Ground): Promise<readonly (Verdict | undefined)[]> {
  const verdicts: Verdict[] = []
  await judge(judged, on, (verdict) => void verdicts.push(verdict))
  assert.equal(verdicts.length, judged.length)
  return judged.map((mutant) => verdicts.find((verdict) => verdict.mutant === mutant))
}

test('a failing test kills the mutant', async () => {
  const killers: Killers = new Map()
  const [verdict] = await verdictsOf([theMutant('arithmetic')], ground({ killers }))
  assert.equal(verdict?.kind, 'killed')
  assert.match(verdict?.by ?? '', new RegExp(`^${CHECK}: gives change`))
  assert.equal(killers.get(FILE)?.get(CHECK), 1)
})

test('a mutant without a failing test survives, unless the compiler rejects it', async () => {
  const boundary = theMutant('boundary')
  const [verdict] = await verdictsOf([boundary], ground())
  assert.deepEqual([verdict?.kind, verdict?.ran, verdict?.left], ['survived', [CHECK], 0])
  const [own] = await verdictsOf([boundary], ground({ refusesFile: () => true }))
  assert.deepEqual([own?.kind, own?.ran], ['compiler', []])
  const [importer] = await verdictsOf([boundary], ground({ covered: [], refused: (all) => all }))
  assert.equal(importer?.kind, 'compiler')
  assert.equal(readFileSync(path.join(ROOT, FILE), 'utf8'), text)
})

test('a worker and a process of its own come to the same verdict', async () => {
  const alone: RunTest = (name, some) => runTestFile(name, { env: envOf(some), limitMs: 60_000 })
  for (const mutant of mutants) {
    const kinds = await Promise.all([pool.run, alone].map(async (run) => (await run(CHECK, [mutant])).kind))
    assert.equal(kinds[0], kinds[1], mutant.id)
  }
})

test('divides a group with a failing test until the mutant is alone', async () => {
  const runs: number[] = []
  const killed = theMutant('arithmetic')
  const others = mutants.filter(({ operator }) => operator === 'boundary' || operator === 'number')
  const near = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => covered(`test/mutate/fixture/${name}.test.ts`, 1))
  const runTest: RunTest = (name, some) => {
    runs.push(some.length)
    const isRed = name === CHECK && some.includes(killed)
    return Promise.resolve({ kind: isRed ? 'red' : 'green', by: 'x', ms: 1 })
  }
  const on = ground({ covered: [...near, covered(CHECK, 9)], runTest })
  const verdicts = await verdictsOf([...others, killed], on)
  assert.deepEqual(
    verdicts.map((verdict) => verdict?.kind),
    [...others.map(() => 'survived'), 'killed'],
  )
  const alone = near.length * (others.length + 1)
  assert.deepEqual(
    runs.slice(0, alone),
    Array.from({ length: alone }, () => 1),
  )
  assert.equal(runs[alone], others.length + 1)
})

test('a mutant that no longer matches its file is an error', async () => {
  const moved = { ...theMutant('arithmetic'), start: 0, end: 1, original: '#' }
  await assert.rejects(verdictsOf([moved], ground()), /does not fit/)
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
