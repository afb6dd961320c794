// Changes by another till, the host and the terminals while a page shows an end or a choice.
import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, named, unmountAll, type Stage } from '../testing/mount.ts'
import { APPROVED, DEVICES, SALE, ScriptedBff } from '../testing/scripted-bff.ts'

const OVER = { settledAtMs: SALE.nowMs, cancelable: false, by: 'upstream' } as const
const DECLINED = { ...OVER, state: 'declined', message: 'Insufficient funds.' } as const
const AGAIN = 'Charge $42.00 again on Front counter'

async function watched({ bff }: Stage): Promise<void> {
  while (bff.orderStreams === 0) await new Promise(requestAnimationFrame)
}

/** A page that shows a declined attempt. */
async function declined(setting: Parameters<typeof mount>[0] = {}): Promise<Stage> {
  const stage = mount({ sale: DECLINED, ...setting })
  await stage.pay.phase('unpaid')
  await stage.pay.until(() => stage.pay.buttons.includes('Choose another terminal'))
  return stage
}

describe('<terminal-pay> while it shows an end', () => {
  useFastClock()
  afterEach(unmountAll)

  it('D-103 V6 shows another till’s attempt of the order, and its approval', async () => {
    const stage = await declined()
    const { bff, pay } = stage
    await watched(stage)
    const second = {
      id: 'sale_2',
      attempt: 2,
      state: 'started',
      phase: 'present_card',
      message: null,
    } as const
    bff.decide({ ...second, version: 3, settledAtMs: null, by: null })
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
    assert.equal(bff.orderStreams, 0)
    bff.move({ ...APPROVED, ...OVER, version: 4 }, 'approved')
    await pay.phase('approved')
  })

  it('D-103 V6 an earlier attempt that was charged after all replaces a decline', async () => {
    const stage = await declined({ sale: { ...DECLINED, id: 'sale_2', attempt: 2, version: 4 } })
    const { bff, pay } = stage
    await watched(stage)
    const review = { id: 'sale_1', attempt: 1, state: 'review', reason: 'late_conflict', version: 9 } as const
    bff.decide({ ...review, reference: 'R-1', by: 'upstream', settledAtMs: null, message: null })
    await pay.phase('review')
    assert.equal(pay.title, '$42.00 was charged after all')
    assert.notInclude(pay.text, '– not charged')
    assert.notMatch(pay.buttons.join(), /Charge/)
  })

  it('D-103 elements of one order share one stream', async () => {
    const first = await declined()
    await watched(first)
    await declined({ bff: first.bff })
    assert.lengthOf(first.bff.to('GET', '/v1/checkout/events'), 1)
  })

  it('D-103 D-182 without news of the order it says nothing about a charge and offers none', async () => {
    const stage = await declined()
    const { bff, pay } = stage
    await watched(stage)
    assert.equal(pay.title, '$42.00 declined – not charged')
    bff.offline = true
    bff.cut()
    dispatchEvent(new Event('offline'))
    await pay.until(() => pay.text.includes('Another till may have charged this order since.'))
    assert.equal(pay.title, 'Card declined')
    assert.notInclude(pay.text, 'not charged')
    assert.deepEqual(pay.buttons, ['Check again'])
    bff.offline = false
    dispatchEvent(new Event('online'))
    await pay.until(() => pay.buttons.includes(AGAIN))
  })

  it('V5 requests a new token after a new grant, and announces the new amount', async () => {
    let tokens = 0
    const getToken = async () => ({ token: `t${(tokens += 1)}`, expiresInSeconds: 900, nonce: 'n' })
    const stage = await declined({ properties: { getToken } })
    const { bff, pay } = stage
    await watched(stage)
    bff.checkout = { amountMinor: 8000 }
    bff.decide({}, true)
    await pay.until(() => pay.buttons.includes('Charge $80.00 on Front counter'))
    assert.include(pay.text, 'The amount changed to $80.00.')
    assert.include(pay.text, '$42.00')
    assert.equal(tokens, 2)
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
  })

  it('V4 labels the amount of the attempt and the amount that a button charges', async () => {
    const { pay } = await declined({ checkout: { amountMinor: 6000 } })
    assert.equal(pay.title, '$42.00 declined – not charged')
    assert.include(pay.text, 'The amount changed to $60.00.')
    assert.include(pay.buttons, 'Charge $60.00 on Front counter')
    pay.press('Choose another terminal')
    await pay.phase('choosing')
    assert.equal(pay.root.querySelector('[part=amount]')!.textContent?.trim(), '$60.00')
    await pay.until(() => pay.buttons.includes('Charge $60.00 on Front counter'))
  })

  it('V5 a start with an old grant is refused, shows the new amount, and charges nothing by itself', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await pay.until(() => !pay.buttons.includes('…') && pay.can('Charge $42.00 on Front counter'))
    bff.checkout = { amountMinor: 8000 }
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('grant-superseded') : null)
    pay.press('Charge')
    await pay.until(() => pay.text.includes('The amount changed to $80.00.'))
    assert.equal(pay.root.querySelector('[part=amount]')!.textContent?.trim(), '$80.00')
    await pay.until(() => pay.can('Charge $80.00 on Front counter'))
    assert.lengthOf(bff.to('POST', '/v1/sales'), 1)
    assert.propertyVal(bff.to('POST', '/v1/sales')[0]!.body, 'amountMinor', 4200)
  })

  it('V5 shows only the page’s new order after a refresh', async () => {
    const stage = mount({ sale: { state: 'started', phase: 'present_card' } })
    const { bff, pay, element } = stage
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
    bff.checkout = { order: 'R-2000', amountMinor: 9900, sale: null }
    await element.refresh()
    await pay.phase('choosing')
    assert.include(pay.text, 'Order R-2000')
    assert.equal(bff.streams, 0)
    bff.checkout = {}
  })

  it('says that nothing was sent while an earlier attempt is unclear', async () => {
    const stage = await declined()
    const { bff, pay } = stage
    bff.handler = ({ method }) =>
      method === 'POST' ? bff.problem('earlier-attempt-unclear', { sale: bff.sale }) : null
    pay.press(AGAIN)
    await pay.until(() =>
      pay.text.includes('Nothing was sent. An earlier attempt of this order is being checked'),
    )
    assert.equal(pay.title, '$42.00 declined – not charged')
  })

  it('V3 D-100 hides a failed background read beside an approval, also in print', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    bff.offline = true
    dispatchEvent(new Event('focus'))
    bff.offline = false
    await pay.choose('Front counter')
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
    pay.press('Charge')
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    assert.isNull(pay.root.querySelector('.fault'))
    const printed = [...pay.root.adoptedStyleSheets].flatMap(({ cssRules }) =>
      [...cssRules].map((rule) => rule.cssText),
    )
    assert.isTrue(printed.some((rule) => /@media print/.test(rule) && rule.includes('.fault')))
  })
})

