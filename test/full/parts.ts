// The parts of `npm run test:full`: what is too long for `npm test`, as data.

import type { Environment } from '../promises/syntax.ts'

/** One part: a command, and what its success shows. */
export interface Part {
  readonly name: string
  readonly shows: string
  /** Script of package.json and its arguments. */
  readonly command: (seed: number) => readonly string[]
  readonly env?: Environment
  /** Promises that this part holds without a test of its own, with the figure that its exit code asserts. */
  readonly holds?: Readonly<Record<string, string>>
  /** Lines of the output that become the figures of the closing table: the last match of each, its first group where it has one. */
  readonly figures: readonly RegExp[]
}

/** Stories of the simulation. */
export const STORIES = 1_000_000
/** Killed processes, and kills of the store. */
export const CRASHES = 1_500
export const KILLS = 200

/** Sections of the load run; `history` is a part of its own. */
const LOAD = ['sales', 'watchers', 'one-loop', 'readers', 'cluster', 'neighbours']

const TESTS = [/^ℹ (tests \d+)$/m, /^ℹ (fail \d+)$/m]

/** All parts, cheap ones first. */
export const PARTS: readonly Part[] = [
  {
    name: 'amounts',
    shows: 'Every amount survives writing and reading',
    command: () => ['test:node', 'packages/contract/src/money.test.ts'],
    env: { EVERY_AMOUNT: 'true' },
    figures: TESTS,
  },
  {
    name: 'accessibility',
    shows: 'Every screen in every look passes the audit on every engine',
    command: () => ['accessibility'],
    figures: [/(\d+ passed)/],
  },
  {
    name: 'pictures',
    shows: 'Every screen looks as its pictures, in all eight looks',
    command: () => ['visual'],
    figures: TESTS,
  },
  {
    name: 'history',
    shows: 'A start on ten million finished sales is as fast as on none',
    command: () => ['load', 'history', '--check'],
    figures: [/^\d+ of \d+ held.*$/m],
  },
  {
    name: 'tests',
    shows: 'The long versions of the tests, property tests with a new seed',
    command: () => ['test:node'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'proof',
    shows: 'The long versions of crashes and clusters',
    command: () => ['test:proof'],
    env: { TAPBOARD_LONG: '1' },
    figures: TESTS,
  },
  {
    name: 'simulation',
    shows: 'No story breaks an invariant',
    command: (seed) => ['sim', '--seeds', String(STORIES), '--first', String(seed)],
    holds: { P3: `0 violations in ${STORIES.toLocaleString('en-US')} stories with new seeds` },
    figures: [/^.*seeds a second$/m],
  },
  {
    name: 'crash',
    shows: 'A process or a store that is killed loses nothing',
    command: (seed) => ['crash', '--runs', String(CRASHES), '--kills', String(KILLS), '--seed', String(seed)],
    holds: {
      P4: `0 violations in ${CRASHES.toLocaleString('en-US')} kills, right state within 20 s`,
      P12: `0 violations in ${KILLS} kills of each store under load`,
      P86: `0 violations in ${CRASHES.toLocaleString('en-US')} kills, right state within 20 s`,
    },
    figures: [/^(\d+ runs in .*)$/m],
  },
  {
    name: 'load',
    shows: 'The promises about load and about several machines',
    command: () => ['load', ...LOAD, '--minutes', '10', '--check'],
    figures: [/^\d+ of \d+ held.*$/m],
  },
  {
    name: 'mutation',
    shows: 'Planted mistakes are noticed',
    command: () => ['mutate'],
    figures: [/^.*\bscore\b.*$/im],
  },
]
