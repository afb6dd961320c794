/** The report of the browser tests: the tests of each engine, and engines that did not run the same tests. */
import type { Failure } from '../runner/judge.ts'
import type { PartReport } from '../runner/report.ts'

/** A suite as web-test-runner reports it. */
export interface Suite {
  readonly name: string
  readonly suites: readonly Suite[]
  readonly tests: readonly {
    readonly name: string
    readonly passed: boolean
    readonly skipped: boolean
    readonly error?: { readonly message: string; readonly stack?: string }
  }[]
}

/** The session of one engine. */
export interface Session {
  readonly engine: string
  readonly suite: Suite | undefined
  /** Errors outside of tests, for example of an import. */
  readonly errors: readonly string[]
}

/** One test of one engine. */
interface BrowserTest {
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly error: string
}

/** An engine that this machine does not have. */
export interface MissingEngine {
  readonly engine: string
  readonly install: string
}

/**
 * Groups whose tests no other engine runs: `pseudo` reads another language in Chromium and leaves out the files that are about
 * languages, `chromium alone` has the files of one engine.
 */
const APART: readonly string[] = ['pseudo', 'chromium alone']
/** The end of a title: `(only in webkit)`. */
const MARKED = /\(only in (\w+)\)$/

/** All tests of a suite, with the titles of the suites around them. */
export function testsOf(suite: Suite | undefined, above: readonly string[] = []): BrowserTest[] {
  if (suite === undefined) return []
  const path = suite.name === '' ? above : [...above, suite.name]
  const own = suite.tests.map(({ name, passed, skipped, error }) => ({
    title: [...path, name].join(' › '),
    outcome: skipped ? ('skipped' as const) : passed ? ('passed' as const) : ('failed' as const),
    error: error === undefined ? '' : `${error.message}\n${error.stack ?? ''}`.trim(),
  }))
  return [...own, ...suite.suites.flatMap((inner) => testsOf(inner, path))]
}

function titlesOf(session: Session): string[] {
  return testsOf(session.suite)
    .map(({ title }) => title)
    .filter((title) => !MARKED.test(title))
}

/** Titles of `all` that `some` does not have, as often as they are missing. */
function missingFrom(some: readonly string[], all: readonly string[]): string[] {
  const left = Map.groupBy(some, (title) => title)
  return all.filter((title) => left.get(title)?.pop() === undefined)
}

/** Tests that one engine reports and another does not. */
export function differences(sessions: readonly Session[]): Failure[] {
  const engines = sessions.filter(({ engine }) => !APART.includes(engine))
  return engines.flatMap((session) => {
    const own = titlesOf(session)
    const elsewhere = engines.filter((other) => other !== session)
    return elsewhere.flatMap((other) => {
      const lost = missingFrom(own, titlesOf(other))
      if (lost.length === 0) return []
      const error = `Every engine runs every test; mark a test for one engine at the end of its title: (only in ${other.engine}).\n${lost.join('\n')}`
      return [
        { file: session.engine, title: `${lost.length} tests of ${other.engine} are not reported`, error },
      ]
    })
  })
}

/** Faults other than failing tests. */
function faultsOf(expected: readonly string[], sessions: readonly Session[]): Failure[] {
  const silent = expected.filter((engine) => !sessions.some((session) => session.engine === engine))
  return [
    ...sessions.flatMap(({ engine, errors }) =>
      errors.map((error) => ({ file: engine, title: 'an error outside of a test', error })),
    ),
    ...silent.map((engine) => ({
      file: engine,
      title: 'no report',
      error: 'The engine did not run the tests.',
    })),
    ...sessions
      .filter(({ suite }) => testsOf(suite).length === 0)
      .map(({ engine }) => ({ file: engine, title: 'no test', error: 'The engine reports no test.' })),
    ...differences(sessions),
  ]
}

/** Engines that are missing where all must be there. */
const failuresOfMissing = (missing: readonly MissingEngine[]): Failure[] =>
  missing.map(({ engine, install }) => ({
    file: engine,
    title: 'the engine is missing',
    error: `CI=true asks for every engine. Install it: apt-get install ${install}`,
  }))

/** The report of all engines together. */
export function webReport(
  part: string,
  expected: readonly string[],
  sessions: readonly Session[],
  missing: readonly MissingEngine[],
  seconds: number,
): PartReport {
  const tests = sessions.flatMap(({ engine, suite }) => testsOf(suite).map((each) => ({ ...each, engine })))
  const count = (wanted: string): number => tests.filter(({ outcome }) => outcome === wanted).length
  const faults = [...failuresOfMissing(missing), ...faultsOf(expected, sessions)]
  const failing = tests
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ engine, title, error }) => ({ file: engine, title, error }))
  return {
    part,
    passed: count('passed'),
    failed: count('failed') + faults.length,
    skipped: count('skipped'),
    seconds,
    failures: [...failing, ...faults],
  }
}
