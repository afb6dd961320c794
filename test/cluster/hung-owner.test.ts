// The owner of open sales stands still for longer than its leases, and wakes up.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFleet } from './support/fleet.ts'
import { hangOwner } from './support/hung-owner.ts'

const fleet = await openFleet({
  bffs: 2,
  services: 1,
  postgresUrl: process.env['DATABASE_URL'] ?? '',
  merchants: 2,
  devicesEach: 4,
  terminals: 'NEVER',
})
after(() => fleet.close())

test('P86 when the instance that follows sales stands still, another one takes them, and what wakes up changes nothing', async () => {
  const seen = await hangOwner(fleet, 20_000)
  assert.ok(seen.takenOverMs <= 20_000, `taken over after ${seen.takenOverMs} ms`)
  assert.deepEqual(seen.staleWrites, [])
  assert.equal(seen.brokenChains, 0)
})
