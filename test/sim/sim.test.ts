// The ledger in a simulated world (P3): tens of thousands of stories with any combination of faults. Each is checked against the
// invariants after every step and against the upstream's book of charges at its end. `npm run sim` runs more of them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { BUSY, times } from '../kit/limits.ts'
import { runBatch } from './batch.ts'
import { runSeeds, Thread } from './pool.ts'
import { explain, tableOf, unreached } from './report.ts'
import { scenarioOf } from './scenario.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { WEAKNESSES } from './weaknesses.ts'

/** Stories in this run; P3 names 100,000. */
const SEEDS = times(10_000, 100_000)

/** The least count of each transition and each fault; below it the run has shown nothing about it. */
const LEAST = Math.floor(SEEDS / 10_000)

/** Stories on a real database. */
const SQLITE_SEEDS = times(150, 300)

/** P3: minutes of two cores that 100,000 stories take at most. */
const MINUTES = 3

/** Processor time until both threads have loaded and compiled their code; matters in short runs only. */
const START_MS = 10_000

/** Within so many stories each weakness must be noticed. */
const NOTICED_WITHIN = 2_000

// P3 asserts: 0 violations in ${SEEDS} seeds, 100,000 in ${MINUTES} min of two cores, × ${BUSY} where busy.
test(`P3 no double charge, no lost sale, no phantom approval in ${SEEDS} stories`, async (context) => {
  const before = process.cpuUsage()
  const beganAtMs = performance.now()
  const counted = await runSeeds({ first: 1, count: SEEDS, store: 'memory', weakness: -1 }, 2)
  if (counted.failure !== null)
    assert.fail(await explain(counted.failure.seed, { store: 'memory', weakness: -1 }))
  assert.equal(counted.seeds, SEEDS)
  context.diagnostic(tableOf(counted))
  assert.deepEqual(unreached(counted, LEAST), [])
  const { user, system } = process.cpuUsage(before)
  // Processor time, not wall-clock time: other suites run in parallel.
  const tookMs = (user + system) / 1_000
  const wallSeconds = ((performance.now() - beganAtMs) / 1_000).toFixed(1)
  const took = `${SEEDS} stories in ${wallSeconds} s, ${(tookMs / 1_000).toFixed(1)} s of processor time`
  context.diagnostic(took)
  assert.ok(tookMs < START_MS + (SEEDS / 100_000) * MINUTES * 60_000 * 2 * BUSY, took)
})

// P3 asserts: 0 violations in ${SQLITE_SEEDS} seeds on a real database.
test(`P3 the same stories hold on a real database (${SQLITE_SEEDS} of them)`, async () => {
  const on = { store: 'sqlite', weakness: -1 } as const
  const counted = await runSeeds({ ...on, first: 1, count: SQLITE_SEEDS }, 2)
  if (counted.failure !== null) assert.fail(await explain(counted.failure.seed, on))
  assert.equal(counted.seeds, SQLITE_SEEDS)
})

describe('the simulation', () => {
  let thread: Thread
  before(() => {
    thread = new Thread()
  })
  after(() => thread.end())

  for (const [weakness, { name, firstSeed: first = 1, noticedBy = '' }] of WEAKNESSES.entries())
    test(`detects a ledger without the rule: ${name}`, async () => {
      const { failure } = await thread.run({ first, count: NOTICED_WITHIN, store: 'memory', weakness })
      assert.ok(failure !== null, `nothing was noticed in ${NOTICED_WITHIN} stories`)
      assert.ok(failure.violation.startsWith(noticedBy), failure.violation)
    })
})

test('a story is deterministic to the millisecond', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const one = await simulate(scenarioOf(seed), { traced: true })
    const other = await simulate(scenarioOf(seed), { traced: true })
    assert.deepEqual(other.lines, one.lines)
    assert.ok(one.lines.length > 1)
  }
})

test('D-87 a page with a token without a generation may start by its terms', async () => {
  const { violation, rules } = await simulate(scenarioOf(35_853))
  assert.equal(violation, null)
  assert.equal(rules.get('1'), 1)
})

test('shrinks a failing story, which still fails', async () => {
  const [resends] = WEAKNESSES
  assert.ok(resends)
  const on = { weakness: resends }
  const { failure } = await runBatch({ first: 1, count: NOTICED_WITHIN, store: 'memory', weakness: 0 })
  assert.ok(failure)
  const whole = scenarioOf(failure.seed)
  const shortest = await shrink(whole, failure.violation, on)
  const parts = (story: typeof whole): number =>
    story.faults.length + story.tills.length + story.processes.length
  assert.ok(parts(shortest) <= parts(whole))
  assert.notEqual((await simulate(shortest, on)).violation, null)
  const promise = failure.violation.split(':')[0]
  for (const [at, fault] of shortest.faults.entries()) {
    const faults = shortest.faults.filter((_, other) => other !== at)
    const run = await simulate({ ...shortest, faults }, on)
    assert.notEqual(run.violation?.split(':')[0], promise, `${fault.at} is not needed`)
  }
})
