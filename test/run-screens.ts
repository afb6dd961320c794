/**
 * `npm run test:screens [-- --accept] [file…]`: every screen of both elements, as it is said, used and seen. `--all` looks at
 * every picture instead of a part of them; `--accept` takes what is found as right.
 */
import { glob } from 'node:fs/promises'
import { bundledChromium } from './browsers.mjs'
import { ROOT, runNode } from './support/spawned.ts'

/** A file has a browser of its own, and a screen that hangs fails. */
const LIMITS = ['--test-concurrency=2', '--test-timeout=240000', '--test-force-exit']
const OURS: Readonly<Record<string, string>> = { '--accept': 'TAPBOARD_ACCEPT', '--all': 'TAPBOARD_ALL' }

process.env['BUNDLED'] = '1'
await bundledChromium()

const given = process.argv.slice(2)
const named = given.filter((argument) => !argument.startsWith('-'))
const options = given.filter((argument) => argument.startsWith('-') && !(argument in OURS))
const wishes = Object.entries(OURS).filter(([option]) => given.includes(option))
const files =
  named.length > 0 ? named : (await Array.fromAsync(glob('test/screens/*.test.ts', { cwd: ROOT }))).toSorted()
process.exitCode = await runNode(['--test', ...LIMITS, ...options, ...files], {
  env: Object.fromEntries(wishes.map(([, name]) => [name, '1'])),
})
