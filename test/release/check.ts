/**
 * `npm run tool -- release-check [--tag v1.2.3] [--without-full]`: every check of a release, on this machine. Builds, packs and
 * tries the packages, runs the full suite (hours; `--without-full` leaves it to the jobs of a workflow), makes their bills of
 * materials, and puts the files to publish into `.release/`, with a hash of each. With `--tag` the version must be that of the
 * tag, nothing may be uncommitted, and no change may wait for its version.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../kit/process.ts'
import { packageName, PACKAGES, tarballOf } from '../packed/pack.ts'
import { readiness, type Manifest } from './readiness.ts'
import { bills } from './sbom.ts'

const OUT = join(ROOT, '.release')

const { values } = parseArgs({
  options: { tag: { type: 'string' }, 'without-full': { type: 'boolean', default: false } },
})

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const npm = (...args: readonly string[]): void =>
  void execFileSync('npm', args, { cwd: ROOT, stdio: 'inherit' })
const say = (text: string): void => console.log(`\n— ${text}`)

say('Versions and changes')
const problems = readiness({
  manifests: PACKAGES.map((name) => JSON.parse(read(`packages/${name}/package.json`)) as Manifest),
  tag: values.tag,
  waiting: readdirSync(join(ROOT, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name)),
  uncommitted: execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }),
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

say('Types, rules, format')
npm('run', '-s', 'check')
say('Build, tarballs, and the packages in real apps')
npm('test', '-s', '--', '--part', 'apps')
const long = ['checked', 'shaken', 'reproducible'].map((name) => `test/packed/${name}.test.ts`)
npm('test', '-s', '--', '--part', 'apps', ...long)

if (!values['without-full']) {
  say('The full suite')
  npm('run', '-s', 'test:full')
}

say('Bills of materials')
const made = await bills()
const again = await bills()
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const [name, bill] of made) {
  const text = `${JSON.stringify(bill, null, 2)}\n`
  if (text !== `${JSON.stringify(again.get(name), null, 2)}\n`)
    throw new Error(`${name} is another one each time it is made`)
  writeFileSync(join(OUT, name), text)
}

say('What would be published')
for (const name of PACKAGES) {
  const file = tarballOf(packageName(name))
  cpSync(file, join(OUT, basename(file)))
}
for (const name of readdirSync(join(ROOT, 'packages/elements/dist/browser')))
  if (/^sri\.json$|\.tag\.html$/.test(name))
    cpSync(join(ROOT, 'packages/elements/dist/browser', name), join(OUT, name))
const sums = readdirSync(OUT)
  .toSorted()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(OUT, name)))
        .digest('hex')}  ${name}`,
  )
writeFileSync(join(OUT, 'SHA256SUMS'), `${sums.join('\n')}\n`)
console.log(sums.join('\n'))
