// The sales desk of a merchant as the BFF reports it: rows of a day, totals of the same rows, and every sale with an open outcome.
import * as z from 'zod/mini'
import { AmountMinor, CurrencyCode } from './amount.ts'
import { SALE_REASONS } from './sale.ts'
import { SALE_KINDS, SALE_STATES } from './sale-state.ts'
import { DESK_RIGHTS } from './token.ts'

/** Kinds of rows of the desk. */
export const DESK_KINDS = SALE_KINDS

/** The kind of a row, one of {@link DESK_KINDS}. */
export type DeskKind = (typeof DESK_KINDS)[number]

/** Number of rows of a page without `limit`, and of `latest`. */
export const DESK_PAGE = 25

/** Largest `limit` of a page. */
export const DESK_PAGE_MAX = 500

/** Largest number of rows in `open`. */
export const DESK_OPEN_MAX = 200

/** A sale or refund as a row of the desk. Times are milliseconds since 1970 on the BFF's clock. */
export const DeskRow = z.object({
  id: z.string(),
  kind: z.enum(DESK_KINDS),
  /** ID of the sale that a refund pays back; `null` for a sale. */
  refundOf: z._default(z.nullable(z.string()), null),
  /** The host's own reference of the refund; `null` for a sale. */
  refund: z._default(z.nullable(z.string()), null),
  order: z.string(),
  attempt: z.number(),
  state: z.enum(SALE_STATES),
  reason: z.nullable(z.enum(SALE_REASONS)),
  /** A sentence from the terminal's side, for example `Insufficient funds`; never the upstream's raw text. */
  message: z.nullable(z.string()),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  device: z.object({ id: z.string(), name: z.string(), make: z.string(), serialEnding: z.string() }),
  /** The BFF's reference, sent upstream as xExternalRequestID. */
  externalId: z.string(),
  /** The xRefNum of the transaction; `null` without one. */
  reference: z.nullable(z.string()),
  approvalCode: z.nullable(z.string()),
  /** The card number, masked except for its last digits. */
  card: z.nullable(z.string()),
  by: z.nullable(z.enum(['upstream', 'person'])),
  /** The host's ID of the person who requested the refund; `null` for a sale. */
  requestedBy: z._default(z.nullable(z.string()), null),
  /** The host's ID of the person who stated the outcome. */
  person: z.nullable(z.string()),
  createdAtMs: z.number(),
  settledAtMs: z.nullable(z.number()),
  /** An earlier attempt of the order that turned out to be paid. */
  conflictWith: z.nullable(z.string()),
  /** Until then the terminal may still ask for the card, and no person may state the outcome. */
  deviceFreeAtMs: z.nullable(z.number()),
  /** Number of the last committed event. */
  version: z.number(),
})

export type DeskRow = z.infer<typeof DeskRow>

/** Number and sum of some rows. */
export const DeskSum = z.object({ count: z.number(), amountMinor: z.number() })

export type DeskSum = z.infer<typeof DeskSum>

/** Sums of refunds by outcome. */
export const DeskRefunds = z.object({
  approved: DeskSum,
  /** Refunds in `in_doubt` or `review`. */
  unresolved: DeskSum,
  /** Refunds in `intent`, `sending` or `started`. */
  running: DeskSum,
  /** Refunds that ended without paying anything back. */
  unpaid: DeskSum,
})

export type DeskRefunds = z.infer<typeof DeskRefunds>

/** Totals of a day in one currency, computed from the same rows as the list. */
export const DeskTotals = z.object({
  currency: CurrencyCode,
  sales: DeskSum,
  /** Sales in `in_doubt` or `review`; never counted as paid. */
  unresolved: DeskSum,
  /** Sales in `intent`, `sending` or `started`. */
  running: DeskSum,
  /** Sales that ended without a payment. */
  unpaid: DeskSum,
  refunds: DeskRefunds,
})

export type DeskTotals = z.infer<typeof DeskTotals>

/** A frame of the desk's stream: complete, so that a page that missed frames needs only the newest. */
export const DeskFrame = z.object({
  /** The shown day, `YYYY-MM-DD` in the merchant's time zone. A row belongs to the day of its start. */
  day: z.string(),
  /** The present day in the merchant's time zone. */
  today: z.string(),
  /** Start of the day in the merchant's time zone. */
  fromMs: z.number(),
  /** Start of the next day. */
  untilMs: z.number(),
  /** One entry for each currency of the day. */
  totals: z.array(DeskTotals),
  /** Every sale and refund of any day with an open outcome: the unresolved first, then the oldest first; at most 200. */
  open: z.array(DeskRow),
  /** Number of sales and refunds with an open outcome, beyond 200 too. */
  openCount: z.number(),
  /** The newest rows of the day: the first page of the list. */
  latest: z.array(DeskRow),
  /** Cursor of the second page; `null` if one page has all rows. */
  cursor: z.nullable(z.string()),
  nowMs: z.number(),
})

export type DeskFrame = z.infer<typeof DeskFrame>

/** All data that `<terminal-desk>` shows first, in one answer. */
export const Desk = z.extend(DeskFrame, {
  merchant: z.object({ id: z.string(), name: z.string() }),
  environment: z.enum(['sandbox', 'production']),
  /** Currency of the merchant's account. */
  currency: CurrencyCode,
  /** The host's ID of the person of the token. */
  person: z.string(),
  rights: z.array(z.enum(DESK_RIGHTS)),
  /** The merchant's time zone from the token. */
  timeZone: z.string(),
})

export type Desk = z.infer<typeof Desk>

/** A page of rows, newest first. */
export const DeskPage = z.object({
  sales: z.array(DeskRow),
  /** Pass it as `cursor` to get the next page; `null` on the last one. */
  cursor: z.nullable(z.string()),
  nowMs: z.number(),
})

export type DeskPage = z.infer<typeof DeskPage>
