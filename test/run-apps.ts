/**
 * `npm run test:apps [-- --test-name-pattern=…]`: the packages as they are published, installed into small real apps, typed,
 * built, and driven in Chromium until a sale is approved. `npm run build` comes first; packing is done here.
 */
import { packAll } from './packed/pack.ts'
import { runNode } from './support/spawned.ts'

packAll()
const given = process.argv.slice(2)
const files = given.some((argument) => !argument.startsWith('-')) ? [] : ['test/packed/*.test.ts']
const limits = ['--test-concurrency=1', '--test-timeout=180000', '--test-force-exit']
process.exitCode = await runNode(['--test', ...limits, ...given, ...files])
