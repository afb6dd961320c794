// The checkout as `<terminal-pay>` reads it until its code for sales has loaded: sale and refund are not validated yet.
import * as z from 'zod/mini'
import { AmountMinor, CurrencyCode } from './amount.ts'
import { DeviceView } from './device-view.ts'
import { SALE_KINDS } from './sale-state.ts'

/** {@link Checkout} whose members `sale` and `refund` {@link Checkout} still has to validate. */
export const CheckoutOutline = z.object({
  /** What the token grants: `amountMinor` is charged, or paid back. */
  kind: z._default(z.enum(SALE_KINDS), 'sale'),
  refund: z._default(z.unknown(), null),
  merchant: z.object({ id: z.string(), name: z.string() }),
  environment: z.enum(['sandbox', 'production']),
  order: z.string(),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  devices: z.array(DeviceView),
  /** The members that a page needs to warn of a sale that it cannot show. */
  sale: z.nullable(
    z.looseObject({ order: z.string(), state: z.string(), device: z.looseObject({ name: z.string() }) }),
  ),
  /** Number of the next attempt. */
  nextAttempt: z.number(),
  features: z.object({ cancel: z.boolean(), details: z.boolean() }),
  nowMs: z.number(),
})

export type CheckoutOutline = z.infer<typeof CheckoutOutline>
