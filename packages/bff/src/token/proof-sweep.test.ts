// The rows of used proofs: deleted once a minute by the proofs that arrive, and inserted in batches (D-134).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { turn } from '@tapboard/store/testing'
import type { LogFields } from '../ports.ts'
import { KEY_MIGRATIONS, type KeyTables } from './key-table.ts'
import { NONCE_LIFE_EVERYWHERE_MS } from './nonce.ts'
import { sqlUsedProofs } from './used-proofs.ts'

const START_MS = Date.UTC(2026, 10, 26, 12)

/** Used proofs on a store in memory, with the statements that they send. */
async function begin({ deletes = true } = {}) {
  const store = await openStore<KeyTables>('file::memory:')
  await store.migrate(KEY_MIGRATIONS)
  const statements: string[] = []
  const warnings: unknown[] = []
  const db = {
    insertInto: (table: 'used_proof') => {
      statements.push('insert')
      return store.db.insertInto(table)
    },
    deleteFrom: (table: 'used_proof') => {
      statements.push('delete')
      if (!deletes) throw new Error('no')
      return store.db.deleteFrom(table)
    },
  } as unknown as Store<KeyTables>['db']
  const warn = (fields: LogFields, message: string): void => void warnings.push([fields, message])
  const proofs = sqlUsedProofs({ db }, { info() {}, warn, error() {} })
  const record = async (jti: string, nowMs: number): Promise<boolean> => {
    const recorded = await proofs.record({ jkt: 'page', jti }, nowMs)
    await turn()
    return recorded
  }
  const count = async (): Promise<number> =>
    (await store.db.selectFrom('used_proof').select('proof').execute()).length
  return { store, statements, warnings, proofs, record, count }
}

void test('D-134 deletes old proofs with the first proof and then once a minute', async () => {
  const { store, statements, record } = await begin()
  let proof = 0
  const deletesAfter = async (nowMs: number): Promise<number> => {
    proof += 1
    statements.length = 0
    assert.equal(await record(`proof-${proof}`, nowMs), true)
    return statements.filter((statement) => statement === 'delete').length
  }
  assert.equal(await deletesAfter(START_MS), 1)
  assert.equal(await deletesAfter(START_MS + 59_999), 0)
  assert.equal(await deletesAfter(START_MS + 60_000), 1)
  assert.equal(await deletesAfter(START_MS + 60_001), 0)
  // A clock that was set back begins again.
  assert.equal(await deletesAfter(START_MS), 1)
  await store.close()
})

void test('D-134 a row is deleted at the moment from which no instance accepts its nonce', async () => {
  const { store, record, count } = await begin()
  await record('proof-1', START_MS)
  await record('proof-2', START_MS + NONCE_LIFE_EVERYWHERE_MS - 1)
  assert.equal(await count(), 2)
  const again = await begin()
  await again.record('proof-1', START_MS)
  await again.record('proof-2', START_MS + NONCE_LIFE_EVERYWHERE_MS)
  assert.equal(await again.count(), 1)
  await store.close()
  await again.store.close()
})

void test('D-134 a failed deletion is logged once and tried again a minute later', async () => {
  const { store, warnings, record } = await begin({ deletes: false })
  const warning = [{ code: 'proof-sweep' }, 'used proofs could not be deleted; retrying later']
  for (const afterMs of [0, 1, 59_999])
    assert.equal(await record(`proof-${afterMs}`, START_MS + afterMs), true)
  assert.deepEqual(warnings, [warning])
  await record('proof-later', START_MS + 60_000)
  assert.deepEqual(warnings, [warning, warning])
  await store.close()
})

void test('D-134 a burst is inserted 500 rows at a time, and each proof is fresh once', async () => {
  const { store, statements, proofs, count } = await begin()
  const burst = Array.from({ length: 1_002 }, (_, index) => ({ jkt: 'page', jti: `proof-${index}` }))
  const recorded = await Promise.all([...burst, burst[1_001]!].map((proof) => proofs.record(proof, START_MS)))
  await turn()
  // The first proof does not wait for the others.
  assert.equal(statements.filter((statement) => statement === 'insert').length, 1 + 3)
  assert.equal(recorded.filter(Boolean).length, 1_002)
  assert.equal(recorded.at(-1), false)
  assert.equal(await count(), 1_002)
  await store.close()
})
