import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'

const { TAPBOARD_PUBLIC_URL: bffUrl, TAPBOARD_MERCHANT_HOST_SECRET: hostSecret } = process.env
// The first of several, if there are several.
const [origin] = process.env.TAPBOARD_MERCHANT_ORIGINS.split(',')

// Use a table of your database.
const orders = new Map([
  ['A-1001', '42.00'],
  ['A-1002', '42.51'],
  ['A-1003', '18.00'],
])

/** Sends a request to the BFF; only this server knows the host secret. */
async function askBff(path, body) {
  const headers = { authorization: `Bearer ${hostSecret}`, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const unreachable = () => Response.json({ detail: 'The BFF does not answer.' }, { status: 502 })
  return fetch(bffUrl + path, init).catch(unreachable)
}

/** The token is bound to one order, its amount and this page. */
const saleGrant = (order, jkt) => ({
  kind: 'sale',
  order,
  amount: orders.get(order),
  currency: 'USD',
  devices: 'any',
  origin,
  jkt,
})

/** The order after this one; `null` after the last. */
function nextOf(order) {
  const numbers = [...orders.keys()]
  return numbers[numbers.indexOf(order) + 1] ?? null
}

async function isPaid(order) {
  const answer = await askBff(`/v1/orders/${order}?amount=${orders.get(order)}&currency=USD`)
  return answer.ok && (await answer.json()).paid
}

/** Longest body in bytes. */
const BODY_MAX = 65_536

const failure = (status) => Object.assign(new Error(`answered ${status}`), { status })

/** Reads the JSON object of a request; throws an error with a status. */
async function readJson(request) {
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) throw failure(413)
  const chunks = []
  let size = 0
  // The connection stays open for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > BODY_MAX) throw failure(413)
    chunks.push(chunk)
  }
  try {
    const value = JSON.parse(Buffer.concat(chunks).toString())
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Answered like JSON without an object.
  }
  throw failure(400)
}

async function api(method, path, request) {
  if (method === 'POST' && path === '/token') {
    const { order, jkt } = await readJson(request)
    return orders.has(order)
      ? askBff('/v1/tokens', saleGrant(order, jkt))
      : new Response(null, { status: 404 })
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

// No page of another site may put these pages into a frame and cover the button.
const POLICY = "frame-ancestors 'none'"

const TYPES = { html: 'text/html', js: 'text/javascript', json: 'application/json' }

/** Pages of `public/`, and the files of the elements. */
async function file(path) {
  const name = path === '/' ? '/index.html' : path === '/sign-up' ? '/sign-up.html' : path
  if (!/^\/[\w./-]+$/.test(name) || name.includes('..')) return null
  const place = name.startsWith('/elements/')
    ? name.replace('/elements/', 'node_modules/@tapboard/elements/dist/browser/')
    : `public${name}`
  const bytes = await readFile(place).catch(() => null)
  if (bytes === null) return null
  const type = TYPES[place.split('.').pop()] ?? 'application/octet-stream'
  const body = type === 'text/html' ? bytes.toString().replaceAll('%BFF_URL%', bffUrl) : bytes
  return new Response(body, { headers: { 'content-type': type, 'content-security-policy': POLICY } })
}

const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, origin)
    const answer =
      (await api(request.method, pathname, request)) ??
      (await file(pathname)) ??
      new Response(null, { status: 404 })
    response.writeHead(
      answer.status,
      Object.fromEntries(answer.headers.entries().filter(([name]) => !/encoding|length/.test(name))),
    )
    response.end(Buffer.from(await answer.arrayBuffer()))
  } catch (error) {
    if (error.status === undefined) console.error(error)
    response.writeHead(error.status ?? 500).end()
  }
})
// The public address may be that of a proxy, and have no port.
const port = process.env.PORT || new URL(origin).port || 3000
// Only this machine reaches it: a proxy in front makes it public.
server.listen(port, 'localhost', () => console.log(`Open ${origin}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
