// A shop's server that refunds: it decides who may refund and how much, names each refund, and learns the result by a webhook.
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createBff, isMintError, verifyWebhook } from '@tapboard/bff'
import { honoHandler } from '@tapboard/bff/hono'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const { PORT, TAPBOARD_SECRET, HOST_SECRET, WEBHOOK_SECRET, API_KEY, TERMINAL_URL, PIN } = process.env
const shop = `http://127.0.0.1:${PORT}`
const webhook = { url: `${shop}/webhooks/tapboard`, secret: WEBHOOK_SECRET }
const merchant = { id: 'shop', name: 'Harbor Cycle Repair', hostSecret: HOST_SECRET, apiKey: API_KEY }
const bff = await createBff({
  secret: TAPBOARD_SECRET,
  store: 'file:shop.db',
  publicUrl: `${shop}/tapboard`,
  merchants: [{ ...merchant, origins: [shop], webhook }],
  upstream: { terminalUrl: TERMINAL_URL, environment: 'sandbox' },
})
await bff.start()

/** Session of a signed-in manager → ID of the person. */
const managers = new Map()
/** Reference of a refund → its terms and its state. Use a table of your database. */
const refunds = new Map()

/** The order as the BFF knows it, or `null`. */
async function orderState(order) {
  const address = `${shop}/tapboard/v1/orders/${encodeURIComponent(order)}`
  const answer = await bff.fetch(
    new Request(address, { headers: { authorization: `Bearer ${HOST_SECRET}` } }),
  )
  return answer.ok ? answer.json() : null
}

const app = new Hono()
app.all('/tapboard/*', honoHandler(bff))

app.post('/api/sign-in', async (c) => {
  const { pin } = await c.req.json()
  if (pin !== PIN) return c.json({ message: 'This is not the PIN.' }, 403)
  const session = randomUUID()
  managers.set(session, 'mia')
  setCookie(c, 'session', session, { httpOnly: true, sameSite: 'Strict' })
  return c.json({})
})

// Everything below is for managers; the webhook has a signature instead.
app.use('/api/refunds/*', async (c, next) => {
  c.set('person', managers.get(getCookie(c, 'session')))
  return c.get('person') ? next() : c.json({ message: 'Sign in as a manager.' }, 403)
})

// 1. The manager asks for an amount. Two managers who ask at once get the same reference: it is paid back once.
app.post('/api/refunds', async (c) => {
  const { order, amount } = await c.req.json()
  const state = await orderState(order)
  if (state?.sale.state !== 'approved' || state.sale.by !== 'upstream')
    return c.json({ message: 'Refund this order in the merchant portal.' }, 409)
  const leftMinor = state.paidAmountMinor - state.refundedAmountMinor
  if (!(Math.round(amount * 100) <= leftMinor))
    return c.json({ message: `At most ${(leftMinor / 100).toFixed(2)} is left to refund.` }, 409)
  const done = state.refunds.filter((refund) => refund.state === 'approved')
  const reference = `${order}-refund-${done.length + 1}`
  refunds.set(reference, { order, sale: state.sale.id, amount, state: null })
  return c.json({ sale: state.sale.id, reference }, 201)
})

// 2. The page asks for a token of this refund. The BFF refuses more than is left of the sale.
app.post('/api/refunds/token', async (c) => {
  const { kind, jkt, sale, reference } = await c.req.json()
  const refund = refunds.get(reference)
  if (kind !== 'refund' || refund?.sale !== sale) return c.json({ message: 'No such refund.' }, 404)
  const terms = { order: refund.order, sale, amount: refund.amount, currency: 'USD', refund: reference }
  const grant = { kind, ...terms, person: c.get('person'), origin: shop, jkt }
  try {
    return c.json(await bff.mintToken('shop', grant), 201)
  } catch (error) {
    if (!isMintError(error)) throw error
    return c.json({ message: error.message }, 409)
  }
})

// 3. The result comes to the server. Events may come twice or in another order: read the order instead.
app.post('/webhooks/tapboard', async (c) => {
  const verified = verifyWebhook({
    body: await c.req.text(),
    headers: c.req.raw.headers,
    secret: WEBHOOK_SECRET,
  })
  if (!verified.ok) return c.text(verified.code, 400)
  const { order } = verified.event
  const state = await orderState(order)
  for (const { refund: reference, state: result } of state?.refunds.toReversed() ?? []) {
    const refund = refunds.get(reference)
    if (refund) refund.state = result
  }
  return c.body(null, 204)
})

app.get('/api/refunds/:reference', (c) => c.json(refunds.get(c.req.param('reference')) ?? null))

const files = './node_modules/@tapboard/elements/dist/browser'
app.get(
  '/elements/*',
  serveStatic({ root: files, rewriteRequestPath: (path) => path.replace('/elements', '') }),
)
app.get('/*', serveStatic({ root: './public' }))
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () =>
  console.log(`The shop is open on ${shop}`),
)
