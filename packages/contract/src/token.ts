// Grants that a host's server exchanges for a token of its page. The token is a JWT that only the BFF parses;
// the page gets its text, its lifetime, and the first DPoP nonce.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from './currency.ts'

/** Kinds of tokens; each kind grants one permission. */
export const TOKEN_KINDS = ['sale', 'setup', 'resolve', 'apply', 'desk', 'refund'] as const

/** The kind of a token, one of {@link TOKEN_KINDS}. */
export type TokenKind = (typeof TOKEN_KINDS)[number]

const Origin = /* @__PURE__ */ z
  .string()
  .check(
    z.maxLength(255),
    z.regex(/^https?:\/\/[^/?#\s]+$/, 'must be an origin such as https://shop.example, without a path'),
  )
/** RFC 7638 SHA-256 thumbprint of the page's DPoP key, base64url. */
const Thumbprint = /* @__PURE__ */ z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9_-]{43}$/,
      "must be the SHA-256 thumbprint of the page's key: 43 characters of base64url",
    ),
  )

/** Order number of the host: 1–64 printable characters, not all blank, and no dot segment (RFC 3986 §3.3). */
export const OrderId = /* @__PURE__ */ z.string().check(
  z.regex(/^(?=.*\S)[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 printable characters, not all blank'),
  // Clients remove dot segments from URLs, even percent-encoded, so GET /v1/orders/. would be unreachable.
  z.regex(/^(?!\.{1,2}$)/, 'must be something else than "." or "..", which no address can contain'),
)

/** ID of a sale, as the BFF reports it. */
const SaleId = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be the ID of a sale, as getToken names it'))

/** Amount as a decimal string such as `"42.00"`. */
const Amount = /* @__PURE__ */ z.string().check(z.maxLength(12))

/** IDs of the devices that the page may select. */
const DeviceIds = /* @__PURE__ */ z
  .array(/* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(100))

/** The devices of a sale: a list, or the word `any`, so that no grant opens all terminals by an omission. */
const SaleDevices = /* @__PURE__ */ z.union(
  [DeviceIds, z.literal('any')],
  'must be a list of 1 to 100 terminal IDs, such as ["dev_…"], or "any" for all terminals of the merchant',
)

/** Grant of a `sale` token: one order, one amount, these devices, one page. */
export const SaleGrant = z.strictObject({
  kind: z.literal('sale'),
  order: OrderId,
  /** Amount as a decimal string such as `"42.00"`. */
  amount: Amount,
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  /** Selectable device IDs, such as those of one lane; `any` for all devices of the merchant. */
  devices: SaleDevices,
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type SaleGrant = z.infer<typeof SaleGrant>

/** Grant of a `setup` token: register devices from one page. */
export const SetupGrant = z.strictObject({
  kind: z.literal('setup'),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type SetupGrant = z.infer<typeof SetupGrant>

/** Grant of a `resolve` token: state the outcome of one sale as one person from one page. */
export const ResolveGrant = z.strictObject({
  kind: z.literal('resolve'),
  /** ID of the sale, passed to `getToken({kind: 'resolve', jkt, sale})`. */
  sale: SaleId,
  /** The host's ID of the person; stored permanently with the sale. */
  person: OrderId,
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type ResolveGrant = z.infer<typeof ResolveGrant>

/** Grant of an `apply` token: edit and submit the application of one applicant from one page. */
export const ApplyGrant = z.strictObject({
  kind: z.literal('apply'),
  /** The host's ID of the applicant; it identifies the draft. Never a name or an address. */
  applicant: OrderId,
  /** Names of the selectable tiers; default: all tiers of the key. */
  tiers: z.optional(
    /* @__PURE__ */ z
      .array(/* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(50)),
  ),
  /** The agent of the application; the page neither asks for it nor shows it. */
  agent: z.optional(
    z.strictObject({
      name: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(100)),
      email: z.optional(/* @__PURE__ */ z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(100))),
    }),
  ),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type ApplyGrant = z.infer<typeof ApplyGrant>

/** Rights of a `desk` token; `view` is needed for every read. The others tell the page what to offer. */
export const DESK_RIGHTS = ['view', 'resolve', 'refund'] as const

/** A right of a `desk` token, one of {@link DESK_RIGHTS}. */
export type DeskRight = (typeof DESK_RIGHTS)[number]

/** Whether a text is a time zone of the IANA database that this runtime knows. */
export function isTimeZone(text: string): boolean {
  // A runtime may also accept offsets such as `+01:00`, which have no rule for summer time.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** Grant of a `desk` token: see the sales of the merchant as one person from one page. */
export const DeskGrant = z.strictObject({
  kind: z.literal('desk'),
  /** The host's ID of the person. */
  person: OrderId,
  rights: /* @__PURE__ */ z
    .array(z.enum(DESK_RIGHTS, `must be one of ${DESK_RIGHTS.join(', ')}`))
    .check(z.minLength(1), z.maxLength(DESK_RIGHTS.length)),
  /** Time zone in which the merchant's days begin and end; default UTC. */
  timeZone: z.optional(
    /* @__PURE__ */ z
      .string()
      .check(z.refine(isTimeZone, 'must be a time zone such as America/New_York, by its IANA name')),
  ),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type DeskGrant = z.infer<typeof DeskGrant>

/** Grant of a `refund` token: pay an amount of one approved sale back, as one person from one page. */
export const RefundGrant = z.strictObject({
  kind: z.literal('refund'),
  /** The order of the sale. */
  order: OrderId,
  /** ID of the approved sale to refund. */
  sale: SaleId,
  /** Amount to pay back as a decimal string such as `"42.00"`; at most what is left of the sale. */
  amount: Amount,
  /** The currency of the sale. */
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  /** The host's ID of the person who refunds; stored permanently with the refund. */
  person: OrderId,
  /** The host's own reference of this refund: each reference is paid back once. Default `first`. */
  refund: z.optional(OrderId),
  /** Selectable device IDs; default: all devices of the merchant. */
  devices: z.optional(DeviceIds),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

export type RefundGrant = z.infer<typeof RefundGrant>

/** The body of `POST /v1/tokens`: the permission that the token grants. */
export const TokenGrant = z.discriminatedUnion(
  'kind',
  [SaleGrant, SetupGrant, ResolveGrant, ApplyGrant, DeskGrant, RefundGrant],
  `must be one of ${TOKEN_KINDS.join(', ')}`,
)

export type TokenGrant = z.infer<typeof TokenGrant>

/** A token for the page. */
export const MintedToken = z.object({
  token: z.string(),
  /** Remaining lifetime in seconds; a duration, so that a wrong client clock does not matter. */
  expiresInSeconds: z.number(),
  /** First DPoP nonce (RFC 9449 §8), so that the page's first request succeeds. */
  nonce: z.string(),
})

export type MintedToken = z.infer<typeof MintedToken>