describe('<terminal-pay> while the terminal has the sale', () => {
  useFastClock()
  afterEach(unmountAll)

  async function waiting(setting: Parameters<typeof mount>[0] = {}): Promise<Stage> {
    const stage = mount({ sale: { state: 'started', phase: 'present_card' }, ...setting })
    await stage.pay.phase('waiting')
    await stage.pay.until(() => stage.bff.streams === 1)
    return stage
  }

  it('V7 shows since when the BFF has no news, without a drawing, until there is news', async () => {
    const { bff, pay } = await waiting()
    bff.stale(SALE.nowMs - 7_000)
    await pay.until(() => pay.title.startsWith('No news since'))
    assert.include(pay.text, 'The payment service does not answer.')
    assert.isNull(pay.root.querySelector('.stage'))
    assert.deepEqual(pay.buttons, ['Hide this sale'])
    bff.stale(null)
    await pay.until(() => pay.title === 'Tap, insert or swipe the card')
  })

  it('V7 a page opened while the BFF has no news shows that at once', async () => {
    const { pay } = await waiting({
      sale: { state: 'started', phase: 'present_card', staleSinceMs: SALE.nowMs - 7_000 },
    })
    assert.match(pay.title, /^No news since/)
  })

  it('reads the terminal of a waiting sale every few seconds: no other message says that it was unplugged', async () => {
    const bff = new ScriptedBff()
    const readsAtMs: number[] = []
    bff.handler = ({ path }) => {
      if (path === `/v1/devices/${SALE.device.id}`) readsAtMs.push(performance.now())
      return null
    }
    const { pay } = await waiting({ bff })
    // A busy machine delays some of the reads; their interval is the shortest distance.
    const intervalMs = (): number =>
      Math.min(...readsAtMs.slice(1).map((atMs, index) => atMs - readsAtMs[index]!))
    await pay.until(() => intervalMs() < 8_000)
  })

  it('names a terminal that lost its network, and shows its return', async () => {
    const { bff, pay } = await waiting()
    bff.devices = DEVICES.map((device) => ({ ...device, status: 'DISCONNECTED' as const }))
    await pay.until(() => pay.title === 'Front counter lost its network')
    assert.include(pay.text, 'Plug it in. The sale stays open until there is a result.')
    assert.isNull(pay.root.querySelector('.stage'))
    bff.move({ phase: 'authorizing' })
    await pay.until(() => pay.title === 'Authorizing the card')
  }).timeout(30_000)

  it('D-198 turns Cancel off while the card is authorized, says why, and keeps it at its place', async () => {
    const { bff, pay } = await waiting()
    await pay.until(() => bff.streams === 1)
    const cancel = pay.button('Cancel the sale')
    bff.move({ phase: 'authorizing' })
    await pay.until(() => pay.title === 'Authorizing the card')
    assert.equal(pay.button('Cancel the sale'), cancel)
    assert.isFalse(pay.can('Cancel the sale'))
    cancel.click()
    assert.include(pay.text, 'The card was read, so it is too late to cancel.')
    // Without an answer of the processor for long, a cancel may be possible again.
    bff.move({ stillWaiting: true })
    await pay.until(() => pay.can('Cancel the sale'))
    assert.notInclude(pay.text, 'too late')
    assert.lengthOf(bff.to('POST', '/v1/sales/sale_1/cancel'), 0)
  })

  it('keeps Cancel, which is off, at its place after the BFF refused it for good', async () => {
    const { bff, pay } = await waiting()
    const before = pay.button('Hide this sale').getBoundingClientRect().left
    bff.handler = ({ path }) => (path.endsWith('/cancel') ? bff.problem('not-cancelable') : null)
    pay.press('Cancel the sale')
    await pay.until(() => pay.text.includes('no longer be canceled'))
    await pay.until(() => pay.buttons.length > 0)
    assert.deepEqual(pay.buttons, ['Cancel the sale', 'Hide this sale'])
    assert.isFalse(pay.can('Cancel the sale'))
    assert.equal(pay.button('Hide this sale').getBoundingClientRect().left, before)
    assert.notInclude(pay.text, 'To cancel')
    bff.move({ stillWaiting: true })
    await pay.until(() => pay.can('Cancel the sale'))
  })

  it('B6 announces a requested cancel at once, and disables all buttons until the result', async () => {
    const { bff, pay } = await waiting()
    pay.press('Cancel the sale')
    await pay.until(() => pay.title === 'Canceling…')
    assert.isNull(pay.root.querySelector('.stage'))
    assert.deepEqual(pay.buttons, [])
    bff.move({ cancelRequested: true })
    await pay.until(() => bff.to('POST', '/v1/sales/sale_1/cancel').length === 1)
    assert.equal(pay.title, 'Canceling…')
    bff.move({ ...OVER, state: 'failed', reason: 'cancelled_here' }, 'failed')
    await pay.phase('unpaid')
    assert.equal(pay.title, 'Canceled at the till – $42.00 not charged')
    assert.isNotNull(pay.root.querySelector('.sign.none'))
  })

  it('B5 shows who canceled, with a neutral sign', async () => {
    const { pay } = mount({ sale: { ...OVER, state: 'failed', reason: 'cancelled' } })
    await pay.phase('unpaid')
    assert.equal(pay.title, 'Canceled on the terminal – $42.00 not charged')
    assert.isNull(pay.root.querySelector('.sign.bad'))
  })

  it('B4 a manager’s decision has a title and a sign other than an approval', async () => {
    const { pay } = mount({ sale: { ...APPROVED, by: 'person', card: null } })
    await pay.phase('approved')
    assert.equal(pay.title, '$42.00 marked as paid')
    assert.isNotNull(pay.root.querySelector('.sign.person'))
    assert.isNull(pay.root.querySelector('.sign.good'))
    await pay.until(() => pay.spoken === '$42.00 marked as paid')
  })
})

