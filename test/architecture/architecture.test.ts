import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { importCircles, missingRooms, upwardImports } from './floors.ts'
import { awaitsBetweenTests } from './registrations.ts'
import {
  definers,
  fullZod,
  importsOf,
  leftovers,
  literalPaths,
  MAY_IMPORT,
  ownIndexImports,
  tooLong,
  wrongWayImports,
} from './rules.ts'
import { ROOT, sourceFiles } from './tree.ts'

const code = sourceFiles(/^(packages|demo|test)\/.*\.(ts|mjs|js)$/)
const holds = (breaches: readonly string[]): void => assert.deepEqual(breaches, [], breaches.join('\n'))

/** The entries of the elements that a program imports, each with its modules: a pattern has one per language. */
function elementEntries(): readonly (readonly [entry: string, modules: readonly string[]])[] {
  const folder = path.join(ROOT, 'packages/elements')
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  }
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? undefined : target['tapboard-source']
    if (source === undefined) return []
    const name = `@tapboard/elements${entry.slice(1)}`
    const files = source.includes('*') ? readdirSync(path.join(folder, path.dirname(source))) : [source]
    return [[name, files.map((file) => name.replace('*', path.basename(file, '.ts')))] as const]
  })
}

describe('architecture', () => {
  test('packages import only lower layers', () => holds(code.flatMap(wrongWayImports)))
  test('BFF and service import only downwards: entries, app, features, shared folders, ports', () =>
    holds(code.flatMap(upwardImports)))
  test('every listed file and folder of the BFF and the service exists', () => holds(missingRooms(code)))
  test('no import cycle exists outside of the elements', () => holds(importCircles(code)))
  test('no file imports the index of its own package', () => holds(code.flatMap(ownIndexImports)))
  test('no file exceeds the size limit', () => holds(code.flatMap(tooLong)))
  test('schemas use zod/mini only', () => holds(code.flatMap(fullZod)))
  test('elements take paths of the BFF from the contract', () => holds(code.flatMap(literalPaths)))
  test('every tag is defined once, in a separate file', () => holds(definers(code)))
  test('no TODO, disabled check, skipped or sleeping test remains', () => holds(code.flatMap(leftovers)))
  test('no test file awaits between two tests', () => holds(code.flatMap(awaitsBetweenTests)))

  test('the top level has only the allowed files', () => {
    const allowed = [
      'packages',
      'demo',
      'test',
      'package.json',
      'tsconfig.json',
      'README.md',
      'LICENSE',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'package-lock.json',
      'node_modules',
    ]
    const extra = readdirSync(ROOT).filter((name) => !name.startsWith('.') && !allowed.includes(name))
    holds(extra.map((name) => `${name} is at the top level: move it into packages, demo or test.`))
  })

  test('no file contains a machine path or a registry host', () => {
    const texts = sourceFiles(/\.(ts|mjs|js|json|md|html|css|yml)$|(^|\/)\.[\w./-]+$/)
    const breaches = texts.flatMap((file) => {
      if (file.path.startsWith('test/architecture')) return []
      const lock = file.path === 'package-lock.json' && /"resolved": "https?:/.test(file.text)
      const machine = /(?<![\w.])\/(home|Users|root|work)\/\w/.exec(file.text)
      return [
        ...(lock ? [`${file.path} names a host of its own: make the lockfile without one.`] : []),
        ...(machine ? [`${file.path} contains ${machine[0]}: name no path of a machine.`] : []),
      ]
    })
    holds(breaches)
  })

  test('exports.json lists exactly the exports of every package', async () => {
    const listed = JSON.parse(
      readFileSync(path.join(ROOT, 'test/architecture/exports.json'), 'utf8'),
    ) as Record<string, string[]>
    const entries = [
      ...[
        'contract',
        'contract/dashboard',
        'store',
        'store/backup',
        'store/crypto',
        'store/memory',
        'server',
        'server/node',
        'server/sdk',
        'bff',
        'bff/fetch',
        'service',
        'service/fetch',
      ].map((name) => [`@tapboard/${name}`, [`@tapboard/${name}`]] as const),
      ...elementEntries(),
    ]
    const repair = 'update test/architecture/exports.json and the CHANGELOG if the change is meant.'
    assert.deepEqual(entries.map(([name]) => name).toSorted(), Object.keys(listed).toSorted(), repair)
    for (const [name, modules] of entries)
      for (const module of modules) {
        const surface = (await import(module)) as object
        assert.deepEqual(Object.keys(surface).toSorted(), listed[name], `${module}: ${repair}`)
      }
  })

  test('every entry of an exports map is an existing file', () => {
    for (const name of Object.keys(MAY_IMPORT)) {
      const manifest = JSON.parse(
        readFileSync(path.join(ROOT, 'packages', name, 'package.json'), 'utf8'),
      ) as { exports: Record<string, Record<string, string> | string> }
      for (const [entry, target] of Object.entries(manifest.exports)) {
        const source = typeof target === 'string' ? target : target['tapboard-source']
        // Skips patterns, which match many files: another test names each language.
        if (source === undefined || source.startsWith('./dist/') || source.includes('*')) continue
        assert.ok(
          existsSync(path.join(ROOT, 'packages', name, source)),
          `@tapboard/${name}${entry.slice(1)} names ${source}, which is not there.`,
        )
      }
    }
  })
})

