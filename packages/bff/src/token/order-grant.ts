// The newest grant of an order (D-87): the amount and currency that the host granted last, numbered. The list of
// terminals is not compared: pages of one order may have different lists. A token of an older grant can read and follow a
// sale, but not start one. Pure.
import type { Currency } from '@tapboard/contract'
import type { SaleAccess } from './access.ts'

/** The terms that a `sale` token grants for its order. */
export type GrantTerms = Pick<SaleAccess, 'amountMinor' | 'currency'>

/** The newest grant of an order. */
export interface OrderGrant {
  readonly amountMinor: number
  readonly currency: Currency
  /** Counts the changes of terms, from 1. */
  readonly generation: number
}

/** The newest grants of all orders. */
export interface Grants {
  /** Returns the newest grant of an order; `null` if the BFF has issued no grant for it. */
  newest(merchant: string, order: string): Promise<OrderGrant | null>
  /** Records a grant and returns its generation: unchanged if the terms are the same, else the next number. */
  record(merchant: string, order: string, terms: GrantTerms): Promise<number>
}

/** Grants that record nothing. */
export const NO_GRANTS: Grants = { newest: async () => null, record: async () => 1 }

/** Returns whether the terms equal those of the newest grant. */
export const sameTerms = (terms: GrantTerms, newest: OrderGrant): boolean =>
  terms.amountMinor === newest.amountMinor && terms.currency === newest.currency

/** Returns whether a `sale` token's grant is outdated. A `refund` token has no generation to compare. Tokens of older versions have no generation, so their terms are compared. */
export const isSuperseded = (access: SaleAccess, newest: OrderGrant | null): boolean =>
  newest !== null &&
  access.refund === undefined &&
  (access.generation === undefined ? !sameTerms(access, newest) : access.generation !== newest.generation)

/** Refusal of a token whose grant is not the newest of its order. */
export const SUPERSEDED = {
  ok: false,
  code: 'grant-superseded',
  detail: 'A newer token of this order has another amount or currency; request a new token from your server.',
} as const
