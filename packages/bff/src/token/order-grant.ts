// The newest grant of an order (D-87): the amount and currency that the host granted last, numbered. Terminals are no term:
// pages of one order may have different lists. A token of an older grant reads and follows a sale, but starts none. Pure.
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
  /** The newest grant of an order; `null` when none was recorded. */
  newest(merchant: string, order: string): Promise<OrderGrant | null>
  /** Records a grant, and returns its generation: the newest one's if the terms are the same, else the next. */
  record(merchant: string, order: string, terms: GrantTerms): Promise<number>
}

/** No grant is recorded anywhere. */
export const NO_GRANTS: Grants = { newest: async () => null, record: async () => 1 }

/** Are the terms those of the newest grant? */
export const sameTerms = (terms: GrantTerms, newest: OrderGrant): boolean =>
  terms.amountMinor === newest.amountMinor && terms.currency === newest.currency

/** Is a token's grant older than the newest one? A token of an older version has no generation: its terms are compared. */
export const isSuperseded = (access: SaleAccess, newest: OrderGrant | null): boolean =>
  newest !== null &&
  (access.generation === undefined ? !sameTerms(access, newest) : access.generation !== newest.generation)

/** Refusal of a token whose grant is not the newest of its order. */
export const SUPERSEDED = {
  ok: false,
  code: 'grant-superseded',
  detail: 'The order was granted anew with other terms; ask your server for a new token.',
} as const
