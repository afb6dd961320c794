// The server's side of Tapboard: only it knows the host secret and the amounts.
// Use a table of your database.
const orders = new Map([
  ['A-1001', '42.00'],
  ['A-1002', '42.51'],
  ['A-1003', '18.00'],
])

const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: start with "npm run dev".`)
  return value
}

export const bffUrl = (): string => variable('TAPBOARD_PUBLIC_URL')

const origin = (): string => variable('TAPBOARD_MERCHANT_ORIGINS').split(',')[0] ?? ''

async function askBff(path: string, body?: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${variable('TAPBOARD_MERCHANT_HOST_SECRET')}`,
    'content-type': 'application/json',
  }
  const init: RequestInit =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const unreachable = (): Response => Response.json({ detail: 'The BFF does not answer.' }, { status: 502 })
  const answer = await fetch(bffUrl() + path, { ...init, cache: 'no-store' }).catch(unreachable)
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } })
}

/** A token for one order, its amount and the page with this key. */
export async function saleToken(order: string, jkt: string): Promise<Response> {
  const amount = orders.get(order)
  if (amount === undefined) return new Response(null, { status: 404 })
  return askBff('/v1/tokens', {
    kind: 'sale',
    order,
    amount,
    currency: 'USD',
    devices: 'any',
    origin: origin(),
    jkt,
  })
}

/** A token for the application of one person. */
export const applyToken = (applicant: string, jkt: string): Promise<Response> =>
  askBff('/v1/tokens', { kind: 'apply', applicant, origin: origin(), jkt })

/** An order: whether it is paid, and the one after it, which is `null` after the last. */
export interface OrderState {
  readonly paid: boolean
  readonly next: string | null
}

/** The state of an order; `null` for an unknown one. */
export async function orderState(order: string): Promise<OrderState | null> {
  const amount = orders.get(order)
  if (amount === undefined) return null
  const answer = await askBff(`/v1/orders/${order}?amount=${amount}&currency=USD`)
  const numbers = [...orders.keys()]
  return {
    paid: answer.ok && ((await answer.json()) as { paid: boolean }).paid,
    next: numbers[numbers.indexOf(order) + 1] ?? null,
  }
}
