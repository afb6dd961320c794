// The host example of the documentation for refunds: installed from the tarballs, and driven by a manager until the webhook arrives.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { useBrowser, type Visit } from '../journeys/support/browser.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { Page } from '../kit/page.ts'
import { run } from '../kit/process.ts'
import { until } from '../kit/until.ts'
import { installApp } from './app.ts'
import { openUpstream } from './world.ts'
import { scope } from '../kit/scope.ts'

const PIN = '2468'
const browser = useBrowser()
const agent = new Agent()
const closing = scope()
closing.after(() => agent.destroy())
let url: string
let hostSecret: string

before(async () => {
  const upstream = await openUpstream()
  closing.after(() => upstream.close())
  const libraries = ['hono', '@hono/node-server', 'better-sqlite3']
  const installed = installApp({ name: 'refund', ours: ['bff', 'elements'], libraries, tools: [] })
  closing.after(() => installed.remove())
  const environment = await upstream.newMerchant('Refund')
  hostSecret = environment['HOST_SECRET'] ?? ''
  const server = await run({
    folder: installed.folder,
    file: 'server.js',
    environment: { ...environment, PIN, WEBHOOK_SECRET: randomBytes(32).toString('base64url') },
    ready: /open on (\S+)/,
  })
  closing.after(() => server.kill())
  url = server.url
})
after(() => closing.end())

/** Pays $42.00 for the order. */
async function paid(order: string): Promise<void> {
  const counter = { askUrl: `${url}/tapboard`, publicUrl: `${url}/tapboard`, origin: url, hostSecret, agent }
  const page = new Page(counter, order)
  await page.getToken()
  const { text } = await page.ask({ method: 'GET', path: '/v1/checkout' })
  const { devices } = JSON.parse(text) as { readonly devices: readonly { readonly id: string }[] }
  const { id } = await page.begin(devices[0]?.id ?? '')
  const read = { method: 'GET', path: `/v1/sales/${id}` }
  await until('the sale is approved', async () => {
    const { sale } = await page.askAboutSale(read, counter.askUrl)
    return sale?.state === 'approved'
  })
}

/** A manager signs in and asks for a refund of the order. */
async function asks(visit: Visit, order: string, amount: string): Promise<Clerk> {
  const page = await visit.tab()
  await page.goto(`${url}/?order=${order}`)
  const clerk = new Clerk(page)
  await clerk.signIn(PIN)
  await page.getByLabel('Amount to refund').fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  return clerk
}

test('the example refunds a part of a sale, and its server learns it by a webhook', async () => {
  await paid('EXAMPLE-1')
  const visit = await browser.visit()
  const clerk = await asks(visit, 'EXAMPLE-1', '12.00')
  await clerk.reads('Refund $12.00')
  await clerk.choose('Counter')
  await clerk.press('Refund $12.00 on Counter')
  await clerk.sees(/^\$[\d,.]+ refunded$/, 30_000)
  await clerk.page.getByText('EXAMPLE-1-refund-1: approved').waitFor()
  await until('the webhook', async () => {
    const state = await clerk.page.evaluate(
      async () =>
        ((await (await fetch('/api/refunds/EXAMPLE-1-refund-1')).json()) as { readonly state: string }).state,
    )
    return state === 'approved'
  })
  await visit.leave()
})

test('the example refuses a refund of more than is left, and of an order without a sale', async () => {
  await paid('EXAMPLE-2')
  const visit = await browser.visit()
  visit.expect(/status of 409/)
  const clerk = await asks(visit, 'EXAMPLE-2', '42.01')
  await clerk.page.getByText('At most 42.00 is left to refund.').waitFor()
  const other = await asks(visit, 'EXAMPLE-3', '12.00')
  await other.page.getByText('Refund this order in the merchant portal.').waitFor()
  await visit.leave()
})

test('the example gives nothing to a person who is not signed in', async () => {
  for (const path of ['/api/refunds', '/api/refunds/token', '/api/refunds/EXAMPLE-1-refund-1']) {
    const answer = await fetch(url + path, { method: path.endsWith('1') ? 'GET' : 'POST', body: null })
    assert.equal(answer.status, 403, path)
  }
})
