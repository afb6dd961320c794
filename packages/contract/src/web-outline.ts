// The route of the first read of `<terminal-pay>`. In a file of its own: it needs no schema of a sale.
import { CheckoutOutline } from './checkout-outline.ts'
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { getCheckout } from './web-sale.ts'

/** `GET /v1/checkout`, whose answer is read as an outline. */
export const getCheckoutOutline = {
  ...getCheckout,
  answers: { 200: CheckoutOutline },
} as const satisfies Route<ProblemCode>
