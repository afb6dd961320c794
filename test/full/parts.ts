// The parts of `npm run test:full`, as data: the suites that take too long for `npm test`.
import type { Environment } from '../promises/syntax.ts'

/** One part: a command, and what its exit code shows. */
export interface Part {
  readonly name: string
  readonly shows: string
  /** Promises that it is about. */
  readonly promises: readonly string[]
  /** Promises without a test that names them, with the figure that the exit code asserts. */
  readonly holds?: Readonly<Record<string, string>>
  /** Script of package.json, and its arguments. */
  readonly command: (seed: number) => readonly [script: string, ...args: readonly string[]]
  readonly env?: Environment
  /** Lines of the output that are its figures in the closing table: the last match of each, all of a global one, their groups if any. */
  readonly figures: readonly RegExp[]
}

const STORIES = 1_000_000
const CRASHES = 1_500
const KILLS = 200
const count = (value: number): string => value.toLocaleString('en-US')

/** Files of the load run; `history` is a part of its own. */
const LOAD_FILES = [
  'sales',
  'watchers',
  'one-loop',
  'readers',
  'neighbours',
  'notices',
  'scale',
  'open',
  'audit',
  'growth',
  'migrations',
  'size',
].map((name) => `test/load/${name}.test.ts`)

/** Files of the proof that run on an engine that gives up any statement. */
const CLUSTER_FILES = ['fail-over', 'hung-owner', 'one-sale', 'restart', 'store-away', 'stories'].map(
  (name) => `test/cluster/${name}.test.ts`,
)

/** The last line of a test run. */
const TESTS = [/^\w+: (\d+ passed, \d+ failed.*?), \d+ s$/m]
/** With the measured values that tests report. */
const MEASURED = [...TESTS, /^ +ℹ ([PD]-?\d+ .*)$/gm]

/** Every part; the cheap ones first. */
export const PARTS: readonly Part[] = [
  {
    name: 'amounts',
    shows: 'every amount survives writing and reading',
    promises: ['P51'],
    command: () => ['test', '--part', 'node', 'packages/contract/src/money.test.ts'],
    env: { EVERY_AMOUNT: 'true', TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'accessibility',
    shows: 'every screen passes the audit in all four looks on every engine',
    promises: [],
    command: () => ['test', '--part', 'accessibility'],
    figures: TESTS,
  },
  {
    name: 'pictures',
    shows: 'every screen is as its pictures in all eight looks',
    promises: [],
    command: () => ['visual'],
    figures: TESTS,
  },
  {
    name: 'words',
    shows: 'the element tests hold in words 40 % longer, from right to left',
    promises: [],
    command: () => ['test', '--part', 'web'],
    env: { BROWSERS: 'pseudo' },
    figures: TESTS,
  },
  {
    name: 'engines',
    shows: 'the element tests at full length on every engine',
    promises: [],
    command: () => ['test', '--part', 'web'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'journeys',
    shows:
      'every journey, in the demo, the dashboard and the documentation; every page passes the audit in all looks and engines',
    promises: ['P23', 'P61', 'P67'],
    command: () => ['test', '--part', 'journeys'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'apps',
    shows: 'the packed packages work with every framework',
    promises: [],
    command: () => ['test', '--part', 'apps'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'history',
    shows: 'a start on ten million finished sales is as fast as on none (D-97)',
    promises: [],
    command: () => ['load', 'test/load/history.test.ts'],
    env: { TAPBOARD_LONG: '1' },
    figures: MEASURED,
  },
  {
    name: 'tests',
    shows: 'the tests of `npm test -- --part node` at full length, property tests with a new seed',
    promises: ['P50', 'P52'],
    command: () => ['test', '--part', 'node'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'proof',
    shows: 'crashes and clusters at full length',
    promises: ['P1', 'P4', 'P8', 'P12', 'P85', 'P86', 'P87'],
    command: () => ['test', '--part', 'proof'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'conflicts',
    shows:
      'crashes, clusters and stories on PostgreSQL, each statement of which fails once with 40001 (D-178)',
    promises: ['P4', 'P12', 'P85', 'P86', 'P87'],
    command: () => ['test', '--part', 'proof', 'test/crash/crash.test.ts', ...CLUSTER_FILES],
    env: { TAPBOARD_CONFLICTS: '1' },
    figures: MEASURED,
  },
  {
    name: 'stories',
    shows: 'the tests of the simulation at full length',
    promises: ['P3'],
    command: () => ['test', '--part', 'sim'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'simulation',
    shows: 'no story breaks an invariant',
    promises: ['P3'],
    holds: { P3: `0 violations in ${count(STORIES)} seeds, new ones each time` },
    command: (seed) => ['sim', '--seeds', String(STORIES), '--first', String(seed)],
    figures: [/^(\d+ stories .*? violations), /m, /(\d+ seeds a second)$/m],
  },
  {
    name: 'crash',
    shows: 'a process or a store that is killed loses nothing',
    promises: ['P4', 'P12', 'P86'],
    holds: {
      P4: `0 violations in ${count(CRASHES)} kills at 16 failpoints, right state within 20 s`,
      P12: `0 violations in ${KILLS} kills of each store under load`,
      P86: `0 violations in ${count(CRASHES)} kills, taken over and right within 20 s`,
    },
    command: (seed) => ['crash', '--runs', String(CRASHES), '--kills', String(KILLS), '--seed', String(seed)],
    figures: [
      /^(\d+ runs in .*)$/m,
      /^(\d+ kills of the store \(sqlite\).*)$/m,
      /^(\d+ kills of the store \(postgres\).*)$/m,
    ],
  },
  {
    name: 'load',
    shows: 'the promises about load',
    promises: ['P12', 'P25', 'P28', 'P80', 'P81', 'P82', 'P83', 'P84'],
    command: () => ['load', ...LOAD_FILES],
    env: { TAPBOARD_LONG: '1' },
    figures: MEASURED,
  },
  {
    name: 'mutation',
    shows: 'planted mistakes are noticed, a new sample of each folder',
    promises: [],
    command: (seed) => ['mutate', '--seed', String(seed)],
    figures: [/^(\d+ mutants), seed/m, /^\| `([\w/]+)` .*\| ([\d.]+ %) \| \d+ % \|$/gm],
  },
]
