// The table of promises: each promise with the test that checks it, the figure and the suite. Generated from the sources of the
// tests.
import path from 'node:path'
import type { SourceFile } from '../architecture/rules.ts'
import { PARTS, type Part } from '../full/parts.ts'
import { PARTS as NODE_PARTS } from '../runner/parts.ts'
import { PROMISES, type Promised } from './promises.ts'
import { readTests, type Held } from './titles.ts'

/** The files in which tests of promises are looked for. */
export const SOURCES = /^(packages|demo|test)\/.*\.(test|browser)\.ts$/

/** The samples in the table's own test are not tests of promises. */
const OWN = /^test\/(promises|architecture)\//

/** A row: where a promise is held, and to which figure. */
interface Row {
  readonly promise: string
  readonly where: string
  readonly suite: string
  readonly asserted: string
}

/** The table, and the faults in its sources. */
interface Promises {
  readonly table: string
  readonly problems: readonly string[]
}

/** The inputs of the table. */
interface Sources {
  readonly root: string
  readonly files: readonly SourceFile[]
  readonly promises?: readonly Promised[]
  readonly parts?: readonly Part[]
}

/** The part that runs a file under node:test. */
const partOf = (file: string): (typeof NODE_PARTS)[number] | undefined =>
  NODE_PARTS.find(
    ({ patterns, except }) =>
      patterns.some((pattern) => path.matchesGlob(file, pattern)) && except?.test(file) !== true,
  )

/** The suite that runs a file; `null` if no suite does. */
function suiteOf(file: string): string | null {
  if (/^test\/(load|accessibility)\//.test(file)) return 'test:full'
  if (/^packages\/.*\.browser\.ts$/.test(file)) return 'npm test'
  const part = partOf(file)
  if (part !== undefined) return part.longOnly?.test(file) === true ? 'test:full' : 'npm test'
  return /^test\/packed\/(checked|reproducible|shaken)\.test\.ts$/.test(file) ? 'release-check' : null
}

function rowsOf({ promise, file, titles, figures, longFigures }: Held): Row[] {
  const tests = titles.length === 1 ? '1 test' : `${titles.length} tests`
  const suite = suiteOf(file) ?? 'none'
  const own = suite === 'test:full' && longFigures.length > 0 ? longFigures : figures
  const asserted = own.length > 0 ? own.join('; ') : tests
  const rows = [{ promise, where: file, suite, asserted }]
  return longFigures.length > 0 && suite !== 'test:full'
    ? [...rows, { promise, where: file, suite: 'test:full', asserted: longFigures.join('; ') }]
    : rows
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function write(promises: readonly Promised[], rows: readonly Row[]): string {
  const lines = promises.flatMap(({ id, text, figure }) =>
    rows
      .filter((row) => row.promise === id)
      .map(({ where, suite, asserted }, index) => {
        const head = index === 0 ? [id, text, figure] : ['', '', '']
        return `| ${[...head, `\`${where}\``, `\`${suite}\``, asserted].map(cell).join(' | ')} |`
      }),
  )
  return [
    '# Promises and the tests that hold them',
    '',
    'Made by `npm run promises` from the tests; a test fails when it is out of date. `npm test` runs on each change, `npm run test:full`',
    'each night and before a release. A number of tests alone: they assert no figure beyond what their titles say. Time limits on a real',
    'clock are asserted times the factor for busy machines that the test or `test/kit/limits.ts` names.',
    '',
    '| | promise | promised figure | held by | suite | asserted figure |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

/** Makes the table and judges its sources. */
export function promisesOf({ root, files, promises = PROMISES, parts = PARTS }: Sources): Promises {
  const longRun = Object.assign({}, ...parts.map(({ env }) => env)) as Readonly<Record<string, string>>
  const read = files
    .filter(({ path, text }) => SOURCES.test(path) && !OWN.test(path) && /\bP\d/.test(text))
    .map((file) => readTests(root, file, longRun))
  const rows = [
    ...read.flatMap(({ held }) => held.flatMap(rowsOf)),
    ...parts.flatMap(({ name, holds = {} }) =>
      Object.entries(holds).map(([promise, asserted]) => ({
        promise,
        where: `test:full -- --only ${name}`,
        suite: 'test:full',
        asserted,
      })),
    ),
  ]
  const known = new Set(promises.map(({ id }) => id))
  const unknown = rows.filter(({ promise }) => !known.has(promise))
  const figured = new Set(
    rows.filter(({ asserted }) => !/^\d+ tests?$/.test(asserted)).map((row) => row.promise),
  )
  return {
    table: write(promises, rows),
    problems: [
      ...read.flatMap(({ problems }) => problems),
      ...rows.filter(({ suite }) => suite === 'none').map(({ where }) => `No suite runs ${where}.`),
      ...unknown.map(({ promise, where }) => `${where} names ${promise}, which is no promise.`),
      ...promises
        .filter(({ id }) => !rows.some((row) => row.promise === id))
        .map(({ id, text }) => `${id} (${text}) is held by no test.`),
      ...promises
        .filter(({ id }) => rows.some((row) => row.promise === id) && !figured.has(id))
        .map(({ id }) => `No test of ${id} states its figure: write "// ${id} asserts: …" above one.`),
    ],
  }
}
