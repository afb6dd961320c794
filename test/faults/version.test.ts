// Every command prints the version of its package.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { packageName, PACKAGES } from '../packed/pack.ts'

for (const folder of PACKAGES) {
  const home = join(ROOT, 'packages', folder)
  const { version, bin = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string
    bin?: Record<string, string>
  }
  for (const [command, file] of Object.entries(bin))
    test(`${command} of ${packageName(folder)} prints its version`, () => {
      const printed = execFileSync(process.execPath, [join(home, file), '--version'], { encoding: 'utf8' })
      assert.equal(printed, `${version}\n`)
    })
}
