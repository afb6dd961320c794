/** Reads the journal of a test file and decides the result of the file. A registered test without a result is a failure. */
import type { JournalLine } from './journal.ts'

/** A failing test, or a fault of the file as a whole. */
export interface Failure {
  readonly file: string
  /** The titles of the test, or the fault of the file. */
  readonly title: string
  readonly error: string
}

/** One test with its result. */
interface TestResult {
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly ms: number
}

/** The report of a test file. */
export interface FileResult {
  readonly file: string
  readonly tests: readonly TestResult[]
  readonly failures: readonly Failure[]
  /** The notes that tests wrote by `t.diagnostic`. */
  readonly notes: readonly string[]
  /** The output of the file. */
  readonly output: string
  readonly seconds: number
}

/** How the process of one file or of several files ended. */
interface Ended {
  /** The name of the file or of all files together. */
  readonly file: string
  readonly files: readonly string[]
  readonly journal: readonly JournalLine[]
  readonly output: string
  readonly seconds: number
  /** The exit code, or the signal that ended it. */
  readonly exit: number | NodeJS.Signals
  /** It was killed after its time limit without progress. */
  readonly silent?: boolean
  /** Only tests with a certain name were requested: the others have no result. */
  readonly filtered: boolean
}

type Of<Type extends JournalLine['type']> = Extract<JournalLine, { type: Type }>

const linesOf = <Type extends JournalLine['type']>(journal: readonly JournalLine[], type: Type): Of<Type>[] =>
  journal.filter((line): line is Of<Type> => line.type === type)

const countNames = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Titles that were registered more often than they were reported, each with the line that registered it. */
function lostTests(journal: readonly JournalLine[]): string[] {
  const registered = linesOf(journal, 'registered')
  const places = new Map(registered.map(({ name, at }) => [name, at]))
  const expected = countNames(registered.map(({ name }) => name))
  for (const [name, count] of countNames(linesOf(journal, 'enqueued').map((line) => line.name)))
    expected.set(name, Math.max(count, expected.get(name) ?? 0))
  const reported = countNames(linesOf(journal, 'reported').map(({ path }) => path.at(-1) ?? ''))
  return [...expected].flatMap(([name, count]) => {
    const missing = count - (reported.get(name) ?? 0)
    const place = places.get(name)
    const line = place === undefined || place === '' ? name : `${name} (${place})`
    return missing > 0 ? [missing === 1 ? line : `${line} × ${missing}`] : []
  })
}

const listed = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n')

function hangingFault({ pending, open }: Of<'hanging'>): [string, string] {
  const handles = open.length === 0 ? '  nothing that Node can name' : listed(open)
  return pending.length === 0
    ? [
        'the file does not end',
        `Its tests are done and something is still open. Close it in an after hook; TRACE_HANDLES=1 shows where it was opened.\n${handles}`,
      ]
    : [
        'the file hangs',
        `These tests did not end:\n${listed(pending)}\nOpen at that time (TRACE_HANDLES=1 shows where it was opened):\n${handles}`,
      ]
}

const lastLines = ({ output }: Ended): string =>
  `Its last lines:\n${output.split('\n').slice(-40).join('\n')}`

/** How the process of a file with lost tests ended; empty after a usual end. */
const endOf = (ended: Ended): string =>
  ended.exit === 0
    ? ''
    : `\nThe process ended by ${typeof ended.exit === 'number' ? `exit code ${ended.exit}` : ended.exit}. ${lastLines(ended)}`

/** Files without a test. With several files in the process, the first title of a test is its file. */
function emptyFiles({ files, journal, exit, filtered }: Ended): readonly string[] {
  if (files.length === 1) return linesOf(journal, 'registered').length === 0 && exit === 0 ? files : []
  const reported = linesOf(journal, 'reported')
  const hasTest = new Set(reported.filter(({ path }) => path.length > 1).map(({ path }) => path[0]))
  const ended = new Set(
    reported
      .filter(({ path, outcome }) => path.length === 1 && outcome === 'passed')
      .map(({ path }) => path[0]),
  )
  return filtered ? [] : files.filter((file) => ended.has(file) && !hasTest.has(file))
}

/** Faults of the file as a whole: title and repair. */
function faultsOf(ended: Ended): [title: string, error: string][] {
  const { journal, exit, filtered } = ended
  const faults: [string, string][] = []
  if (ended.silent === true)
    return [
      [
        'the file hangs',
        'It gave no sign for several minutes and was killed. Look for a loop without an end.',
      ],
    ]
  const hanging = linesOf(journal, 'hanging')[0]
  if (hanging !== undefined) faults.push(hangingFault(hanging))
  const late = linesOf(journal, 'late').map(({ error }) => error)
  const loaded = linesOf(journal, 'enqueued').length > 0
  if (late.length > 0)
    faults.push(
      loaded
        ? [
            'an error after the end of a test',
            `Await every promise of a test and clear its timers before it ends.\n${late.join('\n')}`,
          ]
        : ['the file does not load', late.join('\n')],
    )
  for (const file of emptyFiles(ended))
    faults.push(['no test', `${file} registers no test. Add one, or rename the file if it is a helper.`])
  // A test that was filtered out has no result. A hanging file itself reports the tests that did not end.
  const lost = filtered || hanging !== undefined ? [] : lostTests(journal)
  if (lost.length > 0)
    faults.push([
      `${lost.length === 1 ? 'a test is' : `${lost.length} tests are`} lost`,
      `Registered without a result. Look for process.exit, a crash or an await between two registrations.\n${listed(lost)}${endOf(ended)}`,
    ])
  const failing = linesOf(journal, 'reported').some(({ outcome }) => outcome === 'failed')
  if (exit !== 0 && faults.length === 0 && !failing)
    faults.push([
      typeof exit === 'number' ? `exit code ${exit}` : `ended by ${exit}`,
      exit === 13
        ? 'An await at the top level never settled.'
        : `No test failed, and the process did. ${lastLines(ended)}`,
    ])
  return faults
}

/** Results and failures of a file that ended. */
export function judge(ended: Ended): FileResult {
  const { file, journal } = ended
  const reported = linesOf(journal, 'reported')
  const failures = reported
    .filter(({ outcome, inherited }) => outcome === 'failed' && inherited !== true)
    .map(({ path, error }) => ({ file, title: path.join(' › '), error: error ?? '' }))
  return {
    file,
    tests: reported
      .filter(({ suite }) => !suite)
      .map(({ path, outcome, ms }) => ({ title: path.join(' › '), outcome, ms })),
    failures: [...failures, ...faultsOf(ended).map(([title, error]) => ({ file, title, error }))],
    notes: linesOf(journal, 'note').map(({ text }) => text),
    output: ended.output,
    seconds: ended.seconds,
  }
}
