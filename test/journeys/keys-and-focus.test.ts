// Keyboard alone: the focus stays in the element after each action (D-109). A cancel is announced at once and by name, and a
// terminal that lost its network during a sale is named.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CARD, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { FENCE_MS, INITIATE, openShop, withoutLookup } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

/** Interval of reads of the sale's terminal. */
const REREAD_MS = 11_000

const clock = new LeapClock()
const till = useTill({ terminalPerTest: true, expects: [/status of (401|404)/] }, () =>
  openShop(withoutLookup(clock)),
)
beforeEach(async () => {
  till.clerk = await till.tab((page) => page.clock.install())
  await till.clerk.choose(till.name)
})

/** Advances the clocks of the page and the BFF. */
async function pass(ms: number): Promise<void> {
  clock.leap(ms)
  await till.clerk.page.clock.fastForward(ms)
}

/** Presses a button by keyboard, once it takes a press. */
async function key(label: string): Promise<void> {
  const button = till.clerk.pay.locator('button:not([aria-disabled])', { hasText: label }).first()
  // D-211: a new button takes no press.
  await button.click({ trial: true })
  await button.focus()
  await till.clerk.page.keyboard.press('Enter')
}

/** Where the focus is: an element of the shadow tree, or nowhere. */
const focus = (): Promise<string> =>
  till.clerk.page.evaluate(() => {
    const active = document.querySelector('terminal-pay')!.shadowRoot!.activeElement
    return active === null ? 'nowhere' : active.id || active.localName
  })

test('D-109 Charge, Cancel and Mark as paid by keyboard: the focus never leaves the element', async () => {
  await key(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
  assert.notEqual(await focus(), 'nowhere')
  await key('Cancel the sale')
  assert.notEqual(await focus(), 'nowhere')
  await till.clerk.sees(/^Canceled at the till – \$[\d,.]+ not charged$/)
  assert.notEqual(await focus(), 'nowhere')
  const lost = till.shop.line.loseAnswer(INITIATE)
  await key(`Charge $42.00 again on ${till.name}`)
  await lost
  await till.clerk.sees(UNKNOWN)
  await till.terminal.cancel()
  // There is no session to ask about, so the page offers no action that cannot succeed.
  assert.equal(await till.clerk.button('Ask for the result now').count(), 0)
  assert.notEqual(await focus(), 'nowhere')
  await till.clerk.signIn(till.shop.stack.managerPin)
  await till.clerk.reads(/You can settle this in \d:/)
  clock.leap(FENCE_MS)
  await key('Mark as paid')
  await till.clerk.pay.getByLabel('Reference', { exact: true }).fill('10000441239')
  await key('Mark as paid')
  assert.notEqual(await focus(), 'nowhere')
  await till.clerk.sees(/^\$[\d,.]+ marked as paid$/)
  assert.notEqual(await focus(), 'nowhere')
})

test('D-109 Details by keyboard: the focus stays while they load and afterwards', async () => {
  await key(`Charge $42.00 on ${till.name}`)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  await key('Details')
  for (let look = 0; look < 10; look += 1) assert.notEqual(await focus(), 'nowhere')
  await till.clerk.reads('External request ID')
  assert.notEqual(await focus(), 'nowhere')
})

test('a cancel at the till is shown at once without a further button, then its author', async () => {
  // The answer to the cancel is delayed. The page shows the pending cancel meanwhile.
  const go = Promise.withResolvers<void>()
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
  till.shop.line.plan({ request: /cancel/i, up: { type: 'wait', at: 0, until: go.promise } })
  await till.clerk.press('Cancel the sale')
  await till.clerk.sees('Canceling…')
  await till.clerk.reads('Wait for the result. The customer may already have paid.')
  assert.equal(await till.clerk.button(/^(Cancel the sale|Hide this sale|Charge.*)$/).count(), 0)
  go.resolve()
  await till.clerk.sees(/^Canceled at the till – \$[\d,.]+ not charged$/)
  await till.clerk.reads(/not charged$/)
  assert.deepEqual(till.shop.books.charges(till.order), [])
  await till.clerk.press(`Charge $42.00 again on ${till.name}`)
  await till.clerk.sees(CARD)
  await till.terminal.cancel()
  await till.clerk.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
})

test('the page names a terminal unplugged during a sale, which continues after its return', async () => {
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
  till.terminal.unplug()
  await till.shop.serviceSays(till.terminal.serial, 'DISCONNECTED')
  await pass(REREAD_MS)
  await till.clerk.sees(`${till.name} lost its network`)
  await till.clerk.reads('Plug it in. The sale stays open until there is a result.')
  await until('it is spoken', async () =>
    (await till.clerk.spoken()).startsWith(`${till.name} lost its network`),
  )
  await till.terminal.plugIn()
  await till.shop.serviceSays(till.terminal.serial, 'CONNECTED')
  await pass(REREAD_MS)
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [1, 1],
  )
})
