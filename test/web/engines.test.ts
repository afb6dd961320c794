import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { splitByEngine, unknownFiles } from './engines.ts'

const ALL = globSync('packages/*/src/**/*.browser.ts', { cwd: ROOT })

test('the files of one engine exist', () => assert.deepEqual(unknownFiles(ALL), []))

test('every browser test runs in Chromium, and each one once', () => {
  const { shared, chromiumOnly } = splitByEngine(ALL, false)
  assert.deepEqual([...shared, ...chromiumOnly].toSorted(), ALL.toSorted())
  assert.ok(chromiumOnly.length > 0)
})

test('screens, attacks, focus and keys run in every engine', () => {
  const { shared } = splitByEngine(ALL, false)
  const about = ALL.filter((file) => /screens|attack\/|focus|accessibility|announced|policy/.test(file))
  assert.ok(about.length > 10)
  assert.deepEqual(
    about.filter((file) => !shared.includes(file)),
    [],
  )
})

test('the long version runs every file in every engine', () => {
  assert.deepEqual(splitByEngine(ALL, true), { shared: ALL, chromiumOnly: [] })
})
