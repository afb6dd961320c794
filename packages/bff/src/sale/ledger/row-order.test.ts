// The order in which PostgreSQL reads and locks the rows of an order. Two transactions that lock the same rows in one order do not
// deadlock. In the embedded file, an index has the order of each of these reads.
import assert from 'node:assert/strict'
import { sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { rows } from '../machine/machine.testing.ts'
import { started } from './paid.testing.ts'
import { insertRows, PAID, refundRow } from './refunds.testing.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'

const ended = { orderHold: false, deviceHold: false } as const

eachEngine<LedgerTables>(
  'attempts are read and locked by their number, refunds of one time by their ID',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const states = ['failed', 'declined', 'timed_out', 'started'] as const
    const attempts = [2, 4, 1, 3].map((attempt) =>
      started(`attempt ${attempt}`, {
        ...ended,
        orderRef: 'o',
        attempt,
        state: states[attempt - 1] ?? 'started',
        createdAtMs: rows.started.createdAtMs - attempt,
      }),
    )
    const refunds = ['c', 'a', 'd', 'b'].map((id, index) =>
      refundRow(id, { ...ended, state: 'declined', settledAtMs: 1, attempt: index + 1 }),
    )
    await insertRows(store, PAID, ...attempts, ...refunds)
    // Without it the planner does not know that the table is small, and may read an index that has the order by chance.
    await sql`analyze sale`.execute(store.db)
    const kept = sqlLedgerStore(store)
    const first = attempts.find(({ attempt }) => attempt === 1) ?? PAID
    await kept.transaction(async (trx) => {
      const locked = await trx.lockedAttempts({ merchant: 'm1', order: 'o' })
      assert.deepEqual(
        locked.map(({ state }) => state),
        states,
      )
      const newer = await trx.newerAttempts(first)
      assert.deepEqual(
        newer.map(({ attempt }) => attempt),
        [2, 3, 4],
      )
      for (const found of [await trx.refundsOf(PAID), await trx.lockedRefunds(PAID)])
        assert.equal(found.map(({ id }) => id).join(' '), 'a b c d')
    })
    const newest = await kept.refunds('m1', PAID.orderRef)
    assert.equal(newest.map(({ id }) => id).join(' '), 'd c b a')
  },
  {},
  ['postgres'],
)