describe('<terminal-pay> while a person chooses', () => {
  useFastClock()
  afterEach(unmountAll)

  it('says by when another sale frees a terminal, without seconds that run, and offers the others', async () => {
    const [front, work] = DEVICES as [(typeof DEVICES)[0], (typeof DEVICES)[0]]
    const held = { ...front, hold: { freeInMs: 250_000 } }
    const { pay } = mount({ checkout: { devices: [held, { ...work, status: 'CONNECTED' }] } })
    await pay.phase('choosing')
    await pay.choose('Front counter')
    // The hold ends early as soon as the result is known. A time that is rounded down would come before its end.
    const minute = 60_000
    const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(
      Math.ceil((SALE.nowMs + 250_000) / minute) * minute,
    )
    await pay.until(() => pay.text.includes(`Front counter is free by ${time}, or sooner.`))
    assert.include(pay.text, `Free by ${time}`)
    await pay.until(() => pay.spoken.includes(`free by ${time}`))
    assert.isFalse(pay.can('Charge'))
    await pay.choose('Workshop')
    await pay.until(() => pay.can('Charge $42.00 on Workshop'))
  })

  it('B11 reads the list again while a person chooses', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    await pay.choose('Front counter')
    bff.devices = DEVICES.map((device) => ({ ...device, hold: { freeInMs: null } }))
    await pay.until(() => pay.text.includes('Front counter is taking another payment.'))
    assert.deepEqual(pay.buttons, ['Change', 'Charge $42.00 when Front counter is free'])
    bff.devices = DEVICES
    await pay.until(() => pay.buttons.includes('Charge $42.00 on Front counter'))
    assert.isTrue(pay.can('Charge $42.00 on Front counter'))
  }).timeout(40_000)

  it('B12 the ending of a serial number keeps its order in right-to-left text', async () => {
    const { pay } = mount({ checkout: { devices: [{ ...DEVICES[0]!, serialEnding: '-OFF' }] } })
    await pay.phase('choosing')
    assert.equal(pay.root.querySelector('[part=device] bdi[dir=ltr]')?.textContent, '-OFF')
    const later = mount({ sale: { ...APPROVED, device: { ...SALE.device, serialEnding: '-OFF' } } })
    await later.pay.phase('approved')
    later.pay.press('Details')
    await later.pay.until(() => later.pay.root.querySelector('dd') !== null)
    assert.equal(later.pay.root.querySelector('dd bdi[dir=ltr]')?.textContent, '-OFF')
  })

  for (const order of ['1042-A', '2026/R7'])
    it(`keeps the parts of the order number ${order} in their order in right-to-left text`, async () => {
      const { pay } = mount({ checkout: { order }, attributes: { lang: 'ar' }, properties: { strings: {} } })
      const isTurned = (section: Element): boolean => getComputedStyle(section).direction === 'rtl'
      await pay.until(() => Array.from(pay.root.querySelectorAll('section')).some(isTurned))
      await pay.until(() => pay.root.querySelector('header .whole .whole')?.textContent === order)
      const whole = pay.root.querySelector('header .whole .whole')!
      const node = Array.from(whole.childNodes).find((child) => child instanceof Text)!
      const range = document.createRange()
      const leftOf = (at: number): number => {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect().left
      }
      const lefts = Array.from(order, (_, at) => leftOf(at))
      assert.deepEqual(
        lefts,
        lefts.toSorted((one, other) => one - other),
      )
    })

  it('D-157 "Close" ends the till\'s part of an unpaid sale with an event of its own, and a late payment is shown in full', async () => {
    const stage = mount({ sale: { state: 'declined', message: 'Insufficient funds.' } })
    const { pay, bff } = stage
    await pay.phase('unpaid')
    pay.press('Close')
    await pay.phase('closed')
    assert.equal(pay.title, 'Sale closed')
    assert.deepEqual(pay.buttons, ['Show the sale'])
    assert.isAtMost(stage.element.offsetHeight, 200)
    // A page takes `terminal-pay-done` for a paid order.
    assert.include(named(stage), 'terminal-pay-close')
    assert.notInclude(named(stage), 'terminal-pay-done')
    pay.press('Show the sale')
    await pay.phase('unpaid')
    pay.press('Close')
    await pay.phase('closed')
    bff.sale = { ...bff.sale!, state: 'review', reason: 'late_conflict', by: 'upstream', version: 9 }
    await stage.element.refresh()
    await pay.phase('review')
    assert.equal(pay.title, '$42.00 was charged after all')
  })

  it('a new order begins anew after the last one was done', async () => {
    const stage = mount({ sale: APPROVED })
    const { pay, bff } = stage
    await pay.phase('approved')
    pay.press('New sale')
    await pay.phase('done')
    assert.include(named(stage), 'terminal-pay-done')
    assert.isAtMost(stage.element.offsetHeight, 200)
    bff.sale = null
    bff.checkout = { order: 'R-1043' }
    await stage.element.refresh()
    await pay.phase('choosing')
  })
})
