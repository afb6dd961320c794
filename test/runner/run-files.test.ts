import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileResult } from './judge.ts'
import { countOf } from './report.ts'
import { runFiles, type RunOptions } from './run-files.ts'

const TIGHT: RunOptions = { concurrency: 1, testTimeoutMs: 30_000, graceMs: 500 }

const sampleOf = (name: string): string => `test/runner/samples/${name}.sample.ts`

async function run(name: string, how: Partial<RunOptions> = {}): Promise<FileResult> {
  const [result] = await runFiles([[sampleOf(name)]], { ...TIGHT, ...how })
  assert.ok(result)
  return result
}

test('counts tests and subtests of a passing file, not its suites', async () => {
  const result = await run('sound')
  assert.deepEqual(
    result.tests.map(({ title, outcome }) => [title, outcome]),
    [
      ['top-level test', 'passed'],
      ['a suite › is inside › further inside', 'passed'],
      ['a suite › is inside', 'passed'],
      ['a suite › is skipped', 'skipped'],
    ],
  )
  assert.deepEqual(result.failures, [])
  assert.deepEqual(result.notes, ['a note'])
  assert.deepEqual(countOf([result]), { passed: 3, failed: 0, skipped: 1 })
})

test('reports a failing test with its titles and its error', async () => {
  const result = await run('fails')
  assert.deepEqual(
    result.failures.map(({ title }) => title),
    ['a suite › fails'],
  )
  assert.match(result.failures[0]?.error ?? '', /Expected values to be strictly equal[^]*fails\.sample\.ts:5/)
  assert.deepEqual(countOf([result]), { passed: 1, failed: 1, skipped: 0 })
})

/** A file that fails as a whole: its fault, and the expected text. */
const FAULTS: readonly (readonly [what: string, sample: string, title: string, named: readonly RegExp[]])[] =
  [
    ['without a test', 'no-test', 'no test', [/registers no test\. Add one/]],
    [
      'that exits before its last test',
      'exits',
      '3 tests are lost',
      [/Look for process\.exit/, /is lost \(\S*exits\.sample\.ts:5\)/],
    ],
    [
      'that leaves a server and a timer open',
      'stays-open',
      'the file does not end',
      [/Close it in an after hook/, /Server listening on 127\.0\.0\.1:\d+/, /Timeout × 1/],
    ],
    [
      'that throws in a timer',
      'throws-late',
      'an error after the end of a test',
      [/Await every promise/, /thrown late/],
    ],
    [
      'that does not await a promise',
      'rejects-late',
      'an error after the end of a test',
      [/Await every promise/, /rejected late/],
    ],
    [
      'that waits for ever before its first test',
      'never-settles',
      'exit code 13',
      [/top level never settled/],
    ],
    ['that cannot be loaded', 'cannot-load', 'the file does not load', [/this file is not there/]],
    ['that is killed', 'killed', 'a test is lost', [/is killed/]],
    ['whose suite throws', 'suite-throws', 'a suite', [/no test was registered/]],
  ]

for (const [what, sample, title, named] of FAULTS)
  test(`a file ${what} fails`, async () => {
    const result = await run(sample)
    assert.deepEqual(
      result.failures.map((failure) => failure.title),
      [title],
    )
    for (const pattern of named) assert.match(result.failures[0]?.error ?? '', pattern)
    assert.equal(countOf([result]).failed, 1)
  })

test('an error outside of the awaited work of a test fails this test at once', async () => {
  const result = await run('throws-inside')
  assert.deepEqual(
    result.tests.map(({ title, outcome }) => [title, outcome]),
    [
      ['a suite › throws in a timer', 'failed'],
      ['a suite › rejects without await', 'failed'],
      ['a suite › an inner suite › passes', 'passed'],
    ],
  )
  assert.deepEqual(
    result.failures.map(({ error }) => /(thrown|rejected) inside/.exec(error)?.[0]),
    ['thrown inside', 'rejected inside'],
  )
})

test('a hanging test fails at its time limit, and so does its file', async () => {
  const result = await run('hangs', { testTimeoutMs: 300 })
  assert.deepEqual(
    result.failures.map(({ title }) => title),
    ['waits', 'the file does not end'],
  )
  assert.match(result.failures[0]?.error ?? '', /timed out after 300ms/)
})

test('a file whose last hook blocks for longer than the grace period passes', async () => {
  const result = await run('blocks-at-end')
  assert.deepEqual(result.failures, [])
})

test('a filtered test is not reported as missing', async () => {
  const result = await run('sound', { options: ['--test-name-pattern=top-level'] })
  assert.deepEqual(result.failures, [])
  assert.deepEqual(
    result.tests.map(({ title }) => title),
    ['top-level test'],
  )
})

test('several files have separate results in the given order', async () => {
  const names = ['sound', 'fails', 'no-test'].map(sampleOf)
  const results = await runFiles(
    names.map((name) => [name]),
    { ...TIGHT, concurrency: 3 },
  )
  assert.deepEqual(
    results.map(({ file, failures }) => [file, failures.length]),
    [
      [names[0], 0],
      [names[1], 1],
      [names[2], 1],
    ],
  )
})

test('files that share a process report each test with its file, and the faults of each', async () => {
  const names = ['cannot-load', 'sound', 'no-test', 'fails'].map(sampleOf)
  const [result] = await runFiles([names], TIGHT)
  assert.equal(result?.file, 'test/runner/samples (4 files)')
  assert.deepEqual(
    result.tests.map(({ title, outcome }) => [title, outcome]),
    [
      [`${names[1]} › top-level test`, 'passed'],
      [`${names[1]} › a suite › is inside › further inside`, 'passed'],
      [`${names[1]} › a suite › is inside`, 'passed'],
      [`${names[1]} › a suite › is skipped`, 'skipped'],
      [`${names[3]} › passes`, 'passed'],
      [`${names[3]} › a suite › fails`, 'failed'],
    ],
  )
  assert.deepEqual(
    result.failures.map(({ title, error }) => [
      title,
      /not there|no-test\S* registers|strictly equal/.exec(error)?.[0],
    ]),
    [
      [names[0], 'not there'],
      [`${names[3]} › a suite › fails`, 'strictly equal'],
      ['no test', 'no-test.sample.ts registers'],
    ],
  )
  assert.deepEqual(countOf([result]), { passed: 4, failed: 3, skipped: 1 })
})

test('an error after the end of a test fails a shared process, also while another file runs', async () => {
  const [result] = await runFiles([['throws-late', 'rejects-late', 'throws-inside'].map(sampleOf)], TIGHT)
  assert.deepEqual(
    result?.failures.map(({ title, error }) => [
      title.split(' › ').at(-1),
      error.match(/(thrown|rejected) \w+/g),
    ]),
    [
      ['throws in a timer', ['thrown inside']],
      ['rejects without await', ['rejected inside']],
      ['an error after the end of a test', ['thrown late', 'rejected late']],
    ],
  )
})
