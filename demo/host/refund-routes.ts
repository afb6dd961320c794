// Refunds of paid orders: a signed-in manager chooses the amount, and the shop's server names the refund. The BFF checks both again
// when it mints the token and when the refund starts.
import type { Hono } from 'hono'
import { isUnpaid, parseDecimal, type OrderState, type Sale, type TokenGrant } from '@tapboard/contract'
import { readJson, thumbprint } from './body.ts'
import type { Cookies } from './cookies.ts'
import { managerOf } from './manager-routes.ts'
import type { Managers } from './managers.ts'
import { readOrderState } from './order-state.ts'
import { decimal } from './orders.ts'
import type { TokenSource } from './tokens.ts'

/** Dependencies of the refund routes. */
interface RefundOptions {
  readonly managers: Managers
  readonly cookies: Cookies
  readonly tokens: TokenSource
}

/** What the checkout page shows of refunds. */
interface RefundView {
  /** Amounts refunded and left to refund; `null` instead of zero. */
  readonly refunded: string | null
  readonly left: string | null
  /** A refund has no result yet. */
  readonly refundOpen: boolean
  /** A person marked the order as paid; it is refunded in the merchant portal. */
  readonly refundElsewhere: boolean
}

const isOpen = ({ state }: Sale): boolean => !isUnpaid(state) && state !== 'approved'

const isApproved = (state: OrderState | false | null): state is OrderState =>
  state !== null && state !== false && state.sale.state === 'approved'

/** Amount that is left to refund, in US cents; 0 where nothing can be refunded. An open refund counts in full. */
function leftMinor(state: OrderState | false | null): number {
  if (!isApproved(state) || state.sale.by !== 'upstream') return 0
  const open = state.refunds.filter(isOpen).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return state.paidAmountMinor - state.refundedAmountMinor - open
}

/** What the checkout page shows of the refunds of an order. */
export function refundsOf(state: OrderState | false | null): RefundView {
  const shown = (minor: number): string | null => (minor > 0 ? decimal(minor) : null)
  return {
    refunded: state ? shown(state.refundedAmountMinor) : null,
    left: shown(leftMinor(state)),
    refundOpen: isApproved(state) && state.refundOpen,
    refundElsewhere: isApproved(state) && state.sale.by === 'person',
  }
}

/** The server's name of the next refund: managers who refund at once get the same one, and it is paid back once. */
const nextReference = ({ refunds }: OrderState): string =>
  `refund-${new Set(refunds.filter(({ state }) => state === 'approved').map(({ refund }) => refund)).size + 1}`

/** US cents of a typed amount; `null` for any other text. */
function centsOf(amount: unknown): number | null {
  const read = typeof amount === 'string' ? parseDecimal(amount, 'USD') : null
  return read?.ok === true ? read.minor : null
}

/** The grant of a refund that `POST /api/orders/:id/refunds` or the page of the back office has named. */
export function refundGrantOf(
  asked: Readonly<Record<string, unknown>>,
  order: string,
  person: string,
  origin: string,
): TokenGrant | null {
  const { sale, refund, amount, jkt } = asked
  const cents = centsOf(amount)
  if (typeof sale !== 'string' || typeof refund !== 'string' || cents === null) return null
  if (!/^refund-\d{1,3}$/.test(refund)) return null
  const terms = { amount: decimal(cents), currency: 'USD', refund } as const
  return { kind: 'refund', order, sale, ...terms, person, origin, ...thumbprint(jkt) }
}

/** Adds `POST /api/orders/:id/refunds`: the open refund, or a new one of `amount` with its name, or the reason why not. */
export function addRefundRoutes(app: Hono, { managers, cookies, tokens }: RefundOptions): void {
  app.post('/api/orders/:id/refunds', async (c) => {
    if (managerOf(managers, cookies, c) === null)
      return c.json({ message: 'Sign in as a manager first.' }, 403)
    const { amount } = await readJson(c.req.raw)
    const state = await readOrderState(tokens, c.req.param('id'))
    const open = state ? state.refunds.find(isOpen) : undefined
    // Its result comes first: another refund could not start.
    if (open !== undefined)
      return c.json({
        sale: open.refundOf,
        refund: open.refund,
        amount: decimal(open.amountMinor),
        isOpen: true,
      })
    const left = leftMinor(state)
    const cents = centsOf(amount)
    if (!state || left === 0) return c.json({ message: 'Nothing of this order can be refunded.' }, 409)
    if (cents === null || cents < 1) return c.json({ message: 'Type an amount such as 12.00.' }, 400)
    if (cents > left) return c.json({ message: `At most $${decimal(left)} is left to refund.` }, 409)
    return c.json({ sale: state.sale.id, refund: nextReference(state), amount: decimal(cents) }, 201)
  })
}
