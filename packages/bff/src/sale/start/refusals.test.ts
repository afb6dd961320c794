// The sentences of refused starts: each names the order or the refund, and the next step.
import assert from 'node:assert/strict'
import type { StartSale } from '@tapboard/contract'
import { eachEngine } from '@tapboard/store/testing'
import { systemClock } from '@tapboard/server'
import { createSales } from '../sales.ts'
import { insertRows, PAID, refundRow } from '../ledger/refunds.testing.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

const request = (order: string, more: Partial<StartSale> = {}): StartSale => ({
  order,
  attempt: 1,
  amountMinor: 4_200,
  currency: 'USD',
  deviceId: 'd1',
  ...more,
})

eachEngine<LedgerTables>(
  'a refused start says what is open or done, an order or a refund, and which attempt is next',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const sales = createSales({
      store,
      merchants: () => new ScriptedUpstream(),
      clock: systemClock,
      random: seededRandom(1),
      log: keptLog().log,
    })
    const declined: SaleRow = {
      ...rows.declined,
      id: 'sale_d',
      orderRef: 'o2',
      idempotencyKey: 'k-d',
      externalId: 'tb-d',
      sessionId: 'ses_d',
    }
    await insertRows(
      store,
      PAID,
      declined,
      refundRow('refund_done', {
        refundRef: 'done',
        state: 'approved',
        byWhom: 'upstream',
        deviceHold: false,
        amountMinor: 100,
      }),
      refundRow('refund_other', {
        refundOf: 'sale_other',
        refundRef: 'x',
        state: 'approved',
        deviceHold: false,
        amountMinor: 4_200,
      }),
      refundRow('refund_unpaid', {
        refundRef: 'y',
        state: 'declined',
        orderHold: false,
        deviceHold: false,
        amountMinor: 300,
      }),
    )
    let keys = 0
    const answerTo = async (access: Parameters<typeof accessTo>, wanted: StartSale): Promise<string> => {
      keys += 1
      const result = await sales.start(accessTo(...access), wanted, `key-of-a-refused-start-${keys}`)
      return result.ok ? result.sale.id.replace(/_.*/, ' created') : `${result.code}: ${result.detail}`
    }
    const refund = (reference: string, amountMinor = 100): Parameters<typeof accessTo> => [
      'o1',
      { amountMinor, refund: { of: PAID.id, reference, person: 'ann' } },
    ]
    const part = (attempt: number): StartSale => request('o1', { amountMinor: 100, attempt })
    const answers = [
      await answerTo(['o1'], request('o1', { attempt: 2 })),
      await answerTo(['o2'], request('o2', { attempt: 5 })),
      await answerTo(refund('done'), part(2)),
      await answerTo(refund('new'), part(3)),
      await answerTo(['o3'], request('o3')),
      await answerTo(['o3'], request('o3', { attempt: 2, deviceId: 'd2' })),
      await answerTo(refund('new'), request('o1', { amountMinor: 100, deviceId: 'd2' })),
      await answerTo(refund('new'), request('o1', { amountMinor: 100, deviceId: 'd2', attempt: 2 })),
    ]
    assert.deepEqual(answers, [
      'order-already-paid: The order is paid; nothing more can be charged for it.',
      'invalid-request: attempt: the next attempt of this order is 2; load the checkout again.',
      'order-already-paid: This refund is already made; nothing more can be paid back for its reference.',
      'invalid-request: attempt: the next attempt of this refund is 1; load the checkout again.',
      'sale created',
      'sale-open: The order has an open sale; follow that sale.',
      'refund created',
      'sale-open: This refund is already open; follow it.',
    ])
    assert.deepEqual(await sales.refundedSale(accessTo(...refund('new'))), {
      of: PAID.id,
      paidAmountMinor: 4_200,
      refundedAmountMinor: 100,
      card: PAID.card,
      reference: 'R',
    })
    assert.equal(
      await sales.refundedSale(
        accessTo('o1', { refund: { of: 'sale_none', reference: 'r', person: 'ann' } }),
      ),
      null,
    )
  },
  {},
  ['sqlite'],
)
