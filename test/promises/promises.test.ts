// The table of promises agrees with the tests, and its generator reports gaps.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { ROOT, sourceFiles } from '../architecture/tree.ts'
import { promisesOf, SOURCES } from './table.ts'

test('every promise has a test with its figure, and test/PROMISES.md is current', () => {
  const { table, problems } = promisesOf({ root: ROOT, files: sourceFiles(SOURCES) })
  assert.deepEqual(problems, [])
  assert.ok(
    readFileSync(path.join(ROOT, 'test/PROMISES.md'), 'utf8') === table,
    'test/PROMISES.md is out of date: run `npm run promises` and commit it.',
  )
})

describe('the table of promises', () => {
  const promises = [{ id: 'P1', text: 'Nothing is lost', figure: '0 of 100' }]
  const made = (text: string, file = 'test/cluster/a.test.ts') =>
    promisesOf({ root: ROOT, files: [{ path: file, text }], promises, parts: [] })

  test('fills in the constants of the test, in the long version too', () => {
    const { table, problems } = promisesOf({
      root: ROOT,
      promises,
      parts: [
        {
          name: 'a',
          shows: '',
          promises: [],
          command: () => ['a'],
          env: { TAPBOARD_LONG: '1' },
          figures: [],
        },
        { name: 'b', shows: '', promises: [], command: () => ['a'], holds: { P1: '0 of 9' }, figures: [] },
      ],
      files: [
        {
          path: 'test/cluster/a.test.ts',
          text: [
            `const LONG = process.env['TAPBOARD_LONG'] === '1'`,
            `const times = (short: number, long: number): number => (LONG ? long : short)`,
            'const ROUNDS = times(20, 100) as number',
            'const LIMIT_MS = 3_000',
            'const KINDS = [call(), call()] as const',
            '// P1 asserts: 0 of ${ROUNDS} rounds, ${#KINDS} kinds, within ${LIMIT_MS}, 250 at once.',
            'test(`P1 ${ROUNDS} rounds`, () => run(250))',
          ].join('\n'),
        },
      ],
    })
    assert.deepEqual(problems, [])
    assert.deepEqual(table.split('\n').slice(-4, -1), [
      '| P1 | Nothing is lost | 0 of 100 | `test/cluster/a.test.ts` | `npm test` | 0 of 20 rounds, 2 kinds, within 3 s, 250 at once |',
      '|  |  |  | `test/cluster/a.test.ts` | `test:full` | 0 of 100 rounds, 2 kinds, within 3 s, 250 at once |',
      '|  |  |  | `test:full -- --only b` | `test:full` | 0 of 9 |',
    ])
  })

  for (const [what, text, problem, file] of [
    ['a promise without a test', `test('nothing is lost')`, 'P1 (Nothing is lost) is held by no test.'],
    [
      'a promise whose tests state no figure',
      `test('P1 nothing is lost')`,
      'No test of P1 states its figure: write "// P1 asserts: …" above one.',
    ],
    [
      'a test of a promise that does not exist',
      `// P1 asserts: 0 lost.\ntest('P1 nothing is lost')\ntest('P1 P9 more')`,
      'test/cluster/a.test.ts names P9, which is no promise.',
    ],
    [
      'a test that no suite runs',
      `// P1 asserts: 0 lost.\ntest('P1 nothing is lost')`,
      'No suite runs test/packed/elsewhere/a.test.ts.',
      'test/packed/elsewhere/a.test.ts',
    ],
    [
      'a figure that the code does not contain',
      `// P1 asserts: 0 of 30.\ntest('P1 nothing is lost', () => run(20))`,
      'test/cluster/a.test.ts: P1 states 30, which its code does not contain.',
    ],
    [
      'a comment with the figures of two promises',
      `// P1 asserts: 0 lost. P2 asserts: 0 twice.\ntest('P1 P2 nothing is lost')`,
      'test/cluster/a.test.ts: "P1 asserts" has the figure of another promise: one comment for each.',
    ],
    [
      'a figure above another test',
      `// P1 asserts: 0 lost.\ntest('all is well')`,
      'test/cluster/a.test.ts: "P1 asserts" is above no test of P1.',
    ],
    [
      'a constant that does not exist',
      '// P1 asserts: 0 of ${MANY}.\ntest("P1 nothing is lost")',
      'test/cluster/a.test.ts: the figure "0 of ${MANY}" cannot be read: test/cluster/a.test.ts has no constant MANY at its top level.',
    ],
  ] as const)
    test(`names ${what}`, () => {
      const { problems } = made(text, file)
      assert.ok(problems.includes(problem), problems.join('\n'))
    })
})
