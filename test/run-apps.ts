/**
 * `npm run test:apps [-- --test-name-pattern=…]`: the packages as they are published, installed into small real apps, typed,
 * built, and driven in Chromium until a sale is approved. `npm run build` comes first; packing is done here.
 */
import { spawn } from 'node:child_process'
import { packAll, ROOT } from './packed/pack.ts'

packAll()
const given = process.argv.slice(2)
const files = given.some((argument) => !argument.startsWith('-')) ? [] : ['test/packed/*.test.ts']
const limits = ['--test-concurrency=1', '--test-timeout=180000', '--test-force-exit']
const child = spawn(
  process.execPath,
  ['--conditions=tapboard-source', '--test', ...limits, ...given, ...files],
  { cwd: ROOT, stdio: 'inherit' },
)
const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
process.on('SIGINT', pass).on('SIGTERM', pass)
process.exitCode = await new Promise<number>((resolve, reject) => {
  child.once('error', reject)
  child.once('exit', (code) => resolve(code ?? 1))
})
