// The owner of open sales is paused for longer than its leases, and resumes with a pending write.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BUSY, times } from '../kit/limits.ts'
import { hangOwner, openHungFleet } from './support/hung-owner.ts'

const STOPPED_MS = times(14_000, 60_000)
const TAKEN_OVER_MS = 20_000
const MERCHANTS = times(2, 5)
const DEVICES = 4

const hung = await openHungFleet(process.env['DATABASE_URL'] ?? '', MERCHANTS, DEVICES)
after(() => hung.close())

// P86 asserts: SIGSTOP for ${STOPPED_MS}: taken over within ${TAKEN_OVER_MS}, the stale owner writes 0 rows.
test('P86 another instance claims the sales of a hung owner, which writes nothing when it resumes', async () => {
  const seen = await hangOwner(hung, STOPPED_MS)
  assert.ok(seen.waiting > 0, 'the stale owner has something to write')
  assert.ok(seen.takenOverMs <= BUSY * TAKEN_OVER_MS, `taken over after ${seen.takenOverMs} ms`)
  assert.deepEqual(seen.staleWrites, [])
  assert.ok(seen.stoppedByFence, 'its writes are refused before a renewal tells it about its lease')
  assert.equal(seen.brokenChains, 0)
})
