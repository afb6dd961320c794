// The events that a process commits: each is reported once, and none of a transaction that fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows } from '../machine/machine.testing.ts'
import { withCommitted } from './committed-events.ts'
import { lineOf, type HeadEvent } from './heads.ts'
import type { LedgerStore, LedgerTransaction } from './ledger-store.ts'

test('D-195 an event of a repeated transaction is reported once, after the commit', async () => {
  const steps: string[] = []
  const trx = {
    insertEvent: async ({ number }: HeadEvent) => void steps.push(`insert ${number}`),
    move: async (_read: unknown, _changes: unknown, { number }: HeadEvent) => {
      steps.push(`move ${number}`)
      return number === 2
    },
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
  const watched = withCommitted(store, (head) => void steps.push(`write ${lineOf(head)}`))
  const result = await watched.transaction(async (one) => {
    const event = (number: number): never => ({ saleId: 's', number, hash: `h${number}` }) as never
    await one.insertEvent(event(1))
    const moved = [2, 3].map((number) => one.move(rows.intent, {}, event(number)))
    assert.deepEqual(await Promise.all(moved), [true, false])
    return (await one.find('s'))?.id
  })
  assert.equal(result, 'sale_a')
  assert.equal(watched.embedded, true)
  assert.deepEqual(steps, [
    'insert 1',
    'move 2',
    'move 3',
    'insert 1',
    'move 2',
    'move 3',
    'commit',
    'write s 1 h1\n',
    'write s 2 h2\n',
  ])
})

test('D-195 a transaction that fails reports nothing', async () => {
  const store = {
    transaction: () => Promise.reject(new Error('away')),
  } as Partial<LedgerStore> as LedgerStore
  const watched = withCommitted(store, () => assert.fail('nothing was committed'))
  await assert.rejects(
    watched.transaction(async () => {}),
    /away/,
  )
})
