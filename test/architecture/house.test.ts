// `packages/README.md` and CONTRIBUTING: each file that they name exists, no folder of the BFF and no script is missing.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MAY_IMPORT } from './rules.ts'
import { ROOT } from './tree.ts'

const PACKAGES = path.join(ROOT, 'packages')
const page = readFileSync(path.join(PACKAGES, 'README.md'), 'utf8')
const contributing = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')

/** Text of a code block below a heading. */
const pictureOf = (heading: string): string =>
  new RegExp(`^## ${heading}\\n[\\s\\S]*?\`\`\`\\n([\\s\\S]*?)\`\`\``, 'm').exec(page)?.[1] ?? ''

test('every file in the package diagram exists', () => {
  const named = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map(([, file = '']) => file)
  assert.ok(named.length > 50, `only ${named.length} files are named`)
  const missing = named.filter(
    (file) => !existsSync(path.join(PACKAGES, file)) && !existsSync(path.join(ROOT, file)),
  )
  assert.deepEqual(missing, [])
})

test('every path in CONTRIBUTING exists', () => {
  const named = [...contributing.matchAll(/`((?:packages|demo|test)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  )
  assert.ok(named.length > 40, `only ${named.length} files are named`)
  assert.deepEqual(
    named.filter((file) => !existsSync(path.join(ROOT, file))),
    [],
  )
})

test('CONTRIBUTING describes exactly the npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const described = [...contributing.matchAll(/^\| `npm (?:run )?([\w:]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual(described.toSorted(), Object.keys(scripts).toSorted())
  assert.ok(described.length <= 14, `${described.length} scripts`)
})

for (const [name, title, detailed] of [
  ['bff', 'The floors of the BFF', /^(sale|application|upstream|durable)$/],
  ['service', 'The floors of the service', /^(boarding|cloud)$/],
] as const)
  test(`the layer diagram has exactly the folders and files of ${name}`, () => {
    const picture = pictureOf(title)
    const drawn = [...picture.matchAll(/^.{13}(\w+)\/ +(.*)$/gm)]
    const source = path.join(PACKAGES, name, 'src')
    const entries = readdirSync(source, { withFileTypes: true })
    assert.deepEqual(
      drawn.map(([, folder = '']) => folder).toSorted(),
      entries
        .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
        .map((entry) => entry.name)
        .toSorted(),
    )
    const files = [...picture.matchAll(/^(?:entries|ground) +((?!.*\/).+)$/gm)].flatMap(([, names = '']) =>
      names.split(/ +/),
    )
    assert.deepEqual(
      files.toSorted(),
      entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
        .map((entry) => entry.name.replace(/\.ts$/, ''))
        .toSorted(),
    )
    for (const [, folder = '', content = ''] of drawn.filter(([, each]) => detailed.test(each ?? '')))
      assert.deepEqual(
        content.split(', ').toSorted(),
        readdirSync(path.join(source, folder), { withFileTypes: true })
          .filter(
            (entry) => entry.isDirectory() || (folder === 'durable' && !entry.name.endsWith('.test.ts')),
          )
          .map((entry) => entry.name.replace(/\.ts$/, ''))
          .toSorted(),
        folder,
      )
  })

test('the import diagram has every package', () => {
  const picture = pictureOf('Who imports whom')
  for (const name of Object.keys(MAY_IMPORT)) assert.match(picture, new RegExp(`\\b${name}\\b`))
})
