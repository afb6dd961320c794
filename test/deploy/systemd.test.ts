// The units for systemd: verified by systemd itself where it is, and run as it runs them.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { unknownIn } from './support/variables.ts'
import { DEPLOY } from './support/yaml.ts'
import { temporaryFolder } from '../kit/scope.ts'

const FOLDER = join(ROOT, DEPLOY, 'systemd')
const units = readdirSync(FOLDER)
const read = (unit: string): string => readFileSync(join(FOLDER, unit), 'utf8')

/** Values of a setting, in order. */
const valuesOf = (unit: string, name: string): readonly string[] =>
  [...read(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** The program of a unit, as a path of this repository. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'tapboard-bff@.service': 'packages/bff/bin/tapboard-bff.js',
  'tapboard-service@.service': 'packages/service/bin/tapboard-service.js',
}

for (const unit of units) {
  test(`${unit} starts a published program with known variables and mounted credentials`, () => {
    const [command = ''] = valuesOf(unit, 'ExecStart')
    const [, file = ''] = command.split(' ')
    const path = file.replace('/opt/tapboard/node_modules/@tapboard/', 'packages/')
    assert.equal(path, PROGRAMS[unit])
    assert.deepEqual(unknownIn(read(unit)), [])
    const used = [...read(unit).matchAll(/%d\/(\w+)/g)].map(([, name]) => name)
    const loaded = valuesOf(unit, 'LoadCredential').map((value) => value.split(':')[0])
    assert.deepEqual(new Set(used), new Set(loaded))
    assert.ok(Number(valuesOf(unit, 'TimeoutStopSec')[0]) > 20)
  })
}

const isHere = spawnSync('systemd-analyze', ['--version']).status === 0
test('systemd-analyze is on this machine where all tests run', () => {
  assert.ok(isHere || process.env['CI'] !== 'true', 'install systemd')
})
if (!isHere) console.log('note: systemd-analyze is not on this machine; the units are not verified')
else {
  const folder = temporaryFolder({ after }, 'units')
  for (const unit of units)
    test(`${unit} is valid, and its process is confined`, () => {
      const file = join(folder, unit.replace('@.', '@4300.'))
      cpSync(join(FOLDER, unit), file)
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      assert.deepEqual(
        [verified.status, verified.stderr.split('\n').filter((line) => line.includes(unit.slice(0, 12)))],
        [0, []],
      )
      // 0 is a process that can do nothing, 10 one of root without limits. The threshold is in tenths.
      execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', '--threshold=15', file], {
        stdio: 'pipe',
      })
    })
}
