// The routes of the shop's server, for Vite while you develop and for `server.ts` in production.
import type { IncomingMessage, ServerResponse } from 'node:http'

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

/** The order after this one; `null` after the last. */
function nextOf(order: string): string | null {
  const numbers = [...orders.keys()]
  return numbers[numbers.indexOf(order) + 1] ?? null
}

async function isPaid(order: string): Promise<boolean> {
  const answered = await askBff(`/v1/orders/${order}?amount=${orders.get(order)}&currency=USD`)
  return answered.ok && ((await answered.json()) as { paid: boolean }).paid
}

/** The longest body that this server reads, in bytes. */
const BODY_MAX = 65_536

/** A request that is answered with an error status. */
const failure = (status: number): Response => new Response(null, { status })

/** Reads the JSON object of a request; throws the answer to a body that is too long or no object. */
async function readJson(request: IncomingMessage): Promise<{ order?: string; jkt?: string }> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) throw failure(413)
  const chunks: Buffer[] = []
  let size = 0
  // The connection stays open for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX) throw failure(413)
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Answered like JSON without an object.
  }
  throw failure(400)
}

async function respond(method: string, path: string, request: IncomingMessage): Promise<Response | null> {
  const [origin] = variable('TAPBOARD_MERCHANT_ORIGINS').split(',')
  if (method === 'POST' && path === '/token') {
    const { order = '', jkt } = await readJson(request)
    const amount = orders.get(order)
    if (amount === undefined) return new Response(null, { status: 404 })
    return askBff('/v1/tokens', { kind: 'sale', order, amount, currency: 'USD', devices: 'any', origin, jkt })
  }
  if (method === 'POST' && path === '/apply-token') {
    const { jkt } = await readJson(request)
    // Use the ID of the signed-in person: it finds the saved answers again.
    return askBff('/v1/tokens', { kind: 'apply', applicant: 'customer-1', origin, jkt })
  }
  const order = /^\/orders\/([\w-]+)$/.exec(path)?.[1]
  return order !== undefined && orders.has(order)
    ? Response.json({ paid: await isPaid(order), next: nextOf(order) })
    : null
}

/** Answers a request of the shop; returns false for any other. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const answered = await respond(request.method ?? 'GET', pathname, request).catch((error: unknown) => {
    if (error instanceof Response) return error
    throw error
  })
  if (answered === null) return false
  response.writeHead(answered.status, { 'content-type': 'application/json' })
  response.end(await answered.text())
  return true
}
