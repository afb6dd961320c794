// Rules taken away on purpose, one at a time: a simulation that does not notice proves nothing.
import type { LedgerStore } from '../../packages/bff/src/sale/ledger-store.ts'
import type { MemoryConnection } from '../../packages/bff/src/sale/memory-store.testing.ts'
import type { MerchantUpstream } from '../../packages/bff/src/upstream/merchant.ts'

/** One rule taken away. */
export interface Weakness {
  readonly name: string
  readonly connection?: Partial<MemoryConnection>
  readonly store?: (store: LedgerStore) => LedgerStore
  readonly upstream?: (upstream: MerchantUpstream) => MerchantUpstream
}

/** The upstream as a weakened BFF sees it. */
export const weakened = (weakness: Weakness | null, upstream: MerchantUpstream): MerchantUpstream =>
  weakness?.upstream?.(upstream) ?? upstream
