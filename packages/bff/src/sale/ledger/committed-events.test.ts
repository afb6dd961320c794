// The events that a process commits: each is reported once, and none of a transaction that fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows } from '../machine/machine.testing.ts'
import { withCommitted } from './committed-events.ts'
import { lineOf, type HeadEvent } from './heads.ts'
import { turn } from '@tapboard/store/testing'
import { Ledger } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore, type LedgerTransaction } from './ledger-store.ts'
import { readNotice } from './notice.ts'
import { intent, OPTIONS } from './paid.testing.ts'
import { memoryStore } from './store.testing.ts'

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

test('D-223 the notice of a start and of each transition has the number of its event', async (context) => {
  const kept = sqlLedgerStore(await memoryStore(context, () => 1_000))
  const numbers: (number | null)[] = []
  await kept.listen((wakeup) => {
    if (wakeup.type === 'notice') numbers.push(readNotice(wakeup.payload).number)
  })
  const ledger = new Ledger(kept)
  await ledger.insert(intent('a'))
  await ledger.apply('a', { type: 'send_claimed' }, OPTIONS)
  await ledger.apply('a', { type: 'accepted', sessionId: 's', taken: false }, OPTIONS)
  await turn()
  assert.deepEqual(numbers, [1, 2, 3])
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
