// Two builds of the same sources, in two folders and one of them from scratch, give the same bytes. Anyone with the sources can
// then verify a published tarball.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { buildClean } from './clean-build.ts'
import { packageName, PACKAGES, tarballOf } from './pack.ts'
import { temporaryFolder } from '../kit/scope.ts'

const folder = temporaryFolder({ after }, 'build')
const tarballs = buildClean(folder)

const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Every file of a package that was laid out to be packed, with its hash. */
const hashes = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('**/*', { cwd: root })
      .filter((file) => statSync(join(root, file)).isFile())
      .toSorted()
      .map((file) => [file, hash(join(root, file))]),
  )

describe('two builds of the same sources in different folders', () => {
  for (const name of PACKAGES)
    test(`have the same ${packageName(name)}, as files and as a tarball`, () => {
      const first = tarballOf(packageName(name))
      assert.deepEqual(hashes(join(tarballs, 'staged', name)), hashes(join(dirname(first), 'staged', name)))
      assert.equal(hash(tarballOf(packageName(name), tarballs)), hash(first))
    })
})
