// Merchants of open sales for which this process is not configured. It leaves their sales to the other processes, and says once for each
// sale what is wrong.
import type { Clock, Log } from '../../ports.ts'
import type { MerchantLookup } from '../../upstream/terminal/merchant.ts'
import type { SaleRow } from '../machine/row.ts'

/** For this time after a meeting no sale of the merchant is claimed: others claim every second. */
export const LEFT_MS = 10_000

/** A merchant that is still missing is met again within this time. */
const MET_AGAIN_MS = LEFT_MS + 2_000

/** The merchants whose sales a process has claimed without being configured for them. */
export interface MissingMerchants {
  /** A sale of such a merchant was claimed. */
  met(sale: Pick<SaleRow, 'id' | 'merchant'>): void
  /** The merchants whose sales are not to be claimed now. */
  left(): readonly string[]
  /** The number of merchants that are missing now. */
  count(): number
}

/** Creates the list; it forgets a merchant that becomes known. */
export function createMissingMerchants(
  merchants: MerchantLookup,
  clock: Pick<Clock, 'now'>,
  log: Log,
): MissingMerchants {
  const metAtMs = new Map<string, number>()
  /** Sales that were named in the log, by merchant. */
  const named = new Map<string, Set<string>>()
  const metWithin = (ms: number): readonly string[] => {
    for (const merchant of metAtMs.keys())
      if (merchants(merchant) !== null) {
        metAtMs.delete(merchant)
        named.delete(merchant)
      }
    return [...metAtMs].filter(([, atMs]) => clock.now() - atMs < ms).map(([merchant]) => merchant)
  }
  return {
    met({ id: saleId, merchant }) {
      metAtMs.set(merchant, clock.now())
      const sales = named.get(merchant) ?? new Set()
      named.set(merchant, sales)
      if (sales.has(saleId)) return
      sales.add(saleId)
      log.error(
        { code: 'merchant-missing', merchant, saleId },
        'an open sale of a merchant that is not configured: put the merchant back, until then its order stays locked',
      )
    },
    left: () => metWithin(LEFT_MS),
    count: () => metWithin(MET_AGAIN_MS).length,
  }
}
