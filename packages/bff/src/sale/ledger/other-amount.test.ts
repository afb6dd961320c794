// D-145: an order that is paid with another amount than its newest grant is an alert and an event for the host, once.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { approved, read, rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { Ledger } from './ledger.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { sqlGrants } from './sql-grants.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const PAID = { type: 'attested_paid', person: 'ann', reference: 'R-1', approvalCode: null } as const
const ALERT = { type: 'alert', reason: 'amount_mismatch' } as const

eachEngine<LedgerTables>(
  'D-145 a sale that is paid after its order was granted another amount alerts a person and tells the host once',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const ledger = new Ledger(sqlLedgerStore(store), { targets: () => ['webhook', 'hook'], written() {} })
    const grants = sqlGrants(store)
    const deliveriesOf = async (order: string): Promise<readonly string[]> => {
      const sent = await store.db.selectFrom('sale_outbox').select(['type', 'target', 'body']).execute()
      return sent
        .filter(({ body }) => body.includes(`"order":"${order}"`))
        .map(({ type, target }) => `${type} ${target}`)
        .toSorted()
    }
    /** Starts a sale of 42.00 and follows it to its session. */
    const started = async (order: string): Promise<SaleRow> => {
      const names = { id: `sale_${order}`, orderRef: order, idempotencyKey: order, externalId: `tb-${order}` }
      const free = { deviceId: order, fence: 0, leaseOwner: null, leaseUntilMs: null }
      const { merchant, amountMinor, currency } = rows.intent
      await grants.record(merchant, order, { amountMinor, currency })
      const row = await ledger.insert({ ...rows.intent, ...names, ...free })
      await ledger.apply(row.id, { type: 'send_claimed' }, OPTIONS)
      await ledger.apply(row.id, { type: 'accepted', sessionId: `ses_${order}`, taken: false }, OPTIONS)
      return row
    }
    const { merchant, currency } = rows.intent

    const same = await started('same')
    const paid = await ledger.apply(same.id, read(approved), OPTIONS)
    assert.ok(paid.kind === 'moved')
    assert.deepEqual(paid.effects, [])
    assert.deepEqual(await deliveriesOf('same'), ['sale.approved hook', 'sale.approved webhook'])

    const other = await started('other')
    await grants.record(merchant, 'other', { amountMinor: 8_000, currency })
    const late = await ledger.apply(other.id, read(approved), OPTIONS)
    assert.ok(late.kind === 'moved')
    assert.deepEqual([late.row.state, late.effects], ['approved', [ALERT]])
    await ledger.apply(other.id, read(approved), OPTIONS)
    assert.deepEqual(await deliveriesOf('other'), [
      'sale.amount_differs hook',
      'sale.amount_differs webhook',
      'sale.approved hook',
      'sale.approved webhook',
    ])

    const doubted = await started('doubted')
    await grants.record(merchant, 'doubted', { amountMinor: 8_000, currency })
    await ledger.apply(doubted.id, { type: 'send_lost' }, OPTIONS)
    await store.db
      .updateTable('sale')
      .set({ state: 'in_doubt', device_hold: 0, device_free_at_ms: null } as never)
      .where('id', '=', doubted.id)
      .execute()
    const marked = await ledger.apply(doubted.id, PAID, OPTIONS)
    assert.ok(marked.kind === 'moved')
    assert.deepEqual(
      marked.effects.filter(({ type }) => type === 'alert'),
      [ALERT],
    )
    assert.ok((await deliveriesOf('doubted')).includes('sale.amount_differs webhook'))
  },
)
