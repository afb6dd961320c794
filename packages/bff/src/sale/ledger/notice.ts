// What the ledger says on its channel after a commit: which sale has news, and of which order. A hint, at most 4,000 bytes;
// whoever hears it reads the rows.
import type { SaleRow } from '../machine/row.ts'

/** Where watchers hear that a sale has news; the payload is a notice (`notice.ts`). */
export const SALE_CHANNEL = 'tapboard_sale'

/** A notice, read. */
export interface SaleNotice {
  readonly saleId: string
  /** `null` in a notice of an earlier release, which named the sale alone. */
  readonly order: { readonly merchant: string; readonly order: string } | null
}

/** The notice of a sale that has news. */
export const writeNotice = ({
  id,
  merchant,
  order_ref: order,
}: Pick<SaleRow, 'id' | 'merchant' | 'order_ref'>): string => JSON.stringify([id, merchant, order])

/** Reads a notice; anything else than ours is taken for the ID of a sale. */
export function readNotice(payload: string): SaleNotice {
  if (payload.startsWith('['))
    try {
      const [saleId, merchant, order] = JSON.parse(payload) as readonly unknown[]
      if (typeof saleId === 'string' && typeof merchant === 'string' && typeof order === 'string')
        return { saleId, order: { merchant, order } }
    } catch {
      // Not ours: the periodic read finds what it meant.
    }
  return { saleId: payload, order: null }
}
