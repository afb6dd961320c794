import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, sourceFiles } from './tree.ts'

const decisions = readFileSync(path.join(ROOT, 'packages/contract/DECISIONS.md'), 'utf8')
const rows = [...decisions.matchAll(/^\| (D-\d{2,3}) \| .* \| (.*) \|$/gm)].map(([, id = '', held = '']) => ({
  id,
  held,
}))
const titles = sourceFiles(/^(packages|test)\/.*\.(test|browser)\.ts$/).flatMap((file) =>
  [...file.text.matchAll(/\b(?:test|it|describe|each\w*)(?:<\w+>)?\(\s*(['"`])(.+?)\1/g)].map((match) => ({
    file: file.path,
    title: match[2] ?? '',
  })),
)

test('every decision names an existing test', () => {
  assert.ok(rows.length >= 28)
  assert.deepEqual(
    rows.map((row) => row.id),
    rows.map((_, index) => `D-${String(index + 1).padStart(2, '0')}`),
  )
  for (const { id, held } of rows) {
    const named = [...held.matchAll(/`([DP]-?\d+)` in ([\w, ]+?)(?=,\s*`|$)/g)]
    assert.ok(named.length > 0, `${id} names no test`)
    for (const [, number = '', packages = ''] of named) {
      for (const name of packages.split(',').map((word) => word.trim())) {
        const found = titles.some(
          ({ file, title }) =>
            file.startsWith(name === 'test' ? 'test/' : `packages/${name}/`) && title.includes(number),
        )
        assert.ok(found, `${id} is held by no test: no title in ${name} names ${number}`)
      }
    }
  }
})
