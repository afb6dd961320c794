// Stories of the simulation on PostgreSQL, each statement of which fails once with 40001, as on an engine that may give up any of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedStatements } from '../../packages/store/src/postgres/statement-conflicts.ts'
import { times } from '../kit/limits.ts'
import { openConflictingBooks } from '../sim/conflicting-books.ts'
import { scenarioOf } from '../sim/scenario.ts'
import { simulate } from '../sim/simulate.ts'

const STORIES = times(20, 100)
/** Fewer show that the statements of the stories did not fail. */
const FAILED_EACH = 15

test(`D-178 ${STORIES} stories hold although each statement of their ledger fails once`, async (context) => {
  const serverUrl = process.env['DATABASE_URL'] ?? ''
  for (let seed = 1; seed <= STORIES; seed += 1) {
    const run = await simulate(scenarioOf(seed), {
      traced: true,
      books: (world) => openConflictingBooks(world, serverUrl),
    })
    assert.equal(run.violation, null, [`seed ${seed}: ${run.violation}`, ...run.lines].join('\n'))
  }
  context.diagnostic(`D-178 ${failedStatements()} failed statements in ${STORIES} stories`)
  assert.ok(failedStatements() >= STORIES * FAILED_EACH, `${failedStatements()} statements failed`)
})
