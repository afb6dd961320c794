// The database of the ledger is stopped while fifty sales are open.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFleet } from './support/fleet.ts'
import { loseStore, openStoppable } from './support/store-away.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-away-'))
const server = await openStoppable(join(folder, 'data'))
const fleet = await openFleet({
  bffs: 2,
  services: 1,
  postgresUrl: server.url,
  ownServiceStore: true,
  merchants: 17,
  devicesEach: 3,
  terminals: 'SLOW',
})
after(async () => {
  await fleet.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('P87 without its database nothing is started, and what was open has its right end soon after it is back', async () => {
  const seen = await loseStore(fleet, server, 10_000)
  assert.deepEqual(seen.refusals, ['503 store-unavailable'])
  assert.ok(seen.refusedWithinMs <= 2_000, `refused after ${seen.refusedWithinMs} ms`)
  assert.deepEqual(seen.ends, { approved: seen.sales })
  assert.deepEqual(seen.contradictions, [])
  assert.ok(seen.healedMs <= 30_000, `right after ${seen.healedMs} ms`)
})
