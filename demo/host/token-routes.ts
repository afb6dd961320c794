// Tokens for the pages: the grant comes from the shop's order and the signed-in manager. The page names the order and adds
// the thumbprint of its key.
import type { Hono } from 'hono'
import type { TokenGrant } from '@tapboard/contract'
import { readJson, thumbprint } from './body.ts'
import type { Cookies } from './cookies.ts'
import { managerOf } from './manager-routes.ts'
import type { Managers } from './managers.ts'
import type { OrderStore } from './order-store.ts'
import { readOrderState } from './order-state.ts'
import { refundGrantOf } from './refund-routes.ts'
import { decimal, totalMinor, type Order } from './orders.ts'
import { requestToken, type TokenSource } from './tokens.ts'

/** Dependencies of the token route. */
interface TokenRouteOptions {
  readonly orders: OrderStore
  readonly managers: Managers
  readonly cookies: Cookies
  readonly tokens: TokenSource
  /** Origin of the site, which tokens are bound to. */
  readonly origin: string
}

interface TokenRequest {
  readonly asked: Readonly<Record<string, unknown>>
  readonly order: Order | undefined
  /** ID of the signed-in manager, or `null`. */
  readonly person: string | null
}

interface GrantRefusal {
  readonly refused: 403 | 404
  readonly message: string
}

async function resolveGrantOf(
  { tokens, origin }: TokenRouteOptions,
  { asked, order, person }: TokenRequest,
): Promise<TokenGrant | GrantRefusal> {
  if (person === null) return { refused: 403, message: 'Sign in as a manager first.' }
  // A manager may only decide about the sale of this order, whatever the page requests.
  const state = order === undefined ? false : await readOrderState(tokens, order.id)
  const sale = state
    ? [state.sale, ...state.reviews, ...state.refunds].find(({ id }) => id === asked['sale'])
    : undefined
  return sale === undefined
    ? { refused: 404, message: 'This is not the sale of that order.' }
    : { kind: 'resolve', sale: sale.id, person, origin, ...thumbprint(asked['jkt']) }
}

async function grantOf(
  options: TokenRouteOptions,
  request: TokenRequest,
): Promise<TokenGrant | GrantRefusal> {
  const { asked, order } = request
  const bound = { origin: options.origin, ...thumbprint(asked['jkt']) }
  if (asked['kind'] === 'resolve') return resolveGrantOf(options, request)
  if (asked['kind'] === 'refund') {
    if (request.person === null) return { refused: 403, message: 'Sign in as a manager first.' }
    const grant = order && refundGrantOf(asked, order.id, request.person, options.origin)
    return grant ?? { refused: 404, message: 'There is no such refund.' }
  }
  if (asked['kind'] === 'setup') return { kind: 'setup', ...bound }
  if (order === undefined) return { refused: 404, message: 'There is no such order.' }
  return {
    kind: 'sale',
    order: order.id,
    amount: decimal(totalMinor(order.lines)),
    currency: 'USD',
    // The shop has a few counters, and its clerk chooses one. A shop with lanes names the terminal of the lane.
    devices: 'any',
    ...bound,
  }
}

/** Adds `POST /api/token`, which the pages call for their tokens. */
export function addTokenRoute(app: Hono, options: TokenRouteOptions): void {
  const { orders, managers, cookies, tokens } = options
  app.post('/api/token', async (c) => {
    const asked = await readJson(c.req.raw)
    const order = typeof asked['order'] === 'string' ? orders.find(asked['order']) : undefined
    const grant = await grantOf(options, { asked, order, person: managerOf(managers, cookies, c) })
    if ('refused' in grant) return c.json({ message: grant.message }, grant.refused)
    const answer = await requestToken(tokens, grant)
    return answer.ok
      ? c.json(answer.minted, 201)
      : c.json({ message: answer.message }, answer.status, answer.headers)
  })
}
