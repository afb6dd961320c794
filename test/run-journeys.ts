/**
 * `npm run test:journeys [-- --test-name-pattern=… file…]`: people and pages in a real Chromium against real processes,
 * over real sockets. Two files at a time: most of a journey is waiting for clocks and terminals.
 */
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildSite } from '../demo/stack.ts'
import { SITE_FOLDER } from './journeys/support/shop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A journey that hangs fails, instead of holding the run for ever. */
const LIMITS = ['--test-concurrency=2', '--test-timeout=90000', '--test-force-exit']

async function allJourneys(): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob('test/journeys/*.test.ts', { cwd: root })) files.push(file)
  return files.toSorted()
}

await buildSite(SITE_FOLDER)
const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const named = given.filter((argument) => !argument.startsWith('-'))
const files = named.length > 0 ? named : await allJourneys()
const child = spawn(
  process.execPath,
  ['--conditions=tapboard-source', '--test', ...LIMITS, ...options, ...files],
  { cwd: root, stdio: 'inherit' },
)
const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
process.on('SIGINT', pass).on('SIGTERM', pass)
process.exitCode = await new Promise<number>((resolve, reject) => {
  child.once('error', reject)
  child.once('exit', (code) => resolve(code ?? 1))
})
