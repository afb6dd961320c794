/**
 * `npm run test:journeys [-- --test-name-pattern=… file…]`: people and pages in a real Chromium against real processes,
 * over real sockets. Three files at a time: most of a journey is waiting for clocks and terminals.
 */
import { glob } from 'node:fs/promises'
import { buildSite } from '../demo/stack.ts'
import { bundledChromium } from './browsers.mjs'
import { SITE_FOLDER } from './journeys/support/shop.ts'
import { ROOT, runNode } from './support/spawned.ts'

/** A journey that hangs fails, instead of holding the run for ever. */
const LIMITS = ['--test-concurrency=3', '--test-timeout=90000', '--test-force-exit']

async function allJourneys(): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob('test/journeys/*.test.ts', { cwd: ROOT })) files.push(file)
  return files.toSorted()
}

await buildSite(SITE_FOLDER)
await bundledChromium()
const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const named = given.filter((argument) => !argument.startsWith('-'))
const files = named.length > 0 ? named : await allJourneys()
process.exitCode = await runNode(['--test', ...LIMITS, ...options, ...files])
