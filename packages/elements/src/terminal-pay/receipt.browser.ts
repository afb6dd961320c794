import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { APPROVED } from '../testing/scripted-bff.ts'

const paperOf = ({ pay }: Stage): string =>
  (pay.root.querySelector('.receipt')?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

describe('the printed receipt of <terminal-pay>', () => {
  useFastClock()
  const { print } = globalThis

  beforeEach(() => {
    globalThis.print = () => undefined
  })
  afterEach(() => {
    dispatchEvent(new Event('afterprint'))
    globalThis.print = print
    unmountAll()
  })

  it('has merchant, order, amount, card, codes, terminal and time, says that no money moved, and is removed', async () => {
    const stage = mount({ sale: APPROVED })
    await stage.pay.phase('approved')
    stage.pay.press('Print')
    const words = ['Corner Repair', 'Order R-1042', '$42.00 approved', 'Test – no money moved', '712304']
    for (const word of [...words, '10000441239', 'Visa …4242', 'Front counter', 'Time'])
      assert.include(paperOf(stage), word)
    // The title is the amount: a second one looks like a second payment.
    assert.lengthOf(paperOf(stage).match(/\$42\.00/g)!, 1)
    dispatchEvent(new Event('afterprint'))
    assert.equal(paperOf(stage), '')
  })

  it('of a production sale does not mention a test', async () => {
    const stage = mount({ sale: APPROVED, checkout: { environment: 'production' } })
    await stage.pay.phase('approved')
    stage.pay.press('Print')
    assert.notInclude(paperOf(stage), 'Test')
  })

  it('D-159 of a result that a manager entered, or of a possible second payment, does not look approved', async () => {
    for (const sale of [{ by: 'person' } as const, { conflictWith: 'sale_0' }]) {
      const stage = mount({ sale: { ...APPROVED, ...sale } })
      await stage.pay.phase('approved')
      stage.pay.press('Print')
      assert.match(paperOf(stage), /\$42\.00 marked as paid A manager entered|may have been paid twice/)
      assert.notInclude(paperOf(stage), 'approved')
      unmountAll()
    }
  })
})
