// Rows of sales as a page sees them: with the features of the merchant's upstream, and whether the sale is stale.
import type { Sale } from '@tapboard/contract'
import type { Clock } from '../../ports.ts'
import type { MerchantLookup } from '../../upstream/terminal/merchant.ts'
import type { StoreTime } from '../ledger/store-time.ts'
import type { SaleRow } from '../machine/row.ts'
import { isAbandoned, staleSinceMs } from '../machine/staleness.ts'
import { saleOf, snapshotOf, viewInputsOf, type SaleViewInputs, type Snapshot } from '../machine/view.ts'

interface SaleViewDeps {
  readonly clock: Clock
  readonly merchants: MerchantLookup
  readonly storeTime: Pick<StoreTime, 'now' | 'refresh'>
  /** Returns true if another process renewed its lease on the sale lately. */
  readonly isRenewed: (saleId: string) => boolean
}

/** Shows the sales of one process. */
export class SaleViews {
  readonly #deps: SaleViewDeps

  constructor(deps: SaleViewDeps) {
    this.#deps = deps
  }

  /** Returns the time since which a sale is stale, or `null`. Checks an expired lease against the store's clock before it reports it. */
  async staleSince(row: SaleRow): Promise<number | null> {
    const { isRenewed, storeTime } = this.#deps
    if (isRenewed(row.id)) return row.staleSinceMs
    if (row.staleSinceMs === null && isAbandoned(row, storeTime.now())) await storeTime.refresh()
    return staleSinceMs(row, storeTime.now())
  }

  /** The view of a snapshot that an event stored. */
  show(
    merchant: string,
    snapshot: Snapshot,
    inputs: Pick<SaleViewInputs, 'cancelRequested' | 'staleSinceMs' | 'nextLookMs'>,
  ): Sale {
    const { clock, merchants } = this.#deps
    return saleOf(snapshot, {
      features: merchants(merchant)?.features ?? null,
      nowMs: clock.now(),
      ...inputs,
    })
  }

  /** Shows a row, by default with its last known staleness. */
  of(row: SaleRow, since: number | null = row.staleSinceMs): Sale {
    return this.show(row.merchant, snapshotOf(row), viewInputsOf(row, since))
  }

  /** Shows a row with its present staleness. */
  async now(row: SaleRow): Promise<Sale> {
    return this.of(row, await this.staleSince(row))
  }
}
