// The routes of the shop's server, for Vite while you develop and for `server.ts` in production.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

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

/** Sends a request to the BFF; only this server knows the host secret. */
function askBff(path: string, body?: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${variable('TAPBOARD_MERCHANT_HOST_SECRET')}`,
    'content-type': 'application/json',
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const unreachable = (): Response => Response.json({ detail: 'The BFF does not answer.' }, { status: 502 })
  return fetch(variable('TAPBOARD_PUBLIC_URL') + path, init).catch(unreachable)
}

async function isPaid(order: string): Promise<boolean> {
  const answered = await askBff(`/v1/orders/${order}?amount=${orders.get(order)}&currency=USD`)
  return answered.ok && ((await answered.json()) as { paid: boolean }).paid
}

async function respond(method: string, path: string, request: IncomingMessage): Promise<Response | null> {
  const [origin] = variable('TAPBOARD_MERCHANT_ORIGINS').split(',')
  if (method === 'POST' && path === '/token') {
    const { order = '', jkt } = (await json(request)) as { order?: string; jkt?: string }
    const amount = orders.get(order)
    if (amount === undefined) return new Response(null, { status: 404 })
    return askBff('/v1/tokens', { kind: 'sale', order, amount, currency: 'USD', devices: 'any', origin, jkt })
  }
  if (method === 'POST' && path === '/apply-token') {
    const { jkt } = (await json(request)) as { jkt?: string }
    // Use the ID of the signed-in person: it finds the saved answers again.
    return askBff('/v1/tokens', { kind: 'apply', applicant: 'customer-1', origin, jkt })
  }
  const order = /^\/orders\/([\w-]+)$/.exec(path)?.[1]
  return order !== undefined && orders.has(order) ? Response.json({ paid: await isPaid(order) }) : null
}

/** Answers a request of the shop; returns false for any other. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const answered = await respond(request.method ?? 'GET', pathname, request)
  if (answered === null) return false
  response.writeHead(answered.status, { 'content-type': 'application/json' })
  response.end(await answered.text())
  return true
}
