// Merchants of open sales for which this process is not configured. The process excludes their sales from its claims, so that other
// processes claim them, and logs each such sale once.
import type { Clock, Log } from '../../ports.ts'
import type { MerchantLookup } from '../../upstream/terminal/merchant.ts'
import type { SaleRow } from '../machine/row.ts'

/** After it claimed a sale of such a merchant, the process excludes the merchant from its claims for this time. */
const EXCLUDED_MS = 10_000

/** The process claims a sale of a merchant that is still missing again within this time. */
const CLAIMED_AGAIN_MS = EXCLUDED_MS + 2_000

/** The merchants whose sales a process has claimed without being configured for them. */
export interface MissingMerchants {
  /** Records that the process claimed a sale of such a merchant. */
  claimed(sale: Pick<SaleRow, 'id' | 'merchant'>): void
  /** Returns the merchants that the next claim excludes. */
  excluded(): readonly string[]
  /** Returns the number of merchants that are missing now. */
  count(): number
}

/** Creates the list; it forgets a merchant that becomes known. */
export function createMissingMerchants(
  merchants: MerchantLookup,
  clock: Pick<Clock, 'now'>,
  log: Log,
): MissingMerchants {
  const claimedAtMs = new Map<string, number>()
  /** Sales that were named in the log, by merchant. */
  const named = new Map<string, Set<string>>()
  const claimedWithin = (ms: number): readonly string[] => {
    for (const merchant of claimedAtMs.keys())
      if (merchants(merchant) !== null) {
        claimedAtMs.delete(merchant)
        named.delete(merchant)
      }
    return [...claimedAtMs].filter(([, atMs]) => clock.now() - atMs < ms).map(([merchant]) => merchant)
  }
  return {
    claimed({ id: saleId, merchant }) {
      claimedAtMs.set(merchant, clock.now())
      const sales = named.get(merchant) ?? new Set()
      named.set(merchant, sales)
      if (sales.has(saleId)) return
      sales.add(saleId)
      log.error(
        { code: 'merchant-missing', merchant, saleId },
        'an open sale of a merchant that is not configured: put the merchant back, until then its order stays locked',
      )
    },
    excluded: () => claimedWithin(EXCLUDED_MS),
    count: () => claimedWithin(CLAIMED_AGAIN_MS).length,
  }
}
