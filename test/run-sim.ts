/** `npm run test:sim [-- file…]`: the simulated stories, the short version. */
import { runNode } from './support/spawned.ts'

const given = process.argv.slice(2)
const files = given.some((argument) => !argument.startsWith('-')) ? [] : ['test/sim/*.test.ts']
process.exitCode = await runNode([
  '--test',
  '--test-concurrency=1',
  '--test-timeout=1500000',
  ...given,
  ...files,
])
