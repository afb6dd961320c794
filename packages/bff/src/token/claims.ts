// What stands in a token and how it is read back: one schema for both directions (design: tokens). Whether a signature,
// an address or a page fits, others decide.
import { AmountMinor, CURRENCIES, parseDecimal, type Currency, type TokenGrant } from '@tapboard/contract'
import * as z from 'zod/mini'
import type { SaleAccess } from '../sale/sales.ts'

/** Life of a token of either kind, seconds (design: tokens). */
export const TOKEN_LIFE_SECONDS = 15 * 60

/** Header `typ` of each kind (RFC 8725 §3.11): one kind can never pass for the other. */
export const TOKEN_TYPES = { sale: 'tapboard-sale+jwt', setup: 'tapboard-setup+jwt' } as const

const common = {
  sub: z.string(),
  jti: z.string(),
  origin: z.string(),
  cnf: z.optional(z.object({ jkt: z.string() })),
}

/** Claims of a `sale` token beside iss, aud, iat, nbf and exp. */
export const SaleClaims = z.object({
  ...common,
  order: z.string(),
  amount_minor: AmountMinor,
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  devices: z.optional(z.array(z.string())),
})

/** Claims of a `setup` token beside iss, aud, iat, nbf and exp. */
export const SetupClaims = z.object(common)

/** What a verified `setup` token grants. */
export interface SetupAccess {
  readonly merchant: string
  readonly origin: string
}

/** What a verified token grants, by its kind. */
export type Access =
  | { readonly kind: 'sale'; readonly sale: SaleAccess }
  | { readonly kind: 'setup'; readonly setup: SetupAccess }

/** The merchant of a verified token. */
export const merchantOf = (access: Access): string =>
  access.kind === 'sale' ? access.sale.merchant : access.setup.merchant

/** The page origin of a verified token. */
export const originOf = (access: Access): string =>
  access.kind === 'sale' ? access.sale.origin : access.setup.origin

/** The claims of a grant, or what is wrong with its amount (D-08); `dpop` false leaves the page's key out. */
export function claimsOf(
  grant: TokenGrant,
  dpop: boolean,
):
  | { readonly ok: true; readonly claims: Record<string, unknown> }
  | { readonly ok: false; readonly message: string } {
  const cnf = dpop && grant.jkt !== undefined ? { cnf: { jkt: grant.jkt } } : {}
  const bound = { origin: grant.origin, ...cnf }
  if (grant.kind === 'setup') return { ok: true, claims: bound }
  const amount = parseDecimal(grant.amount, grant.currency)
  if (!amount.ok) return amount
  const devices = grant.devices === undefined ? {} : { devices: grant.devices }
  const { order, currency } = grant
  return { ok: true, claims: { ...bound, order, amount_minor: amount.minor, currency, ...devices } }
}

/** A read token: what it grants, and the key it is bound to. */
export interface ReadClaims {
  readonly access: Access
  readonly jkt: string | null
}

/** Reads the claims of a verified token of a kind; `null` when a member is missing or of another shape. */
export function readClaims(kind: Access['kind'], claims: unknown): ReadClaims | null {
  if (kind === 'setup') {
    const read = SetupClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, origin, cnf } = read.data
    return { access: { kind, setup: { merchant, origin } }, jkt: cnf?.jkt ?? null }
  }
  const read = SaleClaims.safeParse(claims)
  if (!read.success) return null
  const { sub: merchant, order, amount_minor: amountMinor, currency, devices, origin, cnf } = read.data
  const sale = { merchant, order, amountMinor, currency, devices: devices ?? null, origin }
  return { access: { kind, sale }, jkt: cnf?.jkt ?? null }
}
