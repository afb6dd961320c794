/**
 * `npm run test:proof [-- file…]`: simulation, crashes and clusters of real processes, the short versions. One file at a
 * time: each takes both cores.
 */
import { runNodeTests } from './support/node-tests.ts'

process.exitCode = await runNodeTests(
  {
    patterns: ['test/{sim,crash,cluster}/**/*.test.ts'],
    except: /\.browser\.ts$/,
    options: ['--test-concurrency=1', '--test-timeout=600000', '--test-force-exit'],
  },
  process.argv.slice(2),
)
