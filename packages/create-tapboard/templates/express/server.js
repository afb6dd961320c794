import { once } from 'node:events'
import { createBff, isMintError, optionsFromEnvironment } from '@tapboard/bff'
import { expressHandler } from '@tapboard/bff/express'
import express from 'express'

// Use a table of your database.
const orders = new Map([
  ['A-1001', { amount: '42.00', paid: false }],
  ['A-1002', { amount: '42.51', paid: false }],
  ['A-1003', { amount: '18.00', paid: false }],
])

const options = optionsFromEnvironment()
const [merchant] = options.merchants
const [origin] = merchant.origins

/** Closes paid orders. Called at least once for each outcome, also after a restart. */
async function onSettled({ order }) {
  const known = orders.get(order)
  if (known !== undefined) known.paid = await isPaid(order, known.amount)
}

const bff = await createBff({ ...options, onSettled })

/** The order after this one; `null` after the last. */
function nextOf(order) {
  const numbers = [...orders.keys()]
  return numbers[numbers.indexOf(order) + 1] ?? null
}

async function isPaid(order, amount) {
  const url = `${bff.publicUrl}/v1/orders/${order}?amount=${amount}&currency=USD`
  const secret = [merchant.hostSecret].flat()[0]
  const answer = await bff.fetch(new Request(url, { headers: { authorization: `Bearer ${secret}` } }))
  return answer.ok && (await answer.json()).paid
}

/** Sends a token, or the code of the error if the BFF refuses the grant. */
async function sendToken(response, grant) {
  try {
    response.status(201).json(await bff.mintToken(merchant.id, grant))
  } catch (error) {
    if (!isMintError(error)) throw error
    response.status(400).json({ code: error.code, detail: error.message })
  }
}

/** Longest body in bytes; a longer one is answered with 413. */
const BODY_MAX = 65_536

const app = express()
app.use('/tapboard', expressHandler(bff))
// No page of another site may put these pages into a frame and cover the button.
app.use((request, response, next) => {
  response.set('content-security-policy', "frame-ancestors 'none'")
  next()
})
app.use(express.static('public', { extensions: ['html'] }))
app.use('/elements', express.static('node_modules/@tapboard/elements/dist/browser'))

app.post('/token', express.json({ limit: BODY_MAX }), async (request, response) => {
  const { order, jkt } = request.body ?? {}
  const known = orders.get(order)
  if (known === undefined) return response.status(404).end()
  await sendToken(response, {
    kind: 'sale',
    order,
    amount: known.amount,
    currency: 'USD',
    devices: 'any',
    origin,
    jkt,
  })
})
app.post('/apply-token', express.json({ limit: BODY_MAX }), async (request, response) => {
  // Use the ID of the signed-in person: it finds the saved answers again.
  const { jkt } = request.body ?? {}
  await sendToken(response, { kind: 'apply', applicant: 'customer-1', origin, jkt })
})
app.get('/orders/:order', async (request, response) => {
  const { order } = request.params
  const known = orders.get(order)
  if (known === undefined) return response.status(404).end()
  response.json({ paid: known.paid || (await isPaid(order, known.amount)), next: nextOf(order) })
})

await bff.start()
// The public address may be that of a proxy, and have no port.
const port = process.env.PORT || new URL(origin).port || 3000
// Only this machine reaches it: a proxy in front makes it public.
const server = app.listen(port, 'localhost', () => console.log(`Open ${origin}`))

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
// Sales in progress move to the next run.
await bff.drain()
server.close()
server.closeIdleConnections()
await bff.close()
