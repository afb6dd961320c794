// The order state for the host's server: the deciding attempt, and whether the paid amount equals the due amount and the host's
// own total (D-88, D-144). Pure.
import { CURRENCIES, parseDecimal, type Currency, type OrderState, type Sale } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'
import { isOpenRefund, sumMinor } from '../machine/check-refund.ts'
import { decidingAttempt } from '../machine/check-start.ts'
import { sameTerms, type GrantTerms, type OrderGrant } from '../../token/order-grant.ts'

const wrong = (path: string, message: string): Refusal =>
  refuse('invalid-request', `The query member ${path} ${message}.`, {
    issues: [{ path, code: 'wrong-form', message }],
  })

const isCurrency = (text: string): text is Currency => (CURRENCIES as readonly string[]).includes(text)

/** Reads the host's own total; `null` without one. */
export function readTotal({
  amount,
  currency,
}: Readonly<Record<string, string>>): { readonly ok: true; readonly total: GrantTerms | null } | Refusal {
  if (amount === undefined)
    return currency === undefined ? { ok: true, total: null } : wrong('amount', 'must be given with currency')
  if (currency === undefined) return wrong('currency', 'must be given with amount')
  if (!isCurrency(currency)) return wrong('currency', `must be one of ${CURRENCIES.join(', ')}`)
  const read = parseDecimal(amount, currency)
  return read.ok ? { ok: true, total: { amountMinor: read.minor, currency } } : wrong('amount', read.message)
}

/**
 * Returns the order's state from its attempts and refunds, newest first, its newest grant, and the host's own total, if it named
 * one. `null` if there is no attempt. A refund changes nothing about the payment.
 */
export function orderState(
  order: string,
  attempts: readonly Sale[],
  granted: OrderGrant | null,
  refunds: readonly Sale[] = [],
  total: GrantTerms | null = null,
): OrderState | null {
  const approved = attempts.find(({ state }) => state === 'approved')
  const sale = approved ?? decidingAttempt(attempts)
  if (sale === null) return null
  const isDue = [granted, total].every((terms) => terms === null || sameTerms(sale, terms))
  return {
    order,
    paid: approved !== undefined && isDue,
    paidAmountMinor: approved?.amountMinor ?? 0,
    dueAmountMinor: granted?.amountMinor ?? null,
    currency: approved?.currency ?? granted?.currency ?? sale.currency,
    sale,
    reviews: attempts.filter((one) => one.state === 'review' && one.id !== sale.id),
    refundedAmountMinor: sumMinor(refunds.filter(({ state }) => state === 'approved')),
    refundOpen: refunds.some(isOpenRefund),
    refunds: [...refunds],
  }
}
