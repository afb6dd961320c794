// The order changes on the shop's server while the page is open. Headline, button and charge agree, the page announces the new
// amount, and a token of the old amount starts nothing (D-87, D-102).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARD } from './support/clerk.ts'
import { grantFrom, type Granted } from './support/granted.ts'
import { useTill } from './support/till.ts'

const CHANGED = 'The amount changed to $60.00.'

const till = useTill({ terminal: 'Back counter' })
let granted: Granted

async function open(amount: string): Promise<void> {
  till.clerk = await till.tab(async (page) => {
    granted = await grantFrom(till.shop, page, { order: till.order, amount })
  })
}

/** The amount of the screen: in a line of its own, or in the title of an end. */
async function headline(): Promise<string> {
  const line = till.clerk.pay.locator('.amount')
  const place = (await line.count()) > 0 ? line : till.clerk.pay.locator('h2')
  const text = await place.first().innerText()
  return /\$[\d,.]*\d/.exec(text)?.[0] ?? text
}

const amounts = (): readonly number[] =>
  till.shop.books.sessions(till.order).map(({ amount_minor }) => amount_minor)

async function pays(amount: string): Promise<void> {
  await till.clerk.sees(CARD)
  assert.equal(await headline(), amount)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(await headline(), amount)
}

test('D-102 declined at 42.51, then the order becomes 60.00: the attempt keeps its amount, the button names the new one, and it is charged', async () => {
  await open('42.51')
  await till.clerk.charge('$42.51', 'Back counter')
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ declined – not charged$/)
  assert.equal(await till.clerk.button('Charge $42.51 again on Back counter').count(), 1)
  granted.amount = '60.00'
  await till.clerk.reload(/^\$[\d,.]+ declined – not charged$/)
  assert.equal(await headline(), '$42.51')
  await till.clerk.reads(CHANGED)
  assert.equal(await till.clerk.button(/\$42\.51/).count(), 0)
  assert.equal(await till.clerk.button('Charge $60.00 on Back counter').count(), 1)
  await till.clerk.press('Choose another terminal')
  await till.clerk.sees('Choose a terminal')
  assert.equal(await headline(), '$60.00')
  await till.clerk.press('Charge $60.00 on Back counter')
  await pays('$60.00')
  assert.deepEqual(amounts(), [4251, 6000])
})

test('D-87 with a token of the old amount the press is refused, the page shows the new amount, and only that is charged', async () => {
  till.visit.expect(/status of (403|409|422)/)
  await open('42.00')
  await till.clerk.choose('Back counter')
  granted.amount = '60.00'
  // Another page of the order asks for a token: from now on the old one is not the newest.
  await till.tab((other) => grantFrom(till.shop, other, granted))
  await till.clerk.press('Charge $42.00 on Back counter')
  await till.clerk.reads(CHANGED)
  assert.deepEqual(amounts(), [])
  assert.equal(await headline(), '$60.00')
  await till.clerk.press('Charge $60.00 on Back counter')
  await pays('$60.00')
  assert.deepEqual(amounts(), [6000])
})

for (const [way, act] of [
  ['refresh() is called', 'refresh()'],
  ['the page sets another getToken', 'getToken = ((old) => (wish) => old(wish))(pay.getToken)'],
] as const)
  test(`D-102 the page switches to another order and ${way}: it shows and charges that order`, async () => {
    await open('42.00')
    const first = till.order
    till.order = await till.shop.newOrder()
    Object.assign(granted, { order: till.order, amount: '99.00' })
    await till.clerk.page.evaluate(
      `const pay = document.querySelector('terminal-pay'); pay.${act}; undefined`,
    )
    await till.clerk.reads(`Order ${till.order}`)
    assert.equal(await headline(), '$99.00')
    await till.clerk.charge('$99.00', 'Back counter')
    await pays('$99.00')
    assert.deepEqual(amounts(), [9900])
    assert.deepEqual(till.shop.books.sales(first), [])
  })
