// The notice on the ledger's channel after a commit: the changed sale and its order. A hint of at most 4,000 bytes; the
// listener reads the rows.
import type { SaleRow } from '../machine/row.ts'

/** The channel of the notices. */
export const SALE_CHANNEL = 'tapboard_sale'

export interface SaleNotice {
  readonly saleId: string
  /** `null` in a notice from an earlier release, which contained only the sale ID. */
  readonly order: { readonly merchant: string; readonly order: string } | null
}

/** Serializes the notice of a changed sale. */
export const writeNotice = ({
  id,
  merchant,
  orderRef: order,
}: Pick<SaleRow, 'id' | 'merchant' | 'orderRef'>): string => JSON.stringify([id, merchant, order])

/** Parses a notice; any other payload is read as a sale ID. */
export function readNotice(payload: string): SaleNotice {
  if (payload.startsWith('['))
    try {
      const [saleId, merchant, order] = JSON.parse(payload) as readonly unknown[]
      if (typeof saleId === 'string' && typeof merchant === 'string' && typeof order === 'string')
        return { saleId, order: { merchant, order } }
    } catch {
      // Not our format. The periodic read covers a lost notice.
    }
  return { saleId: payload, order: null }
}
