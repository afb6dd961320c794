// The database of the ledger is stopped while fifty sales are open.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BUSY, times } from '../kit/limits.ts'
import { openFleet } from '../kit/fleet.ts'
import { RestartablePostgres } from '../kit/postgres.ts'
import { loseStore } from './support/store-away.ts'

const AWAY_MS = times(8_000, 60_000)
const REFUSED_MS = 2_000
const RIGHT_MS = 30_000
const MERCHANTS = 17

const folder = mkdtempSync(join(tmpdir(), 'tapboard-away-'))
const server = await RestartablePostgres.open({ folder: join(folder, 'data') })
const fleet = await openFleet({
  bffs: 2,
  services: 1,
  postgresUrl: server.url,
  ownServiceStore: true,
  merchants: MERCHANTS,
  devicesEach: 3,
  terminals: 'SLOW',
})
after(async () => {
  await fleet.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// P87 asserts: 50 sales open, store away for ${AWAY_MS}: 503 within ${REFUSED_MS}, all right within ${RIGHT_MS} of its return.
test('P87 starts no sale without the database, and open sales end correctly after its return', async () => {
  const seen = await loseStore(fleet, server, AWAY_MS)
  assert.equal(seen.sales, 50)
  assert.deepEqual(seen.refusals, ['503 store-unavailable'])
  assert.ok(seen.refusedWithinMs <= BUSY * REFUSED_MS, `refused after ${seen.refusedWithinMs} ms`)
  assert.deepEqual(seen.ends, { approved: seen.sales })
  assert.deepEqual(seen.contradictions, [])
  assert.ok(seen.healedMs <= BUSY * RIGHT_MS, `right after ${seen.healedMs} ms`)
})
