// D-217: a refund that the ledger lost refuses every further refund of its sale, under any reference, until a person settled it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdLostCharge, releaseLostCharge, type LostCharge } from './lost-charge.ts'
import { HELD, Ledger } from './ledger.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import { insertRows, PAID, refundRow } from './refunds.testing.ts'
import { memoryStore } from './store.testing.ts'

const CALLER = { by: 'command', user: 'ann' } as const

const credit: LostCharge = {
  merchant: PAID.merchant,
  externalId: 'tb-lost',
  reference: 'REF-9',
  amount: '42.00',
  command: 'cc:credit',
  creditOf: 'R',
  chargedAt: '2026-05-29 10:00:00',
  order: PAID.orderRef,
  attempt: null,
}

/** Whether a refund of the paid sale begins under a reference of its own beside a lost charge. */
async function begins(ledger: Ledger, reference: string): Promise<boolean> {
  const row = refundRow(`refund_${reference}`, { refundRef: reference })
  return ledger.insert(row).then(
    () => true,
    (error: unknown) => {
      assert.equal(error, HELD)
      return false
    },
  )
}

for (const [name, more, held] of [
  ['of this sale', {}, true],
  ['of another sale', { creditOf: 'R2' }, false],
  ['of an unknown sale', { creditOf: null }, true],
  ['of an unknown sale, written otherwise', { creditOf: null, command: 'CC:Credit' }, true],
  ['of another merchant', { merchant: 'other' }, false],
  ['that is a sale', { command: 'CC:Sale', creditOf: null }, false],
] as const)
  test(`D-217 a lost charge ${name} ${held ? 'holds' : 'does not hold'} the refund of another reference`, async (context) => {
    const store = await memoryStore(context, () => 1_000_000)
    const ledger = new Ledger(sqlLedgerStore(store))
    await insertRows(store, PAID)
    await holdLostCharge(store, { ...credit, ...more }, CALLER)
    assert.equal(await begins(ledger, 'second'), !held)
    if (!held) return
    assert.equal(await releaseLostCharge(store, 'tb-lost', CALLER), true)
    assert.equal(await begins(ledger, 'second'), true)
  })
