// The person who settles unknown results (rules 20 and 21). The person looks at the terminal's own receipts once it cannot ask
// for the card any more, and states the result, sometimes wrongly.
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Books } from './books.ts'
import type { Scenario } from './story.ts'
import type { SimService } from './service.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

/** Between two rounds of the person. */
const ROUND_MS = 4_000

/** Settles sales in doubt and review until the end. */
export function settleDoubts(
  world: World,
  scenario: Scenario,
  parts: { readonly books: Books; readonly shop: Shop; readonly service: SimService },
): void {
  const attest = async (row: SaleRow, errs: boolean): Promise<void> => {
    const charge = parts.service.charges.find(
      (one) => one.externalId === row.externalId && one.status === 'approved',
    )
    const paid = (charge !== undefined) !== errs
    world.say('person', `says that ${row.id.slice(0, 9)} was ${paid ? 'paid' : 'not paid'}`)
    const access = { merchant: row.merchant, sale: row.id, person: 'clerk 7', origin: 'https://shop.test' }
    await parts.shop.ask(0, ({ sales }) =>
      sales.resolve(
        access,
        paid ? { outcome: 'paid', reference: charge?.reference ?? 'SLIP-1' } : { outcome: 'unpaid' },
      ),
    )
  }
  const round = (): void => {
    world.after(ROUND_MS, round)
    for (const row of parts.books.rows()) {
      if (row.state !== 'in_doubt' && row.state !== 'review') continue
      // All evidence of a late conflict is shown already; it waits for a person who checks the accounts.
      if (row.reason === 'late_conflict' || world.now() < (row.deviceFreeAtMs ?? 0)) continue
      const till = scenario.tills[Number(row.orderRef.slice(1))]
      if (till !== undefined && till.attests !== 'never') void attest(row, till.attests === 'errs')
    }
  }
  world.after(ROUND_MS, round)
}
