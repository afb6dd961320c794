/**
 * `npm run test:apps [-- --test-name-pattern=…]`: the packages as they are published, installed into small real apps, typed,
 * built, and driven in Chromium until a sale is approved. `npm run build` comes first; packing is done here. What publint, attw and
 * bundlers say, and a second build whose bytes must be the same, are parts of `npm run release:check`: they take long, or a clean tree.
 */
import { glob } from 'node:fs/promises'
import { packAll } from './packed/pack.ts'
import { ROOT, runNode } from './support/spawned.ts'

packAll()
const given = process.argv.slice(2)
const all = (await Array.fromAsync(glob('test/packed/*.test.ts', { cwd: ROOT }))).toSorted()
const files = given.some((argument) => !argument.startsWith('-'))
  ? []
  : all.filter((file) => !/(checked|reproducible|shaken)\.test\.ts$/.test(file))
const limits = ['--test-concurrency=1', '--test-timeout=180000', '--test-force-exit']
process.exitCode = await runNode(['--test', ...limits, ...given, ...files])
