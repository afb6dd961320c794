// `node .config/setup.mjs [script.ts argument…]`: installs the locked tree when the lockfile changed, compiles the packages so that
// `npx tapboard-…` works, then runs the script. Runs on any Node >= 20; the script gets the pinned Node 24 of node_modules/.bin,
// which npm puts first on the PATH.
import { createHash } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
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
  console.log('Installing the packages, including Node 24. The first time takes a minute or a few.')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, want)
  console.log(`installed in ${((Date.now() - begun) / 1000).toFixed(1)} s (setup ran on ${process.version})`)
}
run('npx', ['--no-install', 'tsc', '-b', 'packages/bff', 'packages/service'])

const [script, ...args] = process.argv.slice(2)
if (script !== undefined) {
  const child = spawn('node', ['--conditions=tapboard-source', script, ...args], {
    stdio: 'inherit',
    shell: windows,
  })
  // A terminal sends Ctrl-C to the child, too; this process waits until the child has stopped.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
