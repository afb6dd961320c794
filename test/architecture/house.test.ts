// `packages/README.md`, the picture of the packages: each file and folder that it names exists, and none of the BFF is missing.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MAY_IMPORT } from './rules.ts'
import { ROOT } from './tree.ts'

const PACKAGES = path.join(ROOT, 'packages')
const page = readFileSync(path.join(PACKAGES, 'README.md'), 'utf8')

/** Text of a code block below a heading. */
const pictureOf = (heading: string): string =>
  new RegExp(`^## ${heading}\\n[\\s\\S]*?\`\`\`\\n([\\s\\S]*?)\`\`\``, 'm').exec(page)?.[1] ?? ''

test('every file that the picture of the packages names exists', () => {
  const named = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map(([, file = '']) => file)
  assert.ok(named.length > 50, `only ${named.length} files are named`)
  const missing = named.filter(
    (file) => !existsSync(path.join(PACKAGES, file)) && !existsSync(path.join(ROOT, file)),
  )
  assert.deepEqual(missing, [])
})

test('the picture of the floors has every folder and file of the BFF, and no other', () => {
  const picture = pictureOf('The floors of the BFF')
  const drawn = [...picture.matchAll(/^.{13}(\w+)\/ +(.*)$/gm)]
  const source = path.join(PACKAGES, 'bff/src')
  const entries = readdirSync(source, { withFileTypes: true })
  assert.deepEqual(
    drawn.map(([, folder = '']) => folder).toSorted(),
    entries
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name)
      .toSorted(),
  )
  const files = [...picture.matchAll(/^(?:entries|ground) +(.*)$/gm)].flatMap(([, names = '']) =>
    names.split(/ +/),
  )
  assert.deepEqual(
    files.toSorted(),
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map(({ name }) => name.replace(/\.ts$/, ''))
      .toSorted(),
  )
  for (const [, folder = '', content = ''] of drawn.filter(([, name]) =>
    /^(sale|application|upstream|durable)$/.test(name ?? ''),
  ))
    assert.deepEqual(
      content.split(', ').toSorted(),
      readdirSync(path.join(source, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
      folder,
    )
})

test('the picture of the imports has every package', () => {
  const picture = pictureOf('Who imports whom')
  for (const name of Object.keys(MAY_IMPORT)) assert.match(picture, new RegExp(`\\b${name}\\b`))
})
