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
  /** Number of the event that was committed; `null` if something else changed, or in a notice from an earlier release. */
  readonly number: number | null
}

/** The members of a row that a notice names. */
export type NoticedSale = Pick<SaleRow, 'id' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef'>

/** Serializes the notice of a changed sale or refund; `number` is that of its new event. */
export function writeNotice(row: NoticedSale, number?: number): string {
  const { merchant, order, refund } = groupOf(row)
  const members = [row.id, merchant, order]
  const paidBack = refund === undefined ? [] : [refund.of, refund.reference]
  if (number === undefined) return JSON.stringify([...members, ...paidBack])
  return JSON.stringify([...members, ...(refund === undefined ? [null, null] : paidBack), number])
}

/** Parses a notice; any other payload is read as a sale ID. */
export function readNotice(payload: string): SaleNotice {
  if (payload.startsWith('['))
    try {
      const [saleId, merchant, order, of, reference, number] = JSON.parse(payload) as readonly unknown[]
      if (typeof saleId === 'string' && typeof merchant === 'string' && typeof order === 'string') {
        const isRefund = typeof of === 'string' && typeof reference === 'string'
        const group = { merchant, order, ...(isRefund ? { refund: { of, reference } } : {}) }
        return { saleId, group, number: typeof number === 'number' ? number : null }
      }
    } catch {
      // Not our format. The periodic read covers a lost notice.
    }
  return { saleId: payload, group: null, number: null }
}
