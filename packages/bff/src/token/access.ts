// The grant of a verified token, by its kind. `claims.ts` reads it from the claims.
import type { Currency } from '@tapboard/contract'

/** The grant of a verified `sale` token. */
export interface SaleAccess {
  readonly merchant: string
  readonly order: string
  readonly amountMinor: number
  readonly currency: Currency
  /** Allowed device IDs; `null` = all devices of the merchant. */
  readonly devices: readonly string[] | null
  readonly origin: string
  /** Number of the grant of this order; absent in a token of an older version. */
  readonly generation?: number
}

/** The grant of a verified `resolve` token: the right to resolve one sale, in this person's name. */
export interface ResolveAccess {
  readonly merchant: string
  /** ID of the sale. */
  readonly sale: string
  /** The host's own ID of the person. */
  readonly person: string
  readonly origin: string
}

/** The grant of a verified `apply` token. */
export interface ApplyAccess {
  readonly merchant: string
  /** The host's own reference of the applicant. */
  readonly applicant: string
  /** Names of the selectable tiers; `null` = all tiers of the key. */
  readonly tiers: readonly string[] | null
  /** The agent of the applicant (§4.6). */
  readonly agent: { readonly name: string; readonly email?: string | undefined } | null
  readonly origin: string
}

/** The grant of a verified `setup` token. */
export interface SetupAccess {
  readonly merchant: string
  readonly origin: string
}

/** The grant of a verified token, by its kind. */
export type Access =
  | { readonly kind: 'sale'; readonly sale: SaleAccess }
  | { readonly kind: 'setup'; readonly setup: SetupAccess }
  | { readonly kind: 'resolve'; readonly resolve: ResolveAccess }
  | { readonly kind: 'apply'; readonly apply: ApplyAccess }

/** Returns the grant without its kind, as the handler of a route of one kind takes it. */
export function grantOf(access: Access): SaleAccess | SetupAccess | ResolveAccess | ApplyAccess {
  switch (access.kind) {
    case 'sale':
      return access.sale
    case 'setup':
      return access.setup
    case 'resolve':
      return access.resolve
    case 'apply':
      return access.apply
  }
}
