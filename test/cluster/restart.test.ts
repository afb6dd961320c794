// Two instances are stopped and started in turn while people pay.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { contradictions, openBooks } from './support/books.ts'
import { openFleet } from './support/fleet.ts'
import { restartUnderLoad } from './support/rolling-restart.ts'

/** Leases given back, sends finished: no stop takes longer. */
const STOP_MS = 20_000

const fleet = await openFleet({
  bffs: 2,
  services: 2,
  postgresUrl: process.env['DATABASE_URL'] ?? '',
  merchants: 4,
  devicesEach: 2,
})
after(() => fleet.close())

test('P85 nobody who pays notices that each instance is restarted, and nobody pays twice', async () => {
  const seen = await restartUnderLoad(fleet, 3, 8)
  assert.deepEqual(seen.failed, {}, `${seen.visits} visits`)
  assert.ok(seen.visits >= 8, `${seen.visits} visits`)
  for (const ms of seen.stopsMs) assert.ok(ms < STOP_MS, `a stop took ${ms} ms`)
  const books = await openBooks(fleet.stores.ledger)
  assert.deepEqual(await contradictions(books, books), [])
})
