// Payments in the ledger that come late, differ from the grant, or end in a fault after their commit (INV-9, D-145, rule 22).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { approved, read } from '../machine/machine.testing.ts'
import { Ledger } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import { started } from './paid.testing.ts'
import { insertRows } from './refunds.testing.ts'
import { sqlGrants } from './sql-grants.ts'
import { memoryStore } from './store.testing.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

async function begin(context: TestContext) {
  const clock = new ManualClock(1_000_000)
  const store = await memoryStore(context, () => clock.now())
  const kept = sqlLedgerStore(store)
  return { store, kept, ledger: new Ledger(kept) }
}

test('after a commit a lost acknowledgement is no fault, one of another kind is thrown, and the events are numbered one by one', async (context) => {
  const { store, ledger, kept } = await begin(context)
  await insertRows(store, started('a', { state: 'sending', sessionId: null }))
  const broken = (fault: Error): LedgerStore => ({
    ...kept,
    async transaction(work) {
      await kept.transaction(work)
      throw fault
    },
  })
  const accept = { type: 'accepted', sessionId: 'ses_a', taken: false } as const
  await assert.rejects(new Ledger(broken(new RangeError('x'))).apply('a', accept, OPTIONS), RangeError)
  const away = new StoreError('store-unavailable', 'away')
  const found = await new Ledger(broken(away)).apply('a', read(approved), OPTIONS)
  assert.equal(found.kind, 'moved')
  assert.deepEqual(
    (await ledger.events('a', 0)).map(({ type, number }) => [type, number]),
    [
      ['started', 2],
      ['approved', 3],
    ],
  )
})

test('rule 22: a late payment takes the lock of its order only if no other attempt has it', async (context) => {
  const { store, ledger } = await begin(context)
  const ended = { state: 'declined', orderHold: false, deviceHold: false } as const
  await insertRows(
    store,
    started('free', ended),
    started('old', ended),
    started('new', { attempt: 2, orderRef: 'old' }),
  )
  for (const [id, orderHold] of [
    ['free', true],
    ['old', false],
  ] as const) {
    const late = await ledger.apply(id, read(approved), OPTIONS)
    assert.ok(late.kind === 'moved' && late.row.state === 'review')
    assert.equal(late.row.orderHold, orderHold)
  }
})

test('D-145 another amount adds an alert to the effects of the payment', async (context) => {
  const { store, ledger } = await begin(context)
  await sqlGrants(store).record('m1', 'a', { amountMinor: 8_000, currency: 'USD' })
  await insertRows(store, started('a', { state: 'in_doubt', deviceHold: false, deviceFreeAtMs: 1 }))
  const paid = { type: 'attested_paid', person: 'ann', reference: 'R', approvalCode: 'A' } as const
  const applied = await ledger.apply('a', paid, OPTIONS)
  assert.ok(applied.kind === 'moved')
  assert.deepEqual(
    applied.effects.map(({ type }) => type),
    ['follow_up', 'alert'],
  )
})
