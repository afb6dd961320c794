// The back office: a manager signs in, sees a sale arrive, settles one of unknown result, refunds one, searches, and saves the day as
// CSV. The totals are those of the ledger.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { beforeEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { Clerk, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { FENCE_MS, INITIATE, openShop, withoutLookup } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const clock = new LeapClock()
const till = useTill(
  // After a leap the page's last nonce is old.
  { terminalPerTest: true, expects: [/status of 40[13]/] },
  () => openShop(withoutLookup(clock)),
)
let page: Page
let desk: Locator

beforeEach(async () => {
  page = await till.visit.tab()
  await page.goto(`${till.shop.siteUrl}/back-office/`)
  desk = page.locator('terminal-desk')
})

async function signIn(pin: string): Promise<void> {
  await page.getByLabel('PIN').fill(pin)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const row = (order: string): Locator =>
  desk
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Details of order ${order}`, exact: true }) })

/** A total of the day, such as `2 $84.00`. */
async function total(name: string): Promise<string> {
  const tile = desk.locator('.totals > div').filter({ has: page.getByText(name) })
  return (await tile.count()) === 0
    ? ''
    : (await tile.innerText()).replace(/\s+/g, ' ').replace(name, '').trim()
}

/** Charges an order at the till of another tab. */
async function charge(order: string): Promise<Clerk> {
  const clerk = await new Clerk(await till.visit.tab()).open(till.shop.siteUrl, order)
  await clerk.charge('$42.00', till.name)
  return clerk
}

async function pay(order: string): Promise<void> {
  const clerk = await charge(order)
  await till.terminal.prompt()
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await clerk.page.close()
}

const dollars = (minor: number): string =>
  `$${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('the note about the fictional shop has one line at three widths', async () => {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const { height = 0 } = (await page.locator('aside.fiction').boundingBox()) ?? {}
    assert.ok(height > 20 && height < 42, `${width} px: ${height} px high`)
  }
})

test('only a manager sees the sales, and signing out hides them', async () => {
  assert.equal(await desk.count(), 0)
  await signIn('0000')
  await page.getByText('That is not the PIN.').waitFor()
  assert.equal(await desk.count(), 0)
  await signIn(till.shop.stack.managerPin)
  await desk.getByRole('heading', { name: 'Sales' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await desk.waitFor({ state: 'detached' })
})

test('D-117 a sale at a till arrives while the desk is open, and the totals are those of the ledger', async () => {
  await signIn(till.shop.stack.managerPin)
  await desk.getByText('Live').waitFor()
  const order = await till.shop.newOrder()
  await pay(order)
  await row(order).getByText('Approved').waitFor()
  const { sales, minor } = till.shop.books.approved()
  assert.equal(await total('Approved'), `${sales} ${dollars(minor)}`)
  assert.match(await row(order).innerText(), /\$42\.00/)
})

test('a manager settles a sale of unknown result in the desk once its terminal is free', async () => {
  const order = await till.shop.newOrder()
  const lost = till.shop.line.loseAnswer(INITIATE)
  const clerk = await charge(order)
  await lost
  await clerk.sees(UNKNOWN)
  await signIn(till.shop.stack.managerPin)
  const open = desk.getByRole('region', { name: /^Unresolved/ })
  await open.getByText('We lost the answer of the payment service.').waitFor()
  const before = till.shop.books.approved()
  assert.equal(await total('Unresolved'), '1 $42.00 Not counted as paid')
  await open.getByRole('button', { name: `Settle order ${order}` }).click()
  await open.getByText(/may still be asking for the card/).waitFor()
  clock.leap(FENCE_MS)
  await open.getByRole('button', { name: 'Mark as paid' }).click()
  await open.getByLabel('Approval code').fill('712304')
  await open.getByRole('button', { name: 'Mark as paid' }).click()
  await desk.getByText(`Order ${order} is marked as paid.`).first().waitFor()
  await open.waitFor({ state: 'detached' })
  assert.deepEqual(
    [till.shop.books.sale(order).state, till.shop.books.sale(order).approval_code],
    ['approved', '712304'],
  )
  const { sales, minor } = till.shop.books.approved()
  assert.deepEqual([sales, minor], [before.sales + 1, before.minor + 4_200])
  await desk.getByText(dollars(minor)).first().waitFor()
  await clerk.sees(/^\$[\d,.]+ marked as paid$/)
})

/** Opens the refund of an order in the desk, for an amount; returns what is left. */
async function refund(order: string, amount: string): Promise<string> {
  await desk.getByRole('button', { name: 'Refund', exact: true }).click()
  const field = desk.getByLabel('Amount to refund')
  const left = await field.inputValue()
  await field.fill(amount)
  await desk.getByRole('button', { name: 'Continue' }).click()
  const clerk = new Clerk(page, desk.locator('terminal-pay'))
  await clerk.choose(till.name)
  await clerk.press(`Refund $${amount} on ${till.name}`)
  await till.terminal.prompt()
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ refunded$/)
  await clerk.press('Done')
  await row(order).first().waitFor()
  return left
}

test('D-130 a manager refunds a sale in the desk, in two parts', async () => {
  const order = await till.shop.newOrder()
  await pay(order)
  await signIn(till.shop.stack.managerPin)
  await row(order).getByRole('button').click()
  assert.equal(await refund(order, '12.00'), '42.00')
  assert.equal(await refund(order, '30.00'), '30.00')
  await until('the totals have both refunds', async () => (await total('Refunded')) === '2 $42.00')
  assert.deepEqual(
    new Set(till.shop.books.sales(order).map(({ amount_minor: minor, state }) => `${minor} ${state}`)),
    new Set(['4200 approved', '1200 approved', '3000 approved']),
  )
})

test('D-114 D-126 a search finds an order, and the CSV file has the rows of the ledger', async () => {
  const order = await till.shop.newOrder()
  await pay(order)
  await signIn(till.shop.stack.managerPin)
  await row(order).waitFor()
  await desk.getByRole('searchbox').fill(order)
  await desk.getByRole('row').nth(2).waitFor({ state: 'detached' })
  assert.equal(await desk.getByRole('row').count(), 2)
  await desk.getByRole('button', { name: `Find exactly ${order} on all days` }).click()
  await desk.getByRole('heading', { name: `Exactly ${order}, on all days` }).waitFor()
  await row(order).waitFor()
  await desk.getByRole('button', { name: 'Clear' }).click()
  await desk.getByRole('searchbox').fill('nothing like that')
  await desk.getByText('No sale matches.').first().waitFor()
  await desk.getByRole('searchbox').fill('')
  await row(order).waitFor()
  const download = page.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^sales-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
  const names = (lines[0] ?? '').split(',')
  const rows = lines.slice(1).map((line) => new Map(line.split(',').map((value, at) => [names[at], value])))
  assert.deepEqual(new Set(rows.map((one) => one.get('id'))), new Set(till.shop.books.ids()))
  assert.equal(rows.length, till.shop.books.ids().length)
  const mine = rows.find((one) => one.get('order') === order)
  const { reference, approval_code: code, external_id: external } = till.shop.books.sale(order)
  assert.deepEqual(
    ['state', 'amount', 'currency', 'reference', 'approval_code', 'our_reference'].map((name) =>
      mine?.get(name),
    ),
    ['approved', '42.00', 'USD', reference, code, external],
  )
})
