// The sales of one process in a test, with a scripted upstream.
import type { StartSale } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import { createSales, type RunningSales } from './sales.ts'
import type { SalesDeps } from './sales-deps.ts'
import type { LedgerTables } from './ledger/tables.ts'
import { keptLog, seededRandom, type ScriptedUpstream } from './testing.ts'

/** The sales on a store. All merchants have this upstream; `seed` decides the random bytes. */
export const salesOn = (
  store: Store<LedgerTables>,
  upstream: ScriptedUpstream,
  seed: number,
  more: Pick<SalesDeps, 'clock'> & Partial<SalesDeps>,
): RunningSales =>
  createSales({
    store,
    merchants: () => upstream,
    random: seededRandom(seed),
    log: keptLog().log,
    ...more,
  })

/** A request to start the first attempt of an order of 42 dollars on a terminal. */
export const saleRequest = (order: string, deviceId = 'd1', more: Partial<StartSale> = {}): StartSale => ({
  order,
  attempt: 1,
  amountMinor: 4200,
  currency: 'USD',
  deviceId,
  ...more,
})
