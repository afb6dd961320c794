import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileResult } from './judge.ts'
import { bounded, countOf, ending, fileText, type PartReport } from './report.ts'

const FAILURE = {
  file: 'a.test.ts',
  title: 'a sale › is paid once',
  error: 'Error: paid twice\n    at a.test.ts:5',
}

const result: FileResult = {
  file: 'a.test.ts',
  tests: [
    { title: 'a sale › is paid once', outcome: 'failed', ms: 12 },
    { title: 'a sale › is refused', outcome: 'passed', ms: 3 },
  ],
  failures: [FAILURE, { file: 'a.test.ts', title: 'the file does not end', error: 'Server listening' }],
  notes: ['p95 12 ms'],
  output: 'printed',
  seconds: 1.25,
}

const partOf = (part: string, passed: number, failed: number): PartReport => ({
  part,
  passed,
  failed,
  skipped: 0,
  seconds: 61.4,
  failures: failed > 0 ? [FAILURE] : [],
})

test('a fault of a file counts as a failing test, and a failing test counts once', () => {
  assert.deepEqual(countOf([result]), { passed: 1, failed: 2, skipped: 0 })
})

test('a file is one line, its notes, its output and its failures', () => {
  const text = fileText(result, false)
  assert.match(text, /^✖ a\.test\.ts: 1 passed, 2 failed, 1\.\d s\n {2}ℹ p95 12 ms\n {2}│ printed\n/)
  assert.match(text, /✖ a\.test\.ts: a sale › is paid once\n {6}Error: paid twice\n/)
  assert.doesNotMatch(text, /is refused/)
  assert.match(fileText(result, true), /✔ a sale › is refused/)
})

test('a long error keeps its beginning and its end', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`)
  const short = bounded(lines.join('\n'), 9).split('\n')
  assert.deepEqual(short.slice(0, 2), ['line 0', 'line 1'])
  assert.equal(short[6], '… 91 lines left out …')
  assert.deepEqual(short.slice(-3), ['line 97', 'line 98', 'line 99'])
  assert.equal(short.length, 10)
})

test('a run ends with its failures, a table and one line with its counts', () => {
  const text = ending([partOf('node', 3_172, 0), partOf('web', 40, 1)], 75.3)
  assert.match(text, /^1 failures\n✖ a\.test\.ts: a sale › is paid once\n {4}Error: paid twice/)
  assert.match(text, /\npart +tests +passed +failed +skipped +seconds\nnode +3172 +3172 +0 +0 +61\n/)
  // Parts that run at the same time take less time together.
  assert.match(text, /\nweb +41 +40 +1 +0 +61\nall +3213 +3212 +1 +0 +75\n/)
  assert.equal(text.split('\n').at(-1), '3212 passed, 1 failed, 0 skipped')
})

test('a green run has no list of failures', () => {
  assert.match(ending([partOf('node', 2, 0)], 1), /^part/)
})
