/**
 * `npm run sim [-- --seeds N] [--first N] [--threads N] [--store memory|sqlite] [--seed N] [--weakness N]`: runs the ledger in a
 * simulated world, one seed after another. `--seed` replays one and prints its trace. A failing seed is shrunk first.
 */
import { parseArgs } from 'node:util'
import { explain, tableOf } from './report.ts'
import { runSeeds } from './pool.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100000' },
    first: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    store: { type: 'string', default: 'memory' },
    weakness: { type: 'string', default: '-1' },
    seed: { type: 'string' },
  },
})

/** Seconds between two lines of progress. */
const SAY_EVERY_S = 30

const on = {
  store: values.store === 'sqlite' ? 'sqlite' : 'memory',
  weakness: Number(values.weakness),
} as const
if (values.seed !== undefined) console.log(await explain(Number(values.seed), on))
else {
  const beganAt = performance.now()
  const seconds = (): number => (performance.now() - beganAt) / 1000
  let saidAt = 0
  const wanted = { ...on, first: Number(values.first), count: Number(values.seeds) }
  const counted = await runSeeds(wanted, Number(values.threads), ({ seeds }) => {
    if (seconds() - saidAt < SAY_EVERY_S) return
    saidAt = seconds()
    console.log(`${seeds} seeds, ${Math.round(seeds / seconds())} a second`)
  })
  console.log(tableOf(counted))
  const violations = counted.failure === null ? 0 : 1
  const minutes = (seconds() / 60 / counted.seeds) * 100_000
  console.log(
    `${counted.seeds} stories from ${values.first} on, ${violations} violations, ${seconds().toFixed(1)} s, ${minutes.toFixed(1)} min per 100,000 (P3: 3 min on two idle cores)`,
  )
  console.log(`${Math.round(counted.seeds / seconds())} seeds a second`)
  if (counted.failure !== null) {
    console.log(await explain(counted.failure.seed, on))
    process.exitCode = 1
  }
}
