// D-221: merchants that share an account of the payment service. The report of each key then has the charges of all of them.
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import type { Transport } from '../../upstream/transport/outbound-port.ts'
import {
  answer,
  charge,
  idOf,
  KEY,
  loseRows,
  MERCHANT,
  reconcileWith,
  reporting,
  tillOn,
} from './reconcile.testing.ts'

const OTHER = 'second-shop'
const OTHER_KEY = `${KEY}-of-the-same-account`

/** Merchants of one account, with the same key or with a key each. */
const SHARED = [
  ['the same key', [{ id: OTHER, apiKey: KEY }]],
  ['a key each', [{ id: OTHER, apiKey: OTHER_KEY }]],
] as const

const grant = ({ db }: Store<LedgerTables>, merchant: string, order: string): Promise<unknown> =>
  db
    .insertInto('order_grant')
    .values({ merchant, order_ref: order, amount_minor: 4200, currency: 'USD', generation: 1, withdrawn: 0 })
    .execute()

const heldFor = async ({ db }: Store<LedgerTables>): Promise<readonly string[]> => {
  const rows = await db.selectFrom('lost_charge').select(['merchant', 'external_id']).execute()
  return rows.map((row) => `${row.merchant} ${row.external_id}`).toSorted()
}

for (const [name, others] of SHARED) {
  eachEngine<LedgerTables>(
    `D-221 reports no charge of another merchant of the account as lost, with ${name}`,
    async ({ store, url }) => {
      const start = await tillOn(store)
      const [one, two] = [idOf(await start('o1', 'd1')), idOf(await start('o1', 'd2', 1, OTHER))]
      const { code, out } = await reconcileWith(others, url, reporting([charge(one), charge(two)]))
      assert.equal(code, 0, out.join('\n'))
      assert.deepEqual(await heldFor(store), [])
    },
  )

  eachEngine<LedgerTables>(
    `D-221 names a lost charge once, with its merchant and order, with ${name}`,
    async ({ store, url }) => {
      const start = await tillOn(store)
      const [one, two] = [idOf(await start('o1', 'd1')), idOf(await start('o2', 'd2', 1, OTHER))]
      await loseRows(store)
      const kept = [idOf(await start('o3', 'd3')), idOf(await start('o4', 'd4', 1, OTHER))]
      await grant(store, MERCHANT, 'o1')
      await grant(store, OTHER, 'o2')
      const report = reporting([one, two, ...kept].map((id) => charge(id)))
      const { out } = await reconcileWith(others, url, report)
      const lost = out
        .filter((line) => line.startsWith('lost: '))
        .map((line) => line.replace(/, reference .*/, ''))
      assert.deepEqual(lost, [
        `lost: 42.00 of ${MERCHANT}, order o1, attempt 1`,
        `lost: 42.00 of ${OTHER}, order o2, attempt 1`,
      ])
      assert.deepEqual(await heldFor(store), [`${MERCHANT} ${one}`, `${OTHER} ${two}`].toSorted())
      // The order of that name of the other merchant is free.
      assert.ok((await start('o2', 'd5')).ok)
      assert.ok((await start('o1', 'd6', 1, OTHER)).ok)
      for (const [order, merchant] of [
        ['o1', MERCHANT],
        ['o2', OTHER],
      ] as const) {
        const refused = await start(order, 'd7', 1, merchant)
        assert.ok(!refused.ok && refused.code === 'store-restored')
      }
    },
  )

  eachEngine<LedgerTables>(
    `D-221 a lost charge without a grant is one of either merchant, and held for both, with ${name}`,
    async ({ store, url }) => {
      const start = await tillOn(store)
      const lost = idOf(await start('o1', 'd1', 1, OTHER))
      await loseRows(store)
      const { out } = await reconcileWith(others, url, reporting([charge(lost)]), '--json')
      const found = out.map((line) => JSON.parse(line) as Record<string, unknown>)
      assert.deepEqual(
        found.map(({ type, merchant, others: more, order }) => [type, merchant, more, order]),
        [
          ['lost', MERCHANT, [OTHER], null],
          ['summary', undefined, undefined, undefined],
        ],
      )
      const again = await reconcileWith(others, url, reporting([charge(lost)]))
      assert.match(
        again.out[0] ?? '',
        new RegExp(`^lost: 42.00 of ${MERCHANT} or ${OTHER}, order unknown, .* already`),
      )
      assert.ok((await start('o1', 'd1')).ok)
      const refused = await start('o1', 'd2', 1, OTHER)
      assert.ok(!refused.ok && refused.code === 'store-restored')
      assert.equal((await reconcileWith(others, url, reporting([]), 'release', lost)).code, 0)
      assert.ok((await start('o1', 'd2', 1, OTHER)).ok)
    },
    {},
    ['sqlite'],
  )
}

eachEngine<LedgerTables>(
  'D-221 a lost refund is held for the merchant of its sale only',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const sold = idOf(await start('o1', 'd1', 1, OTHER))
    await store.db.updateTable('sale').set({ state: 'approved', reference: 'ref-9' }).execute()
    const credit = charge('tb-credit', { xCommand: 'cc:credit', xCreditOfRefNum: 'ref-9' })
    const { out } = await reconcileWith(SHARED[1][1], url, reporting([charge(sold), credit]))
    assert.match(out[0] ?? '', new RegExp(`^lost: 42.00 of ${OTHER}, a refund of order o1, `))
    assert.deepEqual(await heldFor(store), [`${OTHER} tb-credit`])
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>(
  'D-221 names an unpaid charge of a shared account once',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const one = idOf(await start('o1', 'd1', 1, OTHER))
    await store.db.updateTable('sale').set({ state: 'declined', order_hold: 0, device_hold: 0 }).execute()
    const { out } = await reconcileWith(SHARED[1][1], url, reporting([charge(one)]))
    assert.deepEqual(
      out
        .filter((line) => line.startsWith('unpaid: '))
        .map((line) => line.replace(/^.* of ([\w-]+), order .*/, '$1')),
      [OTHER],
    )
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>(
  'D-221 holds what one report shows although a later one fails',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const lost = idOf(await start('o1', 'd1'))
    await loseRows(store)
    const report = reporting([charge(lost)])
    const half: Transport = {
      ...report,
      request: async (request) =>
        request.headers['authorization'] === KEY
          ? report.request(request)
          : answer({ error: { code: 'UNAUTHORIZED' } }, 401),
    }
    const { code, errors } = await reconcileWith(SHARED[1][1], url, half)
    assert.equal(code, 2)
    assert.match(errors[0] ?? '', /gives no report/)
    assert.deepEqual(await heldFor(store), [`${MERCHANT} ${lost}`])
  },
  {},
  ['sqlite'],
)
