import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alternate, batchesOf, sharesProcess, unknownFiles } from './batches.ts'
import { batchesOfPart, filesOf, PARTS } from './parts.ts'

test('files of a package that share a process are together, at most 32; the others are alone', () => {
  const shared = Array.from({ length: 33 }, (_, index) => `packages/a/${index}`)
  const files = [
    'packages/b/0',
    ...shared.slice(0, 6),
    'packages/a/alone',
    ...shared.slice(6),
    'packages/b/1',
  ]
  assert.deepEqual(
    batchesOf(files, (file) => !file.endsWith('alone')),
    [['packages/b/0', 'packages/b/1'], shared.slice(0, 32), ['packages/a/alone'], shared.slice(32)],
  )
})

test('a long file counts as six', () => {
  const long = 'packages/bff/src/app/audit-cli.test.ts'
  const short = Array.from({ length: 28 }, (_, index) => `packages/bff/${index}`)
  assert.deepEqual(
    batchesOf([long, ...short], () => true),
    [[long, ...short.slice(0, 26)], short.slice(26)],
  )
})

test('files that wait begin in turn with files that compute', () => {
  const begun = (names: string): string =>
    alternate(
      names.split(' ').map((name) => [name]),
      /w/,
    ).join(' ')
  assert.equal(begun('w1 w2 a b c'), 'w1 a w2 b c')
  assert.equal(begun('w1 w2 w3 a'), 'w1 a w2 w3')
})

test('each file of a part runs once, and each named file exists', async () => {
  for (const part of PARTS) {
    const files = await filesOf(part, false)
    assert.deepEqual((await batchesOfPart(part, false)).flat().toSorted(), files.toSorted())
    if (part.shares === sharesProcess) assert.deepEqual(unknownFiles(files), [])
  }
})

test('in the long version each file has a process of its own', async () => {
  for (const part of PARTS) {
    const batches = await batchesOfPart(part, true)
    assert.deepEqual(batches.flat().toSorted(), (await filesOf(part, true)).toSorted())
    assert.equal(batches.length, batches.flat().length)
  }
})
