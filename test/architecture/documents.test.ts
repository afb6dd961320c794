// The Markdown files of the repository: their links lead to files, and a README stays a first page.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, sourceFiles } from './tree.ts'

const documents = sourceFiles(/\.md$/)

test('every relative link of a Markdown file has a target', () => {
  const broken: string[] = []
  let counted = 0
  for (const { path: name, text } of documents) {
    // Pages of the site link to addresses of the site; `docs.test.ts` checks them.
    const prose = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|#|\/)/.test(target)) continue
      counted += 1
      const file = path.join(ROOT, path.dirname(name), target.replace(/#.*$/, ''))
      if (!existsSync(file)) broken.push(`${name} links to ${target}, which does not exist.`)
    }
  }
  assert.deepEqual(broken, [])
  assert.ok(counted > 30, `only ${counted} links were found`)
})

test('the README of the BFF has at most 200 lines', () => {
  const readme = documents.find(({ path: name }) => name === 'packages/bff/README.md')
  assert.ok(readme)
  assert.ok(readme.text.split('\n').length <= 200, 'Move the rest to demo/docs/pages.')
})
