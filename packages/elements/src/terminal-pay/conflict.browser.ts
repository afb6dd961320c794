import { assert } from '@open-wc/testing'
import type { Sale } from '@tapboard/contract'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { APPROVED, SALE } from '../testing/scripted-bff.ts'
import { SPOKEN } from '../testing/spoken.ts'
import type { Phase } from './truth-row.ts'

const NEWER: Partial<Sale> = { id: 'sale_2', attempt: 2, version: 3, phase: 'present_card' }
const STOP = 'Stop: order already paid. Cancel on the terminal.'
const TWICE = 'This order may have been paid twice'
const BOTH = 'An earlier attempt was paid. Give both references to your manager.'
const BEFORE = 'Order already paid. Do not charge again.'

/** The second attempt of an order whose first attempt turned out paid. */
const flagged = (sale: Partial<Sale>): Stage => mount({ sale: { ...NEWER, conflictWith: 'sale_1', ...sale } })

async function watched({ bff }: Stage): Promise<void> {
  while (bff.streams === 0) await new Promise(requestAnimationFrame)
}

describe('<terminal-pay> when an earlier attempt of the order turned out paid', () => {
  afterEach(unmountAll)

  it('rule 22 shows and announces a stop at once, and offers our cancel', async () => {
    const stage = mount({ sale: { ...NEWER, state: 'started' } })
    const { pay, bff } = stage
    await pay.phase('waiting')
    assert.notInclude(pay.text, 'earlier attempt')
    await watched(stage)
    bff.move({ conflictWith: 'sale_1' }, 'flagged')
    await pay.until(() => pay.text.includes(STOP))
    await pay.until(() => pay.spoken.includes(STOP))
    pay.press('Cancel the sale')
    await pay.until(() => bff.to('POST', '/v1/sales/sale_2/cancel').length === 1)
  })

  it('rule 22 says what to do if the upstream cannot cancel', async () => {
    const { pay } = flagged({ state: 'started', cancelable: false })
    await pay.until(() => pay.text.includes(STOP))
    assert.deepEqual(pay.buttons, ['Hide this sale'])
    assert.include(pay.text, 'Wait here. The result appears automatically.')
    // Amber: the clerk has to act. Red is a result.
    assert.isNotNull(pay.root.querySelector('.panel.warn'))
    pay.press('Hide this sale')
    await pay.phase('unwatched')
    assert.include(pay.text, STOP)
  })

  it('rule 22 an approval after that may be a second payment, and shows both references', async () => {
    const stage = flagged({ state: 'started' })
    const { pay, bff } = stage
    await pay.until(() => pay.text.includes(STOP))
    await watched(stage)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    assert.equal(pay.title, TWICE)
    await pay.until(() => pay.spoken.includes(`${TWICE}. ${BOTH}`))
    assert.include(pay.text, BOTH)
    // The manager needs both references before the next sale.
    assert.deepEqual(pay.buttons, ['Copy the details', 'New sale', 'Print'])
    // In a low window the button scrolls with the notice, and does not cover its last line.
    const copy = pay.button('Copy the details').parentElement!
    assert.equal(getComputedStyle(copy).position, 'static')
    assert.equal(pay.root.querySelector('.main')?.textContent.trim(), 'Copy the details')
    assert.include(pay.text, `Reference ${APPROVED.reference}`)
    assert.include(pay.text, 'Earlier attempt sale_1')
    const copied: string[] = []
    const { clipboard } = navigator
    const stub = { writeText: async (text: string) => void copied.push(SPOKEN.read(text)) }
    Object.defineProperty(navigator, 'clipboard', { value: stub, configurable: true })
    try {
      pay.press('Copy the details')
      await pay.until(() => pay.buttons.includes('Copied'))
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    }
    for (const line of ['Order R-1042', `State: ${TWICE}`, 'Amount: $42.00', 'Time: '])
      assert.include(copied[0], line)
    assert.include(copied[0], `Reference: ${APPROVED.reference}`)
    assert.include(copied[0], 'Earlier attempt: sale_1')
    pay.press('New sale')
    await pay.phase('done')
    assert.include(pay.text, TWICE)
  })

  it('rule 22 blocks charging after an unpaid end; a check shows the attempt that was paid', async () => {
    const stage = flagged({ state: 'started' })
    const { pay, bff, element } = stage
    await watched(stage)
    bff.move({ state: 'declined', message: 'Insufficient funds.', settledAtMs: SALE.nowMs }, 'declined')
    await pay.phase('unpaid')
    assert.include(pay.text, BEFORE)
    assert.notInclude(pay.text, 'was not charged')
    assert.deepEqual(pay.buttons, ['Ask for the result now', 'Copy'])
    await element.start()
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
    bff.sale = { ...SALE, state: 'review', reason: 'late_conflict', reference: 'R-1', version: 8 }
    pay.press('Ask for the result now')
    await pay.phase('review')
    assert.include(pay.text, 'Reference R-1')
    assert.notMatch(pay.buttons.join(), /Charge/)
  })

  it('rule 22 allows a charge once the earlier attempt is resolved as unpaid', async () => {
    const { pay } = flagged({ state: 'declined', settledAtMs: SALE.nowMs })
    await pay.phase('unpaid')
    assert.notInclude(pay.text, 'earlier attempt')
    assert.include(pay.buttons, 'Charge $42.00 again on Front counter')
  })

  it('replaces its texts with those of the host', async () => {
    const { pay } = mount({
      sale: { ...NEWER, state: 'started', conflictWith: 'sale_1' },
      properties: { strings: { paidStop: 'Halt: schon bezahlt.' } },
    })
    await pay.until(() => pay.text.includes('Halt: schon bezahlt.'))
  })

  const STATES: readonly (readonly [Phase, string, Partial<Sale>])[] = [
    ['contacting', STOP, { state: 'sending' }],
    ['waiting', STOP, { state: 'started' }],
    ['doubt', BEFORE, { state: 'in_doubt', reason: 'overdue' }],
    ['review', BEFORE, { state: 'review', reason: 'amount_mismatch' }],
    ['approved', TWICE, APPROVED],
  ]
  for (const [phase, text, sale] of STATES)
    it(`rule 22 shows the conflict in the phase ${phase}`, async () => {
      const { pay } = flagged(sale)
      await pay.phase(phase)
      assert.include(pay.text, text)
    })
})
