// Decides whether an amount of a sale may be paid back (INV-22). Every refund that is not unpaid counts in full, also one
// whose result is not known. Pure; the ledger repeats the check in the transaction that inserts the refund.
import { formatDecimal } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'
import { isSameGroup, type AttemptGroup } from '../../token/access.ts'
import { groupOf, type SaleRow } from './row.ts'
import { isUnpaidState } from './states.ts'

export interface WantedRefund {
  readonly group: AttemptGroup
  readonly amountMinor: number
  readonly currency: SaleRow['currency']
}

/** A sale that the upstream approved and can credit. */
export type RefundableSale = SaleRow & { readonly reference: string }

/** Returns true if a refund moved money or may have moved it. */
export const mayHaveMoved = ({ state }: Pick<SaleRow, 'state'>): boolean => !isUnpaidState(state)

/** Returns true if the result of a refund is open or not known. */
export const isOpenRefund = (row: Pick<SaleRow, 'state'>): boolean =>
  mayHaveMoved(row) && row.state !== 'approved'

/** Returns the sum of the amounts in minor units. */
export const sumMinor = (rows: readonly Pick<SaleRow, 'amountMinor'>[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** Only an approval by the upstream is known to have a reference that can be credited. */
const isRefundable = (sale: SaleRow): sale is RefundableSale =>
  sale.kind === 'sale' && sale.state === 'approved' && sale.byWhom === 'upstream' && sale.reference !== null

const NOT_REFUNDABLE = refuse(
  'sale-not-refundable',
  'The payment service has not approved this sale with a reference; refund it in the merchant portal.',
)

/**
 * Checks the sale and the amount of a refund. `refunds` are all refunds of the sale; those of the same reference do not
 * count, because they exclude each other.
 */
export function judgeRefund(
  sale: SaleRow | null,
  refunds: readonly SaleRow[],
  { group, amountMinor, currency }: WantedRefund,
): { readonly ok: true; readonly sale: RefundableSale } | Refusal {
  if (
    sale === null ||
    sale.kind !== 'sale' ||
    sale.merchant !== group.merchant ||
    sale.orderRef !== group.order ||
    sale.id !== group.refund?.of
  )
    return refuse(
      'sale-not-found',
      'This merchant has no such sale for the order; grant the refund of another sale.',
    )
  if (!isRefundable(sale) || sale.currency !== currency) return NOT_REFUNDABLE
  const counted = refunds.filter((row) => mayHaveMoved(row) && !isSameGroup(groupOf(row), group))
  const leftMinor = sale.amountMinor - sumMinor(counted)
  if (amountMinor <= leftMinor) return { ok: true, sale }
  const message = `must be at most ${formatDecimal(Math.max(0, leftMinor), currency)}, what is left of the sale`
  return refuse('refund-exceeds-sale', `The amount ${message}.`, {
    issues: [{ path: 'amount', code: 'refund-exceeds-sale', message }],
  })
}

/** Returns true if a refund may be inserted beside the other refunds of its sale. */
export const mayInsertRefund = (row: SaleRow, sale: SaleRow | null, refunds: readonly SaleRow[]): boolean => {
  const group = groupOf(row)
  const { amountMinor, currency } = row
  const judged = judgeRefund(sale, refunds, { group, amountMinor, currency })
  return (
    judged.ok &&
    judged.sale.reference === row.creditReference &&
    !refunds.some(
      (other) => isOpenRefund(other) || (mayHaveMoved(other) && isSameGroup(groupOf(other), group)),
    )
  )
}

/**
 * Returns the refunds that a late payment of `row` endangers: later attempts of its reference, and, if all together now
 * exceed the sale, every other refund that came after it.
 */
export function endangeredRefunds(
  row: SaleRow,
  sale: SaleRow,
  refunds: readonly SaleRow[],
): readonly SaleRow[] {
  const others = refunds.filter(({ id }) => id !== row.id)
  const total = row.amountMinor + sumMinor(others.filter(mayHaveMoved))
  const isExceeded = total > sale.amountMinor
  return others.filter((other) => {
    if (isSameGroup(groupOf(other), groupOf(row))) return other.attempt > row.attempt
    return isExceeded && mayHaveMoved(other) && (isOpenRefund(other) || other.createdAtMs >= row.createdAtMs)
  })
}
