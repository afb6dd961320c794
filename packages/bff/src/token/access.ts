// The grant that a token carries, and its claims: one schema to write and to read them. `signed-token.ts` checks the signature and the
// times.
import {
  AmountMinor,
  CURRENCIES,
  DESK_RIGHTS,
  parseDecimal,
  type Currency,
  type DeskRight,
  type TokenGrant,
  type TokenKind,
} from '@tapboard/contract'
import * as z from 'zod/mini'

/** The part of a refund's grant that names the refund; the rest is as in a sale. */
export interface RefundTerms {
  /** ID of the sale that is paid back. */
  readonly of: string
  /** The host's reference of the refund. */
  readonly reference: string
  /** The host's own ID of the person who refunds. */
  readonly person: string
}

/** The attempts that exclude each other: those of an order, or those of one refund of a sale. */
export interface AttemptGroup {
  readonly merchant: string
  readonly order: string
  /** Absent for the sales of the order. */
  readonly refund?: Pick<RefundTerms, 'of' | 'reference'>
}

/** A page that reads holds of terminals; `order` is `null` for a token without an order. */
export type HoldReader = Omit<AttemptGroup, 'order'> & { readonly order: string | null }

/** Returns true if two groups are the same. */
export const isSameGroup = (one: AttemptGroup, other: AttemptGroup): boolean =>
  one.merchant === other.merchant &&
  one.order === other.order &&
  one.refund?.of === other.refund?.of &&
  one.refund?.reference === other.refund?.reference

/** The grant of a verified `sale` or `refund` token: what its page may start, read and follow. */
export interface SaleAccess {
  readonly merchant: string
  readonly order: string
  readonly amountMinor: number
  readonly currency: Currency
  /** Allowed device IDs; `null` = all devices of the merchant. */
  readonly devices: readonly string[] | null
  readonly origin: string
  /** Number of the grant of this order; absent in a `refund` token and in a token of an older version. */
  readonly generation?: number
  /** The refund of a `refund` token; absent in a `sale` token. */
  readonly refund?: RefundTerms
}

/** The grant of a verified `resolve` token: the right to resolve one sale, in this person's name. */
export interface ResolveAccess {
  readonly merchant: string
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
  /** The agent of the applicant. */
  readonly agent: { readonly name: string; readonly email?: string | undefined } | null
  readonly origin: string
}

/** The grant of a verified `setup` token. */
export interface SetupAccess {
  readonly merchant: string
  readonly origin: string
}

/** The grant of a verified `desk` token. */
export interface DeskAccess {
  readonly merchant: string
  /** The host's own ID of the person. */
  readonly person: string
  readonly rights: readonly DeskRight[]
  readonly timeZone: string
  readonly origin: string
}

/** The grant of a verified token, by its kind. */
export type Access =
  | { readonly kind: 'sale'; readonly sale: SaleAccess }
  | { readonly kind: 'setup'; readonly setup: SetupAccess }
  | { readonly kind: 'resolve'; readonly resolve: ResolveAccess }
  | { readonly kind: 'apply'; readonly apply: ApplyAccess }
  | { readonly kind: 'desk'; readonly desk: DeskAccess }
  | { readonly kind: 'refund'; readonly refund: SaleAccess & { readonly refund: RefundTerms } }

/** Returns the grant without its kind, as the handler of a route of one kind takes it. */
export function grantOf(access: Access): SaleAccess | SetupAccess | ResolveAccess | ApplyAccess | DeskAccess {
  switch (access.kind) {
    case 'sale':
      return access.sale
    case 'setup':
      return access.setup
    case 'resolve':
      return access.resolve
    case 'apply':
      return access.apply
    case 'desk':
      return access.desk
    case 'refund':
      return access.refund
  }
}

/** Lifetime of each kind in seconds. Short for a person's right: `resolve` is requested when the person confirms. */
export const TOKEN_LIVES: Readonly<Record<TokenKind, number>> = {
  sale: 900,
  setup: 900,
  resolve: 120,
  apply: 3600,
  desk: 900,
  refund: 300,
}

/** The longest lifetime of any kind in seconds. */
export const LONGEST_LIFE_SECONDS = Math.max(...Object.values(TOKEN_LIVES))

/** Header `typ` of each kind (RFC 8725 §3.11), so that one kind is never accepted as another. */
export const TOKEN_TYPES: Readonly<Record<TokenKind, string>> = {
  sale: 'tapboard-sale+jwt',
  setup: 'tapboard-setup+jwt',
  resolve: 'tapboard-resolve+jwt',
  apply: 'tapboard-apply+jwt',
  desk: 'tapboard-desk+jwt',
  refund: 'tapboard-refund+jwt',
}

/** The kind that a header's `typ` names, or `null`. */
export const kindOfType = (typ: unknown): TokenKind | null =>
  (Object.keys(TOKEN_TYPES) as TokenKind[]).find((kind) => TOKEN_TYPES[kind] === typ) ?? null

const common = {
  sub: z.string(),
  jti: z.string(),
  origin: z.string(),
  cnf: z.optional(z.object({ jkt: z.string() })),
}

/** Claims of a `sale` token beside iss, aud, iat, nbf and exp. */
const SaleClaims = z.object({
  ...common,
  order: z.string(),
  amount_minor: AmountMinor,
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  devices: z.optional(z.array(z.string())),
  /** Number of the order's grant; absent in tokens of older versions. */
  generation: z.optional(z.int()),
})

