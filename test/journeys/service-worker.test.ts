// A hostile service worker between page and BFF: it sends starts twice, alters them, loses answers and answers from a cache. Each
// start still charges once, the BFF refuses copies and changed bodies, and the page shows the state of the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARD, type Clerk } from './support/clerk.ts'
import { builtSite, openShop } from './support/shop.ts'
import { useTill } from './support/till.ts'

/** The worker; its way is in its own address. It returns the statuses that the BFF gave to starts when the page asks for `/statuses`. */
const WORKER = `
  const way = new URL(location.href).searchParams.get('way')
  const statuses = []
  let starts = 0
  let order
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  const send = async (request) => {
    const answer = await fetch(request)
    if (request.method === 'POST') statuses.push(answer.status)
    return answer
  }
  const answerStart = async (request) => {
    starts += 1
    if (way === 'copy') {
      const copy = request.clone()
      const answer = await send(request)
      await send(copy)
      return answer
    }
    if (way === 'copied answer') {
      const copy = request.clone()
      await send(request)
      return send(copy)
    }
    if (way === 'amount' && starts === 1) {
      const body = (await request.clone().text()).replace('"amountMinor":4200', '"amountMinor":100')
      return send(new Request(request, { body }))
    }
    if (way === 'lost' && starts === 1) {
      await send(request)
      return Response.error()
    }
    return send(request)
  }
  const answerOrder = async (request) => {
    if (way !== 'cache') return fetch(request)
    order ??= fetch(request)
    return (await order).clone()
  }
  addEventListener('fetch', (event) => {
    const { request } = event
    const { pathname } = new URL(request.url)
    if (pathname === '/statuses') event.respondWith(new Response(JSON.stringify(statuses)))
    else if (pathname.endsWith('/v1/sales') && request.method === 'POST') event.respondWith(answerStart(request))
    else if (pathname.endsWith('/v1/checkout')) event.respondWith(answerOrder(request))
  })
`

const till = useTill(
  { terminalPerTest: true, expects: [/status of 4\d\d/, /net::ERR_FAILED/, /dpop-invalid/] },
  () =>
    openShop({
      site: new Map([
        ...builtSite(),
        ['/worker.js', { body: new TextEncoder().encode(WORKER), type: 'text/javascript' }],
      ]),
    }),
)

/** The checkout behind a worker with this way. */
const behind = (way: string): Promise<Clerk> =>
  till.tab(async (page) => {
    // The policy of the shop's pages lets no script register a worker.
    const plain = `${till.shop.siteUrl}/plain`
    await page.route(plain, (route) => route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }))
    await page.goto(plain)
    await page.evaluate(async (name) => {
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve),
      )
      await navigator.serviceWorker.register(`/worker.js?way=${encodeURIComponent(name)}`)
      await controlled
    }, way)
  })

const statuses = ({ page }: Clerk): Promise<readonly number[]> =>
  page.evaluate(async () => (await (await fetch('/statuses')).json()) as number[])

async function isPaidOnce(clerk: Clerk): Promise<void> {
  await clerk.sees(CARD)
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.sales(till.order).length, 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
}

test('a service worker that sends a start twice gets one sale, and its copy is refused', async () => {
  const clerk = await behind('copy')
  await clerk.charge('$42.00', till.name)
  await isPaidOnce(clerk)
  assert.deepEqual(await statuses(clerk), [201, 401])
})

test('a service worker that returns the answer to its copy charges once', async () => {
  const clerk = await behind('copied answer')
  await clerk.charge('$42.00', till.name)
  await isPaidOnce(clerk)
  assert.deepEqual((await statuses(clerk)).slice(0, 2), [201, 401])
})

test('a service worker that alters the amount is refused, and the sale has the amount of the order', async () => {
  const clerk = await behind('amount')
  await clerk.charge('$42.00', till.name)
  await isPaidOnce(clerk)
  assert.equal((await statuses(clerk))[0], 401)
  assert.match(await clerk.fact('Amount'), /42\.00/)
})

test('a service worker that loses the answer to a start charges once', async () => {
  const clerk = await behind('lost')
  await clerk.charge('$42.00', till.name)
  await isPaidOnce(clerk)
  assert.deepEqual(await statuses(clerk), [201, 200])
})

test('a service worker that answers from a cache cannot charge a paid order again', async () => {
  const stale = await behind('cache')
  const other = await till.tab()
  await other.charge('$42.00', till.name)
  await isPaidOnce(other)
  // The worker answers with the order as the first tab read it: unpaid.
  await stale.page.reload()
  await stale.charge('$42.00', till.name)
  await stale.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})
