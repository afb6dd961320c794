// The person in an event, and the events of refunds whose sale changes (D-37, D-94).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approved, declined, read } from '../machine/machine.testing.ts'
import { Ledger } from './ledger.ts'
import { started } from './paid.testing.ts'
import { insertRows, PAID, refundRow } from './refunds.testing.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import { memoryStore } from './store.testing.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const PAYMENT = { type: 'attested_paid', reference: 'R', approvalCode: null } as const

test('D-94 the event of a contradiction names its person, and that of a decision also after an earlier one', async (context) => {
  const store = await memoryStore(context, () => 1_000_000)
  const ledger = new Ledger(sqlLedgerStore(store))
  const doubt = { state: 'in_doubt', deviceHold: false, deviceFreeAtMs: 1 } as const
  await insertRows(store, started('two', doubt), started('one', doubt))
  const personsOf = async (id: string): Promise<unknown[]> =>
    (await ledger.events(id, 0)).map(({ type, person }) => `${type} ${person}`)
  await ledger.apply('two', { type: 'attested_unpaid', person: 'ann' }, OPTIONS)
  await ledger.apply('two', { ...PAYMENT, person: 'bob' }, OPTIONS)
  assert.deepEqual(await personsOf('two'), ['attested_unpaid ann', 'reviewed bob'])
  await ledger.apply('one', { type: 'attested_unpaid', person: 'ann' }, OPTIONS)
  await ledger.apply('one', read(approved), OPTIONS)
  await ledger.apply('one', { ...PAYMENT, person: 'ann' }, OPTIONS)
  assert.deepEqual(await personsOf('one'), ['attested_unpaid ann', 'reviewed null', 'attested_paid ann'])
})

test('D-37 a sale that leaves approved flags its refunds once, and its later end flags none', async (context) => {
  const store = await memoryStore(context, () => 1_000_000)
  const ledger = new Ledger(sqlLedgerStore(store))
  const attested = { byWhom: 'person', person: 'ann' } as const
  const seen = { seen: 'declined|51|', seenCount: 1, seenFirstMs: 1 }
  await insertRows(
    store,
    { ...PAID, ...attested, ...seen, deviceFreeAtMs: 1 },
    refundRow('r', { sessionId: 'ses_r' }),
  )
  const flags = async (): Promise<number> =>
    (await ledger.events('r', 0)).filter(({ type }) => type === 'flagged').length
  const left = await ledger.apply(PAID.id, read(declined), OPTIONS)
  assert.ok(left.kind === 'moved' && left.row.state === 'review')
  assert.deepEqual([(await ledger.find('r'))?.conflictWith, await flags()], [PAID.id, 1])
  const end = await ledger.apply(PAID.id, { type: 'attested_unpaid', person: 'bob' }, OPTIONS)
  assert.ok(end.kind === 'moved' && end.row.state === 'closed_unpaid')
  assert.equal(await flags(), 1)
})
