import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { splitByEngine, unknownFiles } from './engines.ts'

const ALL = globSync('packages/*/src/**/*.browser.ts', { cwd: ROOT })

test('the files of one engine exist', () => assert.deepEqual(unknownFiles(ALL), []))

const isSelection = (module: string): boolean => module.startsWith('test/web/sampled.js?')

test('every browser test runs in Chromium, and each one once', () => {
  const { shared, chromiumOnly } = splitByEngine(ALL, false)
  const files = [...shared, ...chromiumOnly].filter((module) => !isSelection(module))
  assert.deepEqual([...new Set(files)].toSorted(), ALL.toSorted())
  assert.ok(chromiumOnly.length > 0)
  // A file of both groups has a sample of its tests in one, and the rest in the other.
  for (const file of shared.filter((one) => !isSelection(one) && chromiumOnly.includes(one))) {
    const [sample, rest] = [shared, chromiumOnly].map((modules) => modules[modules.indexOf(file) - 1] ?? '')
    assert.match(sample!, /\?every=\d+&like=/)
    assert.equal(rest, sample!.replace('&like=', '&rest&like='))
    for (const modules of [shared, chromiumOnly])
      assert.match(modules[modules.indexOf(file) + 1] ?? '', /^test\/web\/sampled\.js\?after=/)
  }
})

test('a sample and the rest are all tests of a file, and every other test is in the sample', async () => {
  const scope = globalThis as unknown as { it?: (title: string) => void; tapboardIt?: unknown }
  const registered: string[] = []
  const sizes = Array.from({ length: 8 }, (_, number) => `size ${number}`)
  const all = ['alone', ...sizes, 'last']
  const original = (title: string): void => void registered.push(title)
  scope.it = original
  const select = async (asked: string): Promise<string[]> => {
    await import(`./sampled.js?${asked}`)
    registered.length = 0
    for (const title of all) scope.it?.(title)
    return [...registered]
  }
  assert.deepEqual(await select('every=3&like=%5Esize&of=a'), ['alone', 'size 0', 'size 3', 'size 6', 'last'])
  const rest = ['size 1', 'size 2', 'size 4', 'size 5', 'size 7']
  assert.deepEqual(await select('every=3&rest&like=%5Esize&of=a'), rest)
  assert.deepEqual(await select('after=a'), all)
  assert.equal(scope.it, original)
  delete scope.it
  delete scope.tapboardIt
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
