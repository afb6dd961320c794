// Numbers that code, tests and documents cite (INV-5, rule 18, FP7, D-07, P3): each one exists in the file that defines it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { SALE_STATES } from '@tapboard/contract'
import { FAILPOINTS } from '../../packages/bff/src/sale/failpoint.ts'
import { uncovered } from '../packed/cited.ts'
import { PROMISES } from '../promises/promises.ts'
import { citationsOf } from './citations.ts'
import { ROOT, sourceFiles } from './tree.ts'

const LEDGER = 'packages/bff/src/sale/README.md'
const DECISIONS = 'packages/contract/DECISIONS.md'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const rowsOf = (file: string, row: RegExp): readonly string[] =>
  [...read(file).matchAll(row)].map(([, number = '']) => number)

/** Numbers by kind, with the file that defines them. */
const DEFINED: Readonly<Record<string, readonly [file: string, numbers: readonly string[]]>> = {
  'INV-': [LEDGER, rowsOf(LEDGER, /^\| INV-(\d+) \|/gm)],
  'rule ': [LEDGER, rowsOf(LEDGER, /^\| (\d+) \| /gm)],
  FP: [LEDGER, rowsOf(LEDGER, /^\| FP(\d+) \|/gm)],
  'D-': [DECISIONS, rowsOf(DECISIONS, /^\| D-(\d+) \|/gm)],
  P: ['test/promises/promises.ts', PROMISES.map(({ id }) => id.slice(1))],
}

test('every cited number is defined', () => {
  const files = sourceFiles(/^(packages|demo|test)\/.*\.(ts|mjs|md|sql)$|^[A-Z]+\.md$/).filter(
    // Their samples cite numbers that do not exist.
    ({ path: name }) => !/^test\/(architecture|promises)\/.*\.test\.ts$/.test(name),
  )
  const cited = files.flatMap((file) => citationsOf(file.text).map((citation) => ({ file, ...citation })))
  const unknown = cited.flatMap(({ file, kind, number }) => {
    const [definer, numbers] = DEFINED[kind]!
    return numbers.includes(number)
      ? []
      : [`${file.path} cites ${kind}${number}, which ${definer} does not define.`]
  })
  assert.deepEqual(unknown, [])
  assert.ok(cited.length > 1_000, `only ${cited.length} citations were found`)
})

test('the ledger lists the failpoints of the code with their numbers and names', () => {
  const listed = [...read(LEDGER).matchAll(/^\| FP(\d+) \| `(\w+)` \|/gm)].map(([, number, name]) => [
    name,
    Number(number),
  ])
  assert.deepEqual(Object.fromEntries(listed), FAILPOINTS)
})

test('the ledger lists the states of a sale', () => {
  const [, states = ''] = /^## States\n([\s\S]*?)^## /m.exec(read(LEDGER)) ?? []
  const listed = states
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, state = '']) => state))
  assert.deepEqual(listed.toSorted(), [...SALE_STATES].toSorted())
})

test('numbers of invariants and rules have no gap', () => {
  for (const kind of ['INV-', 'rule ', 'FP', 'D-']) {
    const [file, numbers] = DEFINED[kind]!
    assert.deepEqual(
      numbers.map(Number),
      numbers.map((_, index) => index + 1),
      `${kind}N in ${file}`,
    )
  }
})

test('a published package without the document of a cited number is named, with the number', () => {
  const texts: Readonly<Record<string, string>> = {
    'dist/claim.js': "const at = 'https://host/P9' // The fence (INV-16, D-07).",
    'dist/browser/claim.js': '// P1',
    'DECISIONS.md': '| D-07 | Commands | a test |',
  }
  const named = (files: Readonly<Record<string, string>>): readonly string[] =>
    uncovered(Object.keys(files), (file) => files[file] ?? '')
  assert.deepEqual(named(texts), ['dist/claim.js cites INV-16, which no LEDGER.md of the package defines.'])
  assert.deepEqual(named({ ...texts, 'LEDGER.md': '| INV-16 | A late holder | the fence |' }), [])
})

describe('finds citations', () => {
  const cited = (text: string): readonly string[] =>
    citationsOf(text).map(({ kind, number }) => kind + number)

  test('alone, in lists and in ranges', () => {
    assert.deepEqual(cited('INV-5, D-07 and FP16 (P28)'), ['INV-5', 'D-07', 'FP16', 'P28'])
    assert.deepEqual(cited('rules 20 and 21; Rule 4, rules 22, 23'), [
      'rule 20',
      'rule 21',
      'rule 4',
      'rule 22',
      'rule 23',
    ])
    assert.deepEqual(cited('rules 9–11'), ['rule 9', 'rule 11'])
  })

  test('not in names and measures', () => {
    assert.deepEqual(cited('P-256, ID-12, p99, MP4, a rule of 3, XINV-1'), [])
  })
})
