// A key set in memory for tests of tokens, with random bytes that a test can repeat.
import { openStore } from '@tapboard/store'
import type { ManualClock } from '@tapboard/store/testing'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import { openKeySet } from './key-set.ts'
import { KEY_MIGRATIONS, type KeyTables } from './key-table.ts'
import { createNonces } from './nonce.ts'

/** Opens a key set that reads the time of `clock`. The n-th random value is n in each byte. The caller closes the store. */
export async function openTestKeys(clock: ManualClock) {
  const store = await openStore<KeyTables>('file::memory:', { testClock: () => clock.now() })
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  let count = 0
  const random = (length: number): Uint8Array => {
    count += 1
    return new Uint8Array(length).fill(count)
  }
  const ring = [new Uint8Array(32).fill(1)]
  const log = { info() {}, warn() {}, error() {} }
  const keys = await openKeySet({ store, sealRing: ring, clock, random, log, rotateEveryDays: 30 })
  return { store, keys, nonces: createNonces(ring), random }
}
