/**
 * `npm run test:proof [-- file…]`: crashes and clusters of real processes, the short versions. Two files at a time: they
 * wait for clocks and processes. The simulation is `npm run test:sim`.
 */
import { runNodeTests } from './support/node-tests.ts'

process.exitCode = await runNodeTests(
  {
    patterns: ['test/{crash,cluster}/**/*.test.ts'],
    except: /\.browser\.ts$/,
    options: ['--test-concurrency=2', '--test-timeout=600000', '--test-force-exit'],
  },
  process.argv.slice(2),
)
