/** `npm run test:sim [-- file…]`: the simulated stories, the short version. They give way to whatever else runs. */
import { setPriority } from 'node:os'
import { runNode } from './support/spawned.ts'

setPriority(10)
const given = process.argv.slice(2)
const files = given.some((argument) => !argument.startsWith('-')) ? [] : ['test/sim/*.test.ts']
process.exitCode = await runNode([
  '--test',
  '--test-concurrency=1',
  '--test-timeout=900000',
  ...given,
  ...files,
])
