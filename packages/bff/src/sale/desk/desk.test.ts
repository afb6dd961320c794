import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESK_PAGE, DeskFrame, SALE_STATES, type DeskPage, type DeskRow } from '@tapboard/contract'
import { openStore, sql, type Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { createDesk, readCursor, type Desk, type DeskQuery } from './desk.ts'
import type { DeskOf } from './desk-store.ts'
import { deskSale, insertSales, NOON_MS } from './rows.testing.ts'
import { readSearch } from './search.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import type { SaleRow } from '../machine/row.ts'
import { keptLog } from '../testing.ts'

const SHOP: DeskOf = { merchant: 'shop', timeZone: 'UTC' }
const DAY_MS = 86_400_000

async function deskOn(store: Store<LedgerTables>, rows: readonly SaleRow[]): Promise<Desk> {
  await store.migrate(LEDGER_MIGRATIONS)
  await insertSales(store, rows)
  return createDesk({ store, clock: new ManualClock(NOON_MS), log: keptLog().log })
}

async function readAll(desk: Desk, query: Omit<DeskQuery, 'after'>, of: DeskOf = SHOP): Promise<DeskRow[]> {
  const rows: DeskRow[] = []
  let page: DeskPage | null = null
  do {
    const after = page?.cursor ? readCursor(page.cursor) : null
    page = await desk.page(of, { ...query, after })
    assert.ok(page.sales.length <= query.limit)
    rows.push(...page.sales)
  } while (page.cursor !== null)
  return rows
}

eachEngine<LedgerTables>(
  'pages of a day have each row once, newest first, also with equal times',
  async ({ store }) => {
    const rows = Array.from({ length: 23 }, (_, index) =>
      deskSale(index, { createdAtMs: NOON_MS - (index % 3) }),
    )
    const desk = await deskOn(store, rows)
    const read = await readAll(desk, { limit: 4 })
    const expected = rows.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
    assert.deepEqual(
      read.map(({ id }) => id),
      expected.map(({ id }) => id),
    )
    // A page that is exactly full has no next one.
    assert.equal((await desk.page(SHOP, { after: null, limit: 23 })).cursor, null)
  },
)

eachEngine<LedgerTables>(
  'a row that arrives between two pages moves no row of the next page',
  async ({ store }) => {
    const desk = await deskOn(
      store,
      [1, 2, 3, 4].map((number) => deskSale(number)),
    )
    const first = await desk.page(SHOP, { after: null, limit: 2 })
    await insertSales(store, [deskSale(9)])
    const second = await desk.page(SHOP, { after: readCursor(first.cursor ?? ''), limit: 2 })
    assert.deepEqual(
      [...first.sales, ...second.sales].map(({ order }) => order),
      ['R-4', 'R-3', 'R-2', 'R-1'],
    )
  },
)

eachEngine<LedgerTables>(
  'D-113 a row belongs to the day of its start in the time zone of the token',
  async ({ store }) => {
    const desk = await deskOn(store, [
      deskSale(1, {
        createdAtMs: Date.UTC(2026, 10, 23, 4, 59, 59, 999),
        settledAtMs: Date.UTC(2026, 10, 23, 5, 1),
      }),
      deskSale(2, { createdAtMs: Date.UTC(2026, 10, 23, 5) }),
      deskSale(3, { createdAtMs: Date.UTC(2026, 10, 24, 4, 59, 59, 999) }),
      deskSale(4, { createdAtMs: Date.UTC(2026, 10, 24, 5) }),
    ])
    const newYork = { ...SHOP, timeZone: 'America/New_York' }
    const ordersOf = async (of: DeskOf, day: string): Promise<string[]> =>
      (await readAll(desk, { day, limit: 10 }, of)).map(({ order }) => order)
    assert.deepEqual(await ordersOf(newYork, '2026-11-22'), ['R-1'])
    assert.deepEqual(await ordersOf(newYork, '2026-11-23'), ['R-3', 'R-2'])
    assert.deepEqual(await ordersOf(SHOP, '2026-11-23'), ['R-2', 'R-1'])
    const frame = await desk.frame(newYork, '2026-11-23')
    assert.deepEqual([frame.fromMs, frame.untilMs], [Date.UTC(2026, 10, 23, 5), Date.UTC(2026, 10, 24, 5)])
    assert.equal(frame.totals[0]?.sales.count, 2)
  },
)

eachEngine<LedgerTables>(
  'D-115 only approved rows count as paid; unresolved ones are a sum of their own; totals and list agree',
  async ({ store }) => {
    // State n has n + 1 sales of 100 × 2^n minor units and refunds of one more, so that no two sums are equal.
    const rows = SALE_STATES.flatMap((state, index) =>
      Array.from({ length: index + 1 }, (_, copy) => [
        deskSale(index * 100 + copy, { state, amountMinor: 100 * 2 ** index }),
        deskSale(5_000 + index * 100 + copy, {
          kind: 'refund',
          refundOf: 'sale_000000',
          refundRef: `r-${copy}`,
          state,
          amountMinor: 100 * 2 ** index + 1,
        }),
      ]).flat(),
    )
    const largest = deskSale(9_000, { currency: 'EUR', amountMinor: 99_999_999 })
    const desk = await deskOn(store, [...rows, largest, deskSale(9_001, { createdAtMs: NOON_MS + DAY_MS })])
    const { totals } = await desk.frame(SHOP, null)
    const list = await readAll(desk, { limit: 7 })
    const sumsOf = (currency: string, kind: string) => {
      const sumOf = (...states: readonly string[]) => {
        const counted = list.filter(
          (row) => row.currency === currency && row.kind === kind && states.includes(row.state),
        )
        return { count: counted.length, amountMinor: counted.reduce((sum, row) => sum + row.amountMinor, 0) }
      }
      return {
        approved: sumOf('approved'),
        unresolved: sumOf('in_doubt', 'review'),
        running: sumOf('intent', 'sending', 'started'),
        unpaid: sumOf('declined', 'timed_out', 'failed', 'not_started', 'abandoned', 'closed_unpaid'),
      }
    }
    assert.deepEqual(
      totals,
      ['EUR', 'USD'].map((currency) => {
        const { approved: sales, ...others } = sumsOf(currency, 'sale')
        return { currency, sales, ...others, refunds: sumsOf(currency, 'refund') }
      }),
    )
    assert.deepEqual(totals[1]?.refunds.approved, { count: 6, amountMinor: 6 * 3_201 })
    const paidBack = list.find(({ kind }) => kind === 'refund')
    assert.deepEqual([paidBack?.refundOf, paidBack?.refund], ['sale_000000', 'r-11'])
    assert.deepEqual(totals[1]?.sales, { count: 6, amountMinor: 6 * 3_200 })
  },
)

eachEngine<LedgerTables>(
  'D-115 open sales of every day are listed, the unresolved first',
  async ({ store }) => {
    const desk = await deskOn(store, [
      deskSale(1, { state: 'started', createdAtMs: NOON_MS - 50 * DAY_MS }),
      deskSale(2, { state: 'in_doubt', createdAtMs: NOON_MS - 3 * DAY_MS }),
      deskSale(3, { state: 'review', createdAtMs: NOON_MS - 40 * DAY_MS }),
      deskSale(4, { state: 'declined' }),
      deskSale(5, { state: 'in_doubt', merchant: 'other' }),
      deskSale(6),
    ])
    const frame = await desk.frame(SHOP, null)
    assert.deepEqual(
      frame.open.map(({ order }) => order),
      ['R-3', 'R-2', 'R-1'],
    )
    assert.equal(frame.openCount, 3)
    assert.deepEqual(DeskFrame.parse(frame), frame)
    const page = await desk.open('shop', { states: ['in_doubt', 'review'], after: null, limit: 1 })
    assert.deepEqual(
      page.sales.map(({ order }) => order),
      ['R-2'],
    )
    const next = await desk.open('shop', {
      states: ['in_doubt', 'review'],
      after: readCursor(page.cursor ?? ''),
      limit: 1,
    })
    assert.deepEqual([next.sales[0]?.order, next.cursor], ['R-3', null])
  },
)

eachEngine<LedgerTables>('more open sales than a frame has are counted', async ({ store }) => {
  const desk = await deskOn(
    store,
    Array.from({ length: 203 }, (_, index) => deskSale(index, { state: 'in_doubt' })),
  )
  const { open, openCount, latest, cursor } = await desk.frame(SHOP, null)
  assert.deepEqual([open.length, openCount, latest.length], [200, 203, DESK_PAGE])
  assert.notEqual(cursor, null)
})

eachEngine<LedgerTables>(
  'D-114 D-185 a search finds order, amount, card, terminal and reference',
  async ({ store }) => {
    const desk = await deskOn(store, [
      deskSale(1, { orderRef: 'Repair-77', amountMinor: 1_000 }),
      deskSale(2, { amountMinor: 123_450, deviceName: 'Wörkshop 100%', deviceSerialEnding: '0088' }),
      deskSale(3, { card: '************4242', amountMinor: 2_000 }),
      deskSale(4, { reference: 'REF-9', approvalCode: 'A1B2C3', amountMinor: 3_000 }),
      deskSale(5, { orderRef: 'a_b~c', amountMinor: 4_000 }),
      deskSale(6, { merchant: 'other', orderRef: 'Repair-77' }),
      deskSale(7, { externalId: 'tb-k2fqz7m37q2m4k6x', amountMinor: 5_000, deviceName: 'Yard' }),
    ])
    const found = async (typed: string): Promise<string> =>
      (await readAll(desk, { search: readSearch(typed, 'USD'), limit: 2 }))
        .map(({ id }) => id.slice(-1))
        .join('')
    for (const [typed, expected] of [
      ['pair-7', '1'],
      ['REPAIR', '1'],
      ['1,234.50', '2'],
      ['100%', '2'],
      ['%', '2'],
      ['0088', '2'],
      ['4242', '3'],
      ['•••• 4242', '3'],
      ['REF-9', '4'],
      ['REF', ''],
      ['A1B2C3', '4'],
      ['7Q2M-4K6X', '7'],
      [' 7q2m 4k6x ', '7'],
      ['7Q2M', ''],
      ['_', '5'],
      ['~', '5'],
      ["' or 1=1 --", ''],
      ['Front', '5431'],
      ['$40', '5'],
    ] as const)
      assert.equal(await found(typed), expected, typed)
  },
)

eachEngine<LedgerTables>('D-114 an order is found on every day, with all its attempts', async ({ store }) => {
  const order = { orderRef: 'R-1', state: 'declined' } as const
  const desk = await deskOn(store, [
    deskSale(1, { ...order, attempt: 1, createdAtMs: NOON_MS - 90 * DAY_MS }),
    deskSale(2, { ...order, attempt: 2, createdAtMs: NOON_MS - 80 * DAY_MS }),
    deskSale(3, { orderRef: 'R-10' }),
    deskSale(4, { ...order, merchant: 'other' }),
  ])
  const { sales } = await desk.page(SHOP, { order: 'R-1', after: null, limit: 10 })
  assert.deepEqual(
    sales.map(({ attempt }) => attempt),
    [2, 1],
  )
})

eachEngine<LedgerTables>(
  'D-114 an exact search finds order, reference, short reference and amount on every day, each row once',
  async ({ store }) => {
    const desk = await deskOn(store, [
      deskSale(1, { orderRef: '42', amountMinor: 4_200, createdAtMs: NOON_MS - 900 * DAY_MS }),
      deskSale(2, { amountMinor: 4_200, createdAtMs: NOON_MS - 90 * DAY_MS }),
      deskSale(3, { amountMinor: 4_200, reference: 'REF-9', createdAtMs: NOON_MS - 90 * DAY_MS }),
      deskSale(4, { amountMinor: 9_900, kind: 'refund', refundOf: 'sale_000003', refundRef: 'refund-1' }),
      deskSale(5, { merchant: 'other', orderRef: '42', amountMinor: 4_200 }),
      deskSale(6, { orderRef: 'R-42', amountMinor: 100, card: '************0042' }),
      deskSale(7, {
        externalId: 'tb-k2fqz7m37q2m4k6x',
        amountMinor: 200,
        createdAtMs: NOON_MS - 900 * DAY_MS,
      }),
      deskSale(8, { merchant: 'other', externalId: 'tb-aaaaaaaa7q2m4k6x' }),
    ])
    const found = async (typed: string): Promise<string> =>
      (await readAll(desk, { exact: readSearch(typed, 'USD')!, limit: 2 }))
        .map(({ id }) => id.slice(-1))
        .join('')
    for (const [typed, expected] of [
      ['42', '321'],
      ['$42.00', '321'],
      ['42,00', '321'],
      ['REF-9', '3'],
      ['ext-2', ''],
      ['R-4', '4'],
      ['99', '4'],
      ['R-42', '6'],
      // The short reference, as a clerk reads it aloud.
      ['7Q2M-4K6X', '7'],
      [' 7q2m 4k6x', '7'],
      ['7Q2M', ''],
      // Part of an order, and the end of a card, are searched within a day.
      ['R-', ''],
      ['0042', '321'],
      ['Front', ''],
    ] as const)
      assert.equal(await found(typed), expected, typed)
  },
)

eachEngine<LedgerTables>(
  'lists have an order of their own, whatever order the rows were stored in',
  async ({ store }) => {
    const doubt = { state: 'in_doubt', amountMinor: 7_700 } as const
    const currencies = ['USD', 'KWD', 'JPY', 'ILS', 'GBP', 'EUR', 'CHF', 'CAD', 'AUD'] as const
    const desk = await deskOn(store, [
      deskSale(1, { ...doubt, createdAtMs: NOON_MS - 1 }),
      deskSale(4, { ...doubt, createdAtMs: NOON_MS - 3 }),
      deskSale(3, { ...doubt, createdAtMs: NOON_MS - 2 }),
      deskSale(2, { ...doubt, createdAtMs: NOON_MS - 2 }),
      ...[7, 9, 8].map((number, index) =>
        deskSale(number, { orderRef: 'R-x', attempt: index + 1, state: 'declined', createdAtMs: NOON_MS }),
      ),
      ...currencies.map((currency, index) => deskSale(20 + index, { currency })),
    ])
    const { open, totals } = await desk.frame(SHOP, null)
    assert.deepEqual(
      open.map(({ id }) => id.slice(-1)),
      ['4', '2', '3', '1'],
      'unresolved sales begin with the oldest',
    )
    assert.deepEqual(
      totals.map(({ currency }) => currency),
      currencies.toSorted(),
    )
    const attempts = await readAll(desk, { order: 'R-x', limit: 2 })
    assert.deepEqual(
      attempts.map(({ id }) => id.slice(-1)),
      ['9', '8', '7'],
    )
    const exact = await readAll(desk, { exact: readSearch('77', 'USD')!, limit: 2 })
    assert.deepEqual(
      exact.map(({ id }) => id.slice(-1)),
      ['1', '3', '2', '4'],
    )
  },
)

eachEngine<LedgerTables>('a desk has no row of another merchant', async ({ store }) => {
  const desk = await deskOn(store, [
    deskSale(1),
    deskSale(2, { merchant: 'other', state: 'in_doubt' }),
    deskSale(3, { merchant: 'shop2' }),
  ])
  const frame = await desk.frame(SHOP, null)
  assert.deepEqual([frame.latest.length, frame.open.length, frame.totals[0]?.sales.count], [1, 0, 1])
  assert.equal(await desk.find('shop', deskSale(2).id), null)
  assert.equal((await desk.find('other', deskSale(2).id))?.order, 'R-2')
  assert.equal((await desk.page(SHOP, { order: 'R-2', after: null, limit: 5 })).sales.length, 0)
  // A cursor of another merchant is only a place in time.
  const after = { createdAtMs: NOON_MS + 10, id: deskSale(2).id }
  assert.deepEqual(
    (await desk.page(SHOP, { after, limit: 5 })).sales.map(({ order }) => order),
    ['R-1'],
  )
})

eachEngine<LedgerTables>('the reads of the desk use their indexes', async ({ store }) => {
  await deskOn(
    store,
    Array.from({ length: 300 }, (_, index) => deskSale(index)),
  )
  const planOf = async (query: string): Promise<string> => {
    const prefix = store.engine === 'sqlite' ? 'explain query plan' : 'explain'
    if (store.engine === 'postgres') await sql`set enable_seqscan = off`.execute(store.db)
    return JSON.stringify((await sql.raw(`${prefix} ${query}`).execute(store.db)).rows)
  }
  const page = `select * from sale where merchant = 'shop' and created_at_ms >= 1 and created_at_ms < 2
    and (created_at_ms, id) < (2, 'x') order by created_at_ms desc, id desc limit 26`
  assert.match(await planOf(page), /sale_by_day/)
  const open = `select count(*) from sale where merchant = 'shop'
    and state in ('intent', 'sending', 'started', 'in_doubt', 'review')`
  assert.match(await planOf(open), /sale_open/)
  for (const [column, index] of [
    ['order_ref', /sale_by_order/],
    ['amount_minor', /sale_by_amount/],
    ['reference', /sale_by_reference/],
    ['substr(external_id, length(external_id) - 7)', /sale_by_short_reference/],
  ] as const) {
    const exact = `select * from sale where merchant = 'shop' and ${column} = '1'
      and (created_at_ms, id) < (2, 'x') order by created_at_ms desc, id desc limit 26`
    assert.match(await planOf(exact), index)
  }
})

test('a day of 10,000 rows is read by pages of 500, each row once', async () => {
  const store = await openStore<LedgerTables>('file::memory:')
  const rows = Array.from({ length: 10_000 }, (_, index) => deskSale(index))
  const desk = await deskOn(store, rows)
  const read = await readAll(desk, { limit: 500 })
  assert.equal(new Set(read.map(({ id }) => id)).size, 10_000)
  const { totals } = await desk.frame(SHOP, null)
  assert.deepEqual(totals[0]?.sales, { count: 10_000, amountMinor: 10_000 * 4_200 })
  await store.close()
})

test('a cursor has one form', () => {
  assert.deepEqual(readCursor('17.sale_a.b'), { createdAtMs: 17, id: 'sale_a.b' })
  for (const cursor of ['', '17', '17.', '.a', 'x.a', '17.a b', '-1.a', `17.${'a'.repeat(65)}`, '1e3.a'])
    assert.equal(readCursor(cursor), null, cursor)
})
