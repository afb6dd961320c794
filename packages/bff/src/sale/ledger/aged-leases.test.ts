// D-194: the leases that one read returns, at the exact limits of each condition.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '@tapboard/store'
import { deskSale, insertSales, NOON_MS } from '../desk/rows.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { AGED_MAX, agedLeases } from './aged-leases.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import type { LedgerTables } from './tables.ts'

const WANTED = { states: ['started', 'in_doubt'], leaseMs: 12_000, renewMs: 4_000 } as const

async function agedOf(rows: readonly SaleRow[]) {
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => NOON_MS })
  await store.migrate(LEDGER_MIGRATIONS)
  await insertSales(store, rows)
  const aged = await agedLeases(store, WANTED)
  await store.close()
  return aged
}

let number = 0
const started = (members: Partial<SaleRow>): SaleRow =>
  deskSale((number += 1), { state: 'started', fence: number, nextAtMs: NOON_MS + number, ...members })
const leased = (ms: number): SaleRow => started({ leaseOwner: 'x', leaseUntilMs: NOON_MS + ms })
const planned = (ms: number, state: SaleRow['state'] = 'started'): SaleRow =>
  started({ state, nextAtMs: NOON_MS + ms })

test('D-194 a lease is read if it was not renewed in time or ends too far ahead, and a look that is planned too far ahead', async () => {
  const rows = {
    over: leased(0),
    nearlyOver: leased(1),
    unrenewed: leased(8_000),
    renewed: leased(8_001),
    fresh: leased(12_000),
    ahead: leased(12_001),
    planned: planned(12_000),
    plannedAhead: planned(12_001),
    doubtful: planned(60_000, 'in_doubt'),
    ended: started({ state: 'review', leaseUntilMs: NOON_MS }),
    never: started({ nextAtMs: null, leaseUntilMs: NOON_MS }),
  }
  const names = new Map(Object.entries(rows).map(([name, { id }]) => [id, name]))
  const aged = await agedOf(Object.values(rows))
  assert.deepEqual(
    aged.map(({ id, isOver }) => [names.get(id), isOver]),
    [
      ['over', true],
      ['nearlyOver', false],
      ['unrenewed', false],
      ['ahead', true],
      ['plannedAhead', true],
    ],
  )
  assert.deepEqual(aged[2], {
    id: rows.unrenewed.id,
    fence: rows.unrenewed.fence,
    leaseUntilMs: NOON_MS + 8_000,
    isOver: false,
  })
})

test('D-194 one read returns at most five thousand leases, the earliest look first', async () => {
  const rows = Array.from({ length: AGED_MAX + 1 }, (_, index) =>
    started({ leaseUntilMs: NOON_MS, nextAtMs: NOON_MS - index }),
  )
  const aged = await agedOf(rows)
  assert.equal(aged.length, 5_000)
  assert.equal(aged[0]?.id, rows.at(-1)?.id)
})
