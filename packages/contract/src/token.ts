// What the host's server asks for when it wants a token for its page (design: tokens). The token itself is a JWT that
// only the BFF reads; the page sees its text, its end, and the first DPoP nonce.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from './currency.ts'

/** What a token may grant; each kind grants exactly one thing. */
export const TOKEN_KINDS = ['sale', 'setup', 'resolve', 'apply'] as const

/** A kind of token. */
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

/** An order number of the host: 1–64 printable characters, not all of them blank, and no dot segment (RFC 3986 §3.3). */
export const OrderId = /* @__PURE__ */ z.string().check(
  z.regex(/^(?=.*\S)[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 printable characters, not all blank'),
  // Every client removes such a segment from an address, escaped or not: GET /v1/orders/. could never be asked.
  z.regex(/^(?!\.{1,2}$)/, 'must be something else than "." or "..", which no address can contain'),
)

/** Grant of a `sale` token: this order, this amount, these devices, from this page. */
export const SaleGrant = z.strictObject({
  kind: z.literal('sale'),
  order: OrderId,
  /** Decimal string such as `"42.00"`. */
  amount: /* @__PURE__ */ z.string().check(z.maxLength(12)),
  currency: z.enum(CURRENCIES as [Currency, ...Currency[]]),
  /** Device IDs the page may choose from; all of the merchant's when left out. */
  devices: z.optional(
    /* @__PURE__ */ z
      .array(/* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)))
      .check(z.minLength(1), z.maxLength(100)),
  ),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

/** Shape of {@link SaleGrant}. */
export type SaleGrant = z.infer<typeof SaleGrant>

/** Grant of a `setup` token: register devices, from this page. */
export const SetupGrant = z.strictObject({
  kind: z.literal('setup'),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

/** Shape of {@link SetupGrant}. */
export type SetupGrant = z.infer<typeof SetupGrant>

/** Grant of a `resolve` token: say what became of this one sale, as this person, from this page (rules 20, 21). */
export const ResolveGrant = z.strictObject({
  kind: z.literal('resolve'),
  /** ID of the sale, as `getToken({kind: 'resolve', jkt, sale})` names it. */
  sale: /* @__PURE__ */ z
    .string()
    .check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be the ID of a sale, as getToken names it')),
  /** The host's own ID of the person who attests; kept with the sale for good. */
  person: OrderId,
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

/** Shape of {@link ResolveGrant}. */
export type ResolveGrant = z.infer<typeof ResolveGrant>

/** Grant of an `apply` token: fill in and submit the application of this applicant, from this page. */
export const ApplyGrant = z.strictObject({
  kind: z.literal('apply'),
  /** The host's own reference of the applicant: whoever has it finds the draft again. Never a name or an address. */
  applicant: OrderId,
  /** Names of the tiers that may be chosen; all that the key may board when left out (§2.4). */
  tiers: z.optional(
    /* @__PURE__ */ z
      .array(/* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(50)),
  ),
  /** Who brings the applicant (§4.6); the page neither asks for it nor sees it. */
  agent: z.optional(
    z.strictObject({
      name: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(100)),
      email: z.optional(/* @__PURE__ */ z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(100))),
    }),
  ),
  origin: Origin,
  jkt: z.optional(Thumbprint),
})

/** Shape of {@link ApplyGrant}. */
export type ApplyGrant = z.infer<typeof ApplyGrant>

/** Body of `POST /v1/tokens`. */
export const TokenGrant = z.discriminatedUnion(
  'kind',
  [SaleGrant, SetupGrant, ResolveGrant, ApplyGrant],
  `must be one of ${TOKEN_KINDS.join(', ')}`,
)

/** Shape of {@link TokenGrant}. */
export type TokenGrant = z.infer<typeof TokenGrant>

/** A minted token, as the host's server hands it to its page. */
export const MintedToken = z.object({
  token: z.string(),
  /** Seconds the token lives from now; a length, so that a wrong client clock does not matter (P23). */
  expiresInSeconds: z.number(),
  /** First DPoP nonce (RFC 9449 §8), so that the page's first request already passes. */
  nonce: z.string(),
})

/** Shape of {@link MintedToken}. */
export type MintedToken = z.infer<typeof MintedToken>
