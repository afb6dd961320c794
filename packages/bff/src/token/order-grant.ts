// The newest grant of an order (D-87): the amount and currency that the host granted last, numbered, and whether the host
// withdrew it (D-143). The list of terminals is not compared: pages of one order may have different lists. A token of an
// older or withdrawn grant can read and follow a sale, but not start one. Pure.
import type { Currency } from '@tapboard/contract'
import type { AuditCaller } from '../durable/audit-log.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { SaleAccess } from './access.ts'

/** The terms that a `sale` token grants for its order. */
export type GrantTerms = Pick<SaleAccess, 'amountMinor' | 'currency'>

/** The newest grant of an order. */
export interface OrderGrant {
  readonly amountMinor: number
  readonly currency: Currency
  /** Counts the changes of terms and the withdrawals, from 1. */
  readonly generation: number
  /** Whether the host withdrew all tokens; the next grant ends that. */
  readonly withdrawn: boolean
}

/** The newest grants of all orders. */
export interface Grants {
  /** Returns the newest grant of an order; `null` if the BFF has issued no grant for it. */
  newest(merchant: string, order: string): Promise<OrderGrant | null>
  /** Records a grant and returns its generation: unchanged if the terms are the same and not withdrawn, else the next number. */
  record(merchant: string, order: string, terms: GrantTerms): Promise<number>
  /** Withdraws all tokens of an order; returns whether there was one that was not withdrawn. */
  withdraw(merchant: string, order: string, caller?: AuditCaller): Promise<boolean>
}

/** Grants that record nothing, for tests of the routes. */
export const NO_GRANTS: Grants = {
  newest: async () => null,
  record: async () => 1,
  withdraw: async () => false,
}

/** Returns whether two terms have the same amount and currency. */
export const sameTerms = (one: GrantTerms, other: GrantTerms): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency

const SUPERSEDED = refuse(
  'grant-superseded',
  'A newer token of this order has another amount or currency; request a new token from your server.',
)

const WITHDRAWN = refuse(
  'grant-withdrawn',
  'Your server withdrew the tokens of this order; request a new token from it.',
)

/**
 * Refuses a `sale` token whose grant is not the newest of its order or was withdrawn; `null` for a valid one. A `refund`
 * token has no generation to compare. Tokens of older versions have no generation, so their terms are compared.
 */
export function grantRefusal(access: SaleAccess, newest: OrderGrant | null): Refusal | null {
  if (newest === null || access.refund !== undefined) return null
  if (newest.withdrawn) return WITHDRAWN
  const { generation } = access
  const isNewest = generation === undefined ? sameTerms(access, newest) : generation === newest.generation
  return isNewest ? null : SUPERSEDED
}
