import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, testsOf, webReport, type Session, type Suite } from './report.ts'

const suiteOf = (...names: readonly string[]): Suite => ({
  name: '',
  tests: [],
  suites: [
    { name: 'a sale', suites: [], tests: names.map((name) => ({ name, passed: true, skipped: false })) },
  ],
})
const session = (engine: string, ...names: readonly string[]): Session => ({
  engine,
  suite: suiteOf(...names),
  errors: [],
})

test('a browser test has the titles of its suites', () => {
  assert.deepEqual(
    testsOf(suiteOf('is paid')).map(({ title }) => title),
    ['a sale › is paid'],
  )
})

test('engines with the same tests have no difference', () => {
  assert.deepEqual(differences([session('chromium', 'a', 'b'), session('webkit', 'b', 'a')]), [])
})

test('names a test that one engine does not report', () => {
  const [difference, ...others] = differences([session('chromium', 'a', 'b'), session('webkit', 'a')])
  assert.deepEqual(others, [])
  assert.equal(difference?.file, 'webkit')
  assert.equal(difference?.title, '1 tests of chromium are not reported')
  assert.match(difference?.error ?? '', /a sale › b/)
})

test('detects one missing test of two with the same title', () => {
  assert.equal(differences([session('chromium', 'a', 'a'), session('webkit', 'a')]).length, 1)
})

test('does not compare engine-specific tests, the files of one engine or the run in the pseudo-language', () => {
  const sessions = [
    session('chromium', 'a', 'b (only in chromium)'),
    session('webkit', 'a'),
    session('chromium alone', 'c'),
    session('pseudo'),
  ]
  assert.deepEqual(differences(sessions), [])
})

test('a failing test, an error of an import and a silent engine are failures', () => {
  const failing: Suite = {
    name: '',
    suites: [],
    tests: [{ name: 'breaks', passed: false, skipped: false, error: { message: 'why' } }],
  }
  const report = webReport(
    'web',
    ['chromium', 'firefox'],
    [{ engine: 'chromium', suite: failing, errors: ['import failed'] }],
    [],
    3,
  )
  assert.deepEqual(
    report.failures.map(({ file, title }) => [file, title]),
    [
      ['chromium', 'breaks'],
      ['chromium', 'an error outside of a test'],
      ['firefox', 'no report'],
    ],
  )
  assert.equal(report.failed, 3)
})

test('an engine that reports no test is a failure', () => {
  const { failures } = webReport('web', ['chromium'], [session('chromium')], [], 1)
  assert.deepEqual(
    failures.map(({ title }) => title),
    ['no test'],
  )
})

test('a missing engine fails with the packages to install', () => {
  const missing = [{ engine: 'webkit', install: 'webkit2gtk-driver xvfb' }]
  const { failures, failed } = webReport('web', ['chromium'], [session('chromium', 'a')], missing, 1)
  assert.equal(failed, 1)
  assert.match(failures[0]?.error ?? '', /apt-get install webkit2gtk-driver xvfb/)
})