describe('the rules detect violations', () => {
  const file = (path_: string, text: string) => ({ path: path_, text })
  /** Wrong imports, one per line: the mistake, its file, its code. */
  const importing = (rule: typeof wrongWayImports, lines: string): [string, string[]][] =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [what = '', at = '', code = ''] = line.split(' | ')
        return [what, rule(file(at, code))]
      })
  const caught: readonly [string, string[]][] = [
    ...importing(
      wrongWayImports,
      `
a browser file that reaches for the store | packages/elements/src/a.ts | import { openStore } from '@tapboard/store'
a relative way into another package | packages/bff/src/a.ts | import { x } from '../../service/src/x.ts'
the contract importing a layer above it | packages/contract/src/a.ts | export * from '@tapboard/bff'
a dynamic import the wrong way | packages/bff/src/a.ts | const x = await import('@tapboard/elements')
a way out of the package | packages/bff/src/a.ts | import '../../../demo/x.ts'
the page of the dashboard importing an element | packages/dashboard/src/a.ts | import '../../elements/src/terminal-pay/terminal-pay.element.ts'
the page of the dashboard importing the service | packages/dashboard/src/a.ts | import type { Service } from '@tapboard/service'
the service importing the page of the dashboard | packages/service/src/a.ts | import '../../dashboard/src/page.ts'
`,
    ),
    ...importing(
      upwardImports,
      `
a shared room of the BFF importing a feature | packages/bff/src/http/a.ts | import type { A } from '../sale/sales.ts'
a feature of the BFF importing the assembly | packages/bff/src/device/a.ts | import type { A } from '../app/options.ts'
a feature of the BFF importing the runtime | packages/bff/src/sale/runner/a.ts | import { OUTBOUND } from '#runtime'
a feature of the BFF importing the inside of another one | packages/bff/src/application/status/a.ts | import { a } from '../../sale/ledger/chain.ts'
a feature of the BFF importing the metrics | packages/bff/src/device/a.ts | import type { Meters } from '../observe/meters.ts'
a shared room of the BFF importing the one above it | packages/bff/src/token/a.ts | import { a } from '../http/call.ts'
a part of a feature importing the one above it | packages/bff/src/sale/machine/a.ts | import { a } from '../ledger/ledger.ts'
a file of the BFF on no floor | packages/bff/src/helpers/a.ts | export {}
a file of the service on no floor | packages/service/src/helpers/a.ts | export {}
a session of the service importing the terminals | packages/service/src/cloud/session/a.ts | import { a } from '../../terminal/hub.ts'
a room of the service importing the assembly | packages/service/src/boarding/a.ts | import { a } from '#runtime'
`,
    ),
    [
      'two files of the BFF that import each other',
      importCircles([
        file('packages/bff/src/token/a.ts', "import type { B } from './b.ts'"),
        file('packages/bff/src/token/b.ts', "import type { A } from './a.ts'"),
      ]),
    ],
    [
      'two files of a package without floors that import each other',
      importCircles([
        file('packages/store/src/a.ts', "import type { B } from './b.ts'"),
        file('packages/store/src/b.ts', "import type { A } from './a.ts'"),
      ]),
    ],
    [
      'two files of the demo that import each other',
      importCircles([
        file('demo/terminal/a.ts', "import type { B } from './b.ts'"),
        file('demo/terminal/b.ts', "import { a } from './a.ts'"),
      ]),
    ],
    [
      'a file importing its own front door',
      ownIndexImports(file('packages/bff/src/sale/a.ts', "import { x } from '../index.ts'")),
    ],
    ['a file of 401 lines', tooLong(file('packages/bff/src/a.ts', 'a\n'.repeat(401)))],
    ['the whole of zod', fullZod(file('packages/bff/src/a.ts', "import { z } from 'zod'"))],
    [
      'a path of the BFF in an element',
      literalPaths(file('packages/elements/src/a.ts', "client.call({ path: '/v1/sales/{id}' })")),
    ],
    [
      'a path of the BFF after its base',
      literalPaths(file('packages/elements/src/a.ts', 'fetch(`${base}/health/live`)')),
    ],
    [
      'a class that registers itself',
      definers([file('packages/elements/src/a.element.ts', "customElements.define('a-b', A)")]),
    ],
    [
      'a tag with two definers',
      definers([
        file('a/x.define.ts', "customElements.define('a-b', A)"),
        file('b/y.define.ts', "customElements.define('a-b', B)"),
      ]),
    ],
    ['a skipped test', leftovers(file('test/a.test.ts', "test.skip('x')"))],
    [
      'an await between two tests',
      awaitsBetweenTests(file('test/a.test.ts', "test('a', one)\nconst key = await make()\ntest('b', two)")),
    ],
    [
      'an await inside an array between two tests',
      awaitsBetweenTests(
        file(
          'packages/bff/src/a.test.ts',
          "describe('a', one)\nconst keys = [await make()]\neachStore('b', two)",
        ),
      ),
    ],
    [
      'a loop that awaits between its tests',
      awaitsBetweenTests(
        file('test/a.browser.ts', 'for (const each of all) { await each.load(); it(each.name, one) }'),
      ),
    ],
    [
      'a citation of a file outside the repository',
      leftovers(file('packages/bff/src/a.ts', '// x (design: recovery)')),
    ],
    ['a note to self', leftovers(file('packages/bff/src/a.ts', '// TODO later'))],
  ]
  for (const [what, breaches] of caught)
    test(`reports ${what} in one sentence`, () => assert.equal(breaches.length, 1))

  test('accepts an await before the first test, after the last one or inside a function', () => {
    const text =
      "const key = await make()\ntest('a', async () => { await one() })\nconst later = async () => await two()\ntest('b', later)\nawait three()"
    assert.deepEqual(awaitsBetweenTests(file('test/a.test.ts', text)), [])
  })

  test('finds imports in every form', () => {
    const text =
      "import a from 'one'\nimport {\n  b,\n} from \"two\"\nexport * from './three.ts'\nimport 'four'\nconst x = import('five')\nimport type { T } from 'six'"
    assert.deepEqual(importsOf(text).toSorted(), ['./three.ts', 'five', 'four', 'one', 'six', 'two'])
  })
})
