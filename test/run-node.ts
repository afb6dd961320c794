/** `npm run test:node [-- file… --test-name-pattern=…]`: the tests that need no browser and no process of their own. */
import { runNodeTests } from './support/node-tests.ts'

process.exitCode = await runNodeTests(
  {
    patterns: ['packages/*/src/**/*.test.ts', 'demo/**/*.test.ts', 'test/**/*.test.ts'],
    except: /^test\/(journeys|screens|packed|sim|crash|cluster)\/|\.browser\.ts$/,
    // A test that hangs fails, and a file whose tests are done ends, instead of holding the run for ever.
    // Most tests wait for a clock, a socket or a process: one file for each core would leave both idle.
    options: ['--test-timeout=180000', '--test-force-exit', '--test-concurrency=4'],
  },
  process.argv.slice(2),
)
