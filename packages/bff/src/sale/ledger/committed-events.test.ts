// D-195: the heads that leave the database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows } from '../machine/machine.testing.ts'
import { lineOf, withHeads, type HeadEvent } from './heads.ts'
import type { LedgerStore, LedgerTransaction } from './ledger-store.ts'

test('D-195 an event of a repeated transaction is reported once, after the commit', async () => {
  const steps: string[] = []
  const trx = {
    insertEvent: async ({ number }: HeadEvent) => void steps.push(`insert ${number}`),
    find: async () => rows.intent,
  } as unknown as LedgerTransaction
  const store = {
    embedded: true,
    async transaction<Result>(work: (one: LedgerTransaction) => Promise<Result>) {
      // The first try is given up after its work.
      await work(trx)
      const result = await work(trx)
      steps.push('commit')
      return result
    },
  } as Partial<LedgerStore> as LedgerStore
  const watched = withHeads(store, (head) => void steps.push(`write ${lineOf(head)}`))
  const result = await watched.transaction(async (one) => {
    for (const number of [1, 2]) await one.insertEvent({ saleId: 's', number, hash: `h${number}` } as never)
    return (await one.find('s'))?.id
  })
  assert.equal(result, 'sale_a')
  assert.equal(watched.embedded, true)
  assert.deepEqual(steps, [
    'insert 1',
    'insert 2',
    'insert 1',
    'insert 2',
    'commit',
    'write s 1 h1\n',
    'write s 2 h2\n',
  ])
})

test('D-195 a transaction that fails reports nothing', async () => {
  const store = {
    transaction: () => Promise.reject(new Error('away')),
  } as Partial<LedgerStore> as LedgerStore
  const watched = withHeads(store, () => assert.fail('nothing was committed'))
  await assert.rejects(
    watched.transaction(async () => {}),
    /away/,
  )
})
