// Watchers of an order get the deciding attempt at once and at every change, from one shared read.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { OrderFrame } from '@tapboard/contract'
import { isTooManyStreams } from './channels.ts'
import { NO_GRANTS } from '../../token/order-grant.ts'
import { Ledger } from '../ledger/ledger.ts'
import { rows, read, approved } from '../machine/machine.testing.ts'
import { readNotice, writeNotice } from '../ledger/notice.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import { keptLog } from '../testing.ts'
import { saleOf, snapshotOf } from '../machine/view.ts'
import { OrderWatchers } from './watch-order.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const { merchant, orderRef: order } = rows.intent
const show = (row: SaleRow): ReturnType<typeof saleOf> =>
  saleOf(snapshotOf(row), {
    features: null,
    cancelRequested: false,
    staleSinceMs: null,
    nextLookMs: null,
    nowMs: 5,
  })

interface Scene {
  readonly clock: ManualClock
  readonly ledger: Ledger
  readonly watchers: OrderWatchers
  /** Reads of an order's attempts so far. */
  reads(): number
  insert(members: Partial<SaleRow>): Promise<void>
  watch(): { readonly seen: string[]; readonly stop: AbortController; readonly done: Promise<void> }
}

async function scene(context: TestContext): Promise<Scene> {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const sql = sqlLedgerStore(store)
  let reads = 0
  const attempts: typeof sql.attempts = (...of) => {
    reads += 1
    return sql.attempts(...of)
  }
  const ledger = new Ledger({ ...sql, attempts })
  const limits = { perSale: 50, perProcess: 60 }
  const watchers = new OrderWatchers({
    ledger,
    grants: NO_GRANTS,
    clock,
    log: keptLog().log,
    limits,
    staleSince: () => null,
    awaySinceMs: () => null,
  })
  const textOf = ({ sale }: OrderFrame): string => (sale === null ? 'none' : `${sale.id} ${sale.state}`)
  return {
    clock,
    ledger,
    watchers,
    reads: () => reads,
    async insert(members) {
      await ledger.insert({ ...rows.intent, fence: 0, leaseOwner: null, leaseUntilMs: null, ...members })
    },
    watch() {
      const seen: string[] = []
      const stop = new AbortController()
      const done = (async () => {
        for await (const frame of watchers.watch(
          { group: { merchant, order }, show, isSuperseded: () => false },
          stop.signal,
        ))
          seen.push(textOf(frame))
      })()
      return { seen, stop, done }
    },
  }
}

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await turn()
}
const paid = [
  { type: 'send_claimed' },
  { type: 'accepted', sessionId: 's1', taken: false },
  read(approved),
] as const

test('a watcher gets the current order, then each change, also after the end of a sale', async (context) => {
  const { ledger, watchers, insert, watch } = await scene(context)
  const one = watch()
  await settle()
  await insert({ id: 'a' })
  watchers.notice(readNotice(writeNotice({ ...rows.intent, id: 'a' })))
  await settle()
  for (const step of paid) {
    await ledger.apply('a', step, OPTIONS)
    watchers.notice(readNotice(writeNotice({ ...rows.intent, id: 'a' })))
    await settle()
  }
  assert.deepEqual(one.seen, ['none', 'a intent', 'a sending', 'a started', 'a approved'])
  assert.equal(watchers.size(), 1)
  one.stop.abort()
  await one.done
  assert.equal(watchers.size(), 0)
})

test('a new attempt of another till replaces an unpaid one', async (context) => {
  const { ledger, watchers, insert, watch } = await scene(context)
  await insert({ id: 'a' })
  await ledger.apply('a', { type: 'send_claimed' }, OPTIONS)
  await ledger.apply('a', { type: 'rejected', reason: 'upstream-refused' }, OPTIONS)
  const one = watch()
  await settle()
  await insert({ id: 'b', attempt: 2, idempotencyKey: 'another-key-0123', externalId: 'tb-b' })
  watchers.notice(readNotice(writeNotice({ ...rows.intent, id: 'b' })))
  await settle()
  assert.deepEqual(one.seen, ['a not_started', 'b intent'])
  one.stop.abort()
  await one.done
})

test('fifty watchers of one order share one read per change', async (context) => {
  const { clock, watchers, insert, watch, reads } = await scene(context)
  const all = Array.from({ length: 50 }, watch)
  await settle()
  assert.equal(reads(), 1)
  await insert({ id: 'a' })
  watchers.notice(readNotice(writeNotice({ ...rows.intent, id: 'a' })))
  await settle()
  assert.equal(reads(), 2)
  await clock.advance(5_000)
  await settle()
  assert.equal(reads(), 3)
  for (const { seen, stop } of all) {
    assert.deepEqual(seen, ['none', 'a intent'])
    stop.abort()
  }
  await Promise.all(all.map(({ done }) => done))
})

test('a lost notice delays a change by five seconds', async (context) => {
  const { clock, insert, watch } = await scene(context)
  const one = watch()
  await settle()
  await insert({ id: 'a' })
  await clock.advance(5_000)
  await settle()
  assert.deepEqual(one.seen, ['none', 'a intent'])
  one.stop.abort()
  await one.done
})

test('refuses a watcher above the limit, until another one leaves', async (context) => {
  const { watchers, watch } = await scene(context)
  const all = Array.from({ length: 50 }, watch)
  const more = (): unknown =>
    watchers.watch(
      { group: { merchant, order }, show, isSuperseded: () => false },
      new AbortController().signal,
    )
  assert.throws(more, isTooManyStreams)
  all[0]?.stop.abort()
  await all[0]?.done
  const last = watch()
  for (const { stop } of [...all, last]) stop.abort()
  await Promise.all([...all, last].map(({ done }) => done))
  assert.equal(watchers.size(), 0)
})

test('a notice of the longest refund fits into 4,000 bytes, and one of an earlier release names its sale', () => {
  const id = `sale_${'a'.repeat(26)}`
  const longest = { id, merchant: 'm'.repeat(64), orderRef: '\ud800'.repeat(64) }
  const group = { merchant: longest.merchant, order: longest.orderRef }
  const sold = writeNotice({ ...longest, refundOf: null, refundRef: null })
  assert.deepEqual(readNotice(sold), { saleId: id, group, number: null })
  const paidBack = writeNotice({ ...longest, refundOf: id, refundRef: '\ud800'.repeat(64) }, 999_999)
  assert.ok(new TextEncoder().encode(paidBack).length <= 4_000)
  const refund = { of: id, reference: '\ud800'.repeat(64) }
  assert.deepEqual(readNotice(paidBack), { saleId: id, group: { ...group, refund }, number: 999_999 })
  assert.deepEqual(readNotice('sale_1'), { saleId: 'sale_1', group: null, number: null })
  assert.deepEqual(readNotice('[1'), { saleId: '[1', group: null, number: null })
})
