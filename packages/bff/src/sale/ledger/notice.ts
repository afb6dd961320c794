// The notice on the ledger's channel after a commit: the changed sale or refund and its group of attempts. A hint of at most
// 4,000 bytes; the listener reads the rows.
import type { AttemptGroup } from '../../token/access.ts'
import { groupOf, type SaleRow } from '../machine/row.ts'

/** The channel of the notices. */
export const SALE_CHANNEL = 'tapboard_sale'

export interface SaleNotice {
  readonly saleId: string
  /** `null` in a notice from an earlier release, which contained only the sale ID. */
  readonly group: AttemptGroup | null
}

/** The members of a row that a notice names. */
export type NoticedSale = Pick<SaleRow, 'id' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef'>

/** Serializes the notice of a changed sale or refund. */
export function writeNotice(row: NoticedSale): string {
  const { merchant, order, refund } = groupOf(row)
  const members = [row.id, merchant, order]
  return JSON.stringify(refund === undefined ? members : [...members, refund.of, refund.reference])
}

/** Parses a notice; any other payload is read as a sale ID. */
export function readNotice(payload: string): SaleNotice {
  if (payload.startsWith('['))
    try {
      const [saleId, merchant, order, of, reference] = JSON.parse(payload) as readonly unknown[]
      if (typeof saleId === 'string' && typeof merchant === 'string' && typeof order === 'string') {
        const isRefund = typeof of === 'string' && typeof reference === 'string'
        return { saleId, group: { merchant, order, ...(isRefund ? { refund: { of, reference } } : {}) } }
      }
    } catch {
      // Not our format. The periodic read covers a lost notice.
    }
  return { saleId: payload, group: null }
}
