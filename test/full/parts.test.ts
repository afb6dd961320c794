// The parts of the full suite: each can run, the workflows run all of them, and each result has its place in the report.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from '../architecture/tree.ts'
import { PROMISES } from '../promises/promises.ts'
import { PARTS, type Part } from './parts.ts'
import { closingLine, figuresOf, HEADING, recorded, writeResults, type Result } from './report.ts'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
const names = PARTS.map(({ name }) => name)

describe('the parts of the full suite', () => {
  for (const { name, command, promises, holds = {} } of PARTS)
    test(`${name} runs a script that exists and names promises that exist`, () => {
      assert.ok(command(1)[0] in scripts, command(1)[0])
      const known = new Set(PROMISES.map(({ id }) => id))
      for (const id of promises) assert.ok(known.has(id), id)
      for (const id of Object.keys(holds)) assert.ok(promises.includes(id), id)
    })

  test('have unique names', () => assert.equal(new Set(names).size, names.length))

  test('run every file of the load test', () => {
    const files = readdirSync(path.join(ROOT, 'test/load')).filter((file) => file.endsWith('.test.ts'))
    const run = PARTS.flatMap(({ command }) => command(1)).filter((word) => word.startsWith('test/load/'))
    assert.deepEqual(run.toSorted(), files.map((file) => `test/load/${file}`).toSorted())
  })

  for (const workflow of ['nightly', 'release'])
    test(`are all run by ${workflow}.yml`, () => {
      const matrix =
        /^ +part:\n((?: +- [\w-]+\n)+)/m.exec(read(`.github/workflows/${workflow}.yml`))?.[1] ?? ''
      assert.deepEqual(
        [...matrix.matchAll(/- ([\w-]+)/g)].map(([, name]) => name),
        names,
      )
    })
})

describe('the results of a full run', () => {
  const part = (name: string, figures: readonly RegExp[] = []): Part => ({
    name,
    shows: `shows ${name}`,
    promises: [],
    command: () => [name],
    figures,
  })
  const parts = [part('one'), part('two'), part('three')]
  const result = (name: string, ok = true): Result => ({
    name,
    ok,
    figures: ['5 of 5'],
    seconds: 61.4,
    load: 1.25,
  })
  const MACHINE = { date: '2026-11-22', machine: '2 cores' }

  test('take the last match of a figure, or all matches of a global one', () => {
    const output = 'round: 3 passed\nround: 4 passed\n12 s\nfolder a 90 %\nfolder b 91 %\n'
    assert.deepEqual(
      figuresOf(part('one', [/^round: (.*)$/m, /\d+ s/, /never/, /^folder (\w) (\d+ %)$/gm]), output),
      ['4 passed', '12 s', 'a 90 %', 'b 91 %'],
    )
  })

  test('are a table in the order of the parts', () => {
    assert.deepEqual(
      writeResults(parts, [result('three', false), result('one')], '2026-11-22')
        .split('\n')
        .slice(2),
      [
        '| `one` | shows one | 2026-11-22 | passed | 5 of 5 | 61 | 1.3 |',
        '| `three` | shows three | 2026-11-22 | **failed** | 5 of 5 | 61 | 1.3 |',
      ],
    )
  })

  test('end with a line that names what failed and the seed', () => {
    assert.equal(
      closingLine([result('one'), result('two', false)], 7),
      'test:full: 1 parts passed, 1 failed (two), 123 s, seed 7',
    )
  })

  test('replace their own rows on the page and no others', () => {
    const before = `# A\n\n${HEADING}\n\nnothing\n\n### Why\n\ntext\n\n## B\n\nmore\n`
    const once = recorded(before, parts, [result('one'), result('three')], MACHINE)
    const twice = recorded(once, parts, [result('one', false), result('two')], {
      ...MACHINE,
      date: '2026-11-23',
    })
    assert.ok(
      twice.startsWith(`# A\n\n${HEADING}\n`) && twice.endsWith('\n\n### Why\n\ntext\n\n## B\n\nmore\n'),
    )
    assert.deepEqual(
      twice.split('\n').filter((row) => row.startsWith('| `')),
      [
        '| `one` | shows one | 2026-11-23 | **failed** | 5 of 5 | 61 | 1.3 |',
        '| `two` | shows two | 2026-11-23 | passed | 5 of 5 | 61 | 1.3 |',
        '| `three` | shows three | 2026-11-22 | passed | 5 of 5 | 61 | 1.3 |',
      ],
    )
    assert.throws(() => recorded('# A\n', parts, [], MACHINE), /no section/)
  })

  test('have a section on the page', () =>
    assert.ok(read('demo/docs/pages/results.md').includes(`${HEADING}\n`)))
})