/** Claims of a `refund` token beside iss, aud, iat, nbf and exp. */
const RefundClaims = z.object({
  ...common,
  order: z.string(),
  sale: z.string(),
  refund: z.string(),
  amount_minor: AmountMinor,
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  person: z.string(),
  devices: z.optional(z.array(z.string())),
})

/** The host's reference of a refund that names none: one refund per sale. */
const FIRST_REFUND = 'first'

/** The reference of a refund's grant. */
export const refundReference = ({
  refund = FIRST_REFUND,
}: {
  readonly refund?: string | undefined
}): string => refund

/** Claims of a `setup` token beside iss, aud, iat, nbf and exp. */
const SetupClaims = z.object(common)

/** Claims of a `resolve` token beside iss, aud, iat, nbf and exp. */
const ResolveClaims = z.object({ ...common, sale: z.string(), person: z.string() })

/** Claims of an `apply` token beside iss, aud, iat, nbf and exp. */
const ApplyClaims = z.object({
  ...common,
  applicant: z.string(),
  tiers: z.optional(z.array(z.string())),
  agent: z.optional(z.object({ name: z.string(), email: z.optional(z.string()) })),
})

/** Claims of a `desk` token beside iss, aud, iat, nbf and exp. */
const DeskClaims = z.object({
  ...common,
  person: z.string(),
  rights: z.array(z.enum(DESK_RIGHTS)),
  time_zone: z.string(),
})

/** Returns the claims of a grant, or an issue about its amount. `dpop: false` omits the page's key. */
export function claimsOf(
  grant: TokenGrant,
  dpop: boolean,
):
  | { readonly ok: true; readonly claims: Record<string, unknown> }
  | { readonly ok: false; readonly message: string } {
  const cnf = dpop && grant.jkt !== undefined ? { cnf: { jkt: grant.jkt } } : {}
  const bound = { origin: grant.origin, ...cnf }
  if (grant.kind === 'setup') return { ok: true, claims: bound }
  if (grant.kind === 'resolve')
    return { ok: true, claims: { ...bound, sale: grant.sale, person: grant.person } }
  if (grant.kind === 'desk') {
    const { person, rights, timeZone = 'UTC' } = grant
    return { ok: true, claims: { ...bound, person, rights: [...new Set(rights)], time_zone: timeZone } }
  }
  if (grant.kind === 'apply') {
    const { applicant, tiers, agent } = grant
    return {
      ok: true,
      claims: { ...bound, applicant, ...(tiers && { tiers }), ...(agent && { agent }) },
    }
  }
  const amount = parseDecimal(grant.amount, grant.currency)
  if (!amount.ok) return amount
  const devices = grant.devices === undefined || grant.devices === 'any' ? {} : { devices: grant.devices }
  const { order, currency } = grant
  const terms = { ...bound, order, amount_minor: amount.minor, currency, ...devices }
  if (grant.kind === 'sale') return { ok: true, claims: terms }
  const { sale, person } = grant
  return { ok: true, claims: { ...terms, sale, person, refund: refundReference(grant) } }
}

/** The grant of a token and the thumbprint of the key that it is bound to. */
export interface ReadClaims {
  readonly access: Access
  readonly jkt: string | null
}

/** Reads the claims of a verified token; `null` when a member is missing or invalid. */
export function readClaims(kind: TokenKind, claims: unknown): ReadClaims | null {
  if (kind === 'resolve') {
    const read = ResolveClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, sale, person, origin, cnf } = read.data
    return { access: { kind, resolve: { merchant, sale, person, origin } }, jkt: cnf?.jkt ?? null }
  }
  if (kind === 'setup') {
    const read = SetupClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, origin, cnf } = read.data
    return { access: { kind, setup: { merchant, origin } }, jkt: cnf?.jkt ?? null }
  }
  if (kind === 'apply') {
    const read = ApplyClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, applicant, tiers = null, agent = null, origin, cnf } = read.data
    return { access: { kind, apply: { merchant, applicant, tiers, agent, origin } }, jkt: cnf?.jkt ?? null }
  }
  if (kind === 'desk') {
    const read = DeskClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, person, rights, time_zone: timeZone, origin, cnf } = read.data
    return { access: { kind, desk: { merchant, person, rights, timeZone, origin } }, jkt: cnf?.jkt ?? null }
  }
  if (kind === 'refund') {
    const read = RefundClaims.safeParse(claims)
    if (!read.success) return null
    const { sub: merchant, order, currency, devices = null, origin, cnf } = read.data
    const { sale: of, refund: reference, person, amount_minor: amountMinor } = read.data
    const refund = { of, reference, person }
    const terms = { merchant, order, amountMinor, currency, devices, origin, refund }
    return { access: { kind, refund: terms }, jkt: cnf?.jkt ?? null }
  }
  const read = SaleClaims.safeParse(claims)
  if (!read.success) return null
  const { sub: merchant, order, amount_minor: amountMinor, currency, devices, origin, cnf } = read.data
  const { generation } = read.data
  const terms = { merchant, order, amountMinor, currency, devices: devices ?? null, origin }
  const sale = generation === undefined ? terms : { ...terms, generation }
  return { access: { kind, sale }, jkt: cnf?.jkt ?? null }
}
