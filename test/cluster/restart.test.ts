// Two instances are stopped and started in turn while customers pay.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BUSY, times } from '../kit/limits.ts'
import { contradictions, openBooks } from '../kit/books.ts'
import { openFleet } from '../kit/fleet.ts'
import { restartUnderLoad } from './support/rolling-restart.ts'
import { openTlsDoor } from '../kit/line/tls-door.ts'

/** Restarts of each of the two instances. */
const RESTARTS = times(1, 20)
const SHOPPERS = times(8, 24)
/** Time for a stop: leases are released and sends are finished. */
const STOP_MS = 7_000
/** Long enough to find a send that is connecting, and much shorter than its timeout of 3 s. */
const CONNECT_MS = 400

const door = await openTlsDoor(CONNECT_MS)
const fleet = await openFleet({
  bffs: 2,
  services: 1,
  postgresUrl: process.env['DATABASE_URL'] ?? '',
  merchants: SHOPPERS / 4,
  devicesEach: 4,
  between: door.lead,
  environment: door.environment,
})
after(async () => {
  await fleet.close()
  await door.close()
})

// P85 asserts: 0 failed, 0 duplicate, 0 leases kept after SIGTERM; each of 2 instances restarted ${RESTARTS} times, a stop within ${STOP_MS}.
test('P85 no shopper notices a rolling restart, which charges nothing twice and leaves no lease', async () => {
  const seen = await restartUnderLoad(fleet, 2 * RESTARTS, SHOPPERS, true)
  assert.deepEqual(seen.failed, {}, `${seen.visits} visits, not started: ${JSON.stringify(seen.notStarted)}`)
  assert.ok(seen.visits >= SHOPPERS, `${seen.visits} visits`)
  assert.equal(seen.keptLeases, 0)
  assert.ok(seen.underWay > 0)
  assert.equal(seen.brokenOff, 0)
  for (const ms of seen.stopsMs) assert.ok(ms < BUSY * STOP_MS, `a stop took ${ms} ms`)
  const books = await openBooks(fleet.stores.ledger)
  assert.deepEqual(await contradictions(books, books), [])
})
