// The primary of the ledger is killed under load and its synchronous standby promoted, under TLS, with one store URL that names
// both servers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFleet } from '../kit/fleet.ts'
import { BUSY, times } from '../kit/limits.ts'
import { ReplicatedPostgres } from '../kit/replicated-postgres.ts'
import { failOver } from './support/fail-over.ts'

const ROUNDS = times(1, 20)
const BACK_MS = 10_000
const DATABASE = 'postgres'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-fail-over-'))
const pair = await ReplicatedPostgres.open({ folder: join(folder, 'pair'), synchronous: true })
const fleet = await openFleet({
  bffs: 2,
  services: 1,
  ledgerUrl: pair.urlOf(DATABASE),
  merchants: times(2, 4),
  devicesEach: times(3, 5),
})
after(async () => {
  await fleet.close()
  await pair.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('D-170 a fail-over to a synchronous standby loses no sale, charges nothing twice, answers no 500', async (t) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round > 1) await pair.rebuild()
    const seen = await failOver(fleet, pair, DATABASE, round)
    t.diagnostic(
      `D-170 round ${round}: ${seen.acknowledged} acknowledged, back after ${Math.round(seen.backMs)} ms`,
    )
    assert.ok(seen.acknowledged > 0)
    assert.deepEqual(seen.lost, [])
    assert.deepEqual(seen.contradictions, [])
    assert.deepEqual(seen.faults, {})
    assert.deepEqual(seen.faultLines, [])
    assert.ok(seen.backMs <= BUSY * BACK_MS, `back after ${seen.backMs} ms`)
  }
})
