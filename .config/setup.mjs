// Installs the locked tree when the lockfile changed, and compiles the packages so that `npx tapboard-…` works.
// Runs on any Node >= 20; npm scripts that follow find the pinned Node 24 of node_modules/.bin first on their PATH.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const windows = process.platform === 'win32'
const stamp = 'node_modules/.locked'
const want = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

const run = (command, args) => {
  const done = spawnSync(command, args, { stdio: 'inherit', shell: windows })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  const begun = Date.now()
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, want)
  console.log(`installed in ${((Date.now() - begun) / 1000).toFixed(1)} s (setup ran on ${process.version})`)
}
run('npx', ['--no-install', 'tsc', '-b', 'packages/bff', 'packages/service'])
