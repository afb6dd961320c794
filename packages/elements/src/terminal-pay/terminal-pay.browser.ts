import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, named, unmountAll } from '../testing/mount.ts'
import { APPROVED, DEVICES, SALE, ScriptedBff } from '../testing/scripted-bff.ts'

const once = (names: readonly string[], name: string): number => names.filter((one) => one === name).length

/** Mounts, chooses the front counter and presses Charge. */
async function charge(setting: Parameters<typeof mount>[0] = {}): Promise<ReturnType<typeof mount>> {
  const stage = mount(setting)
  await stage.pay.phase('choosing')
  if (!stage.pay.chosen) await stage.pay.choose('Front counter')
  await stage.pay.until(() => stage.pay.can('Charge $42.00 on Front counter'))
  stage.pay.press('Charge')
  return stage
}

describe('<terminal-pay> from the choice to the result', () => {
  useFastClock()
  afterEach(unmountAll)

  it('needs one request until it can be used', async () => {
    const { bff, pay } = mount()
    await pay.phase('choosing')
    assert.deepEqual(
      bff.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/checkout'],
    )
    await pay.openTerminals()
    assert.deepEqual(pay.terminals, ['Front counter', 'Workshop'])
    assert.include(pay.text, 'Corner Repair · Order R-1042')
    assert.include(pay.text, 'Test mode')
  })

  it('charges, follows the terminal and shows the answers to a customer’s questions', async () => {
    const stage = await charge()
    const { bff, pay } = stage
    await pay.phase('contacting')
    assert.equal(pay.title, 'Contacting Front counter')
    await pay.until(() => bff.streams === 1)
    bff.move({ state: 'started', phase: 'present_card' }, 'started')
    await pay.until(() => pay.title === 'Tap, insert or swipe the card')
    bff.move({ phase: 'authorizing' })
    await pay.until(() => pay.title === 'Authorizing the card')
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    // The card and the code are on the stage; the reference is a detail.
    assert.include(pay.text, '712304')
    assert.notInclude(pay.text, '10000441239')
    pay.press('Details')
    await pay.until(() => pay.text.includes('Contactless'))
    for (const fact of ['$42.00', '712304', '10000441239', 'Visa …4242', 'Front counter']) {
      assert.include(pay.text, fact)
    }
    pay.press('Details')
    await pay.until(() => !pay.text.includes('Contactless'))
    pay.press('New sale')
    await pay.phase('done')
    assert.equal(pay.title, 'Paid $42.00')
    assert.equal(once(named(stage), 'terminal-pay-settled'), 1)
    const settled = stage.events.find(({ type }) => type === 'terminal-pay-settled')
    assert.propertyVal(settled?.detail, 'outcome', 'approved')
    assert.equal(settled?.bubbles && settled.composed, true)
  })

  it('shows what it knows without a request where the service has no report', async () => {
    const features = { cancel: true, details: false }
    const { bff, pay } = mount({ sale: APPROVED, checkout: { features } })
    await pay.phase('approved')
    pay.press('Details')
    await pay.until(() => pay.text.includes('712304'))
    assert.isEmpty(bff.requests.filter(({ path }) => path.endsWith('/details')))
  })

  it('shows what it knows without a request for a report that only a reference can find', async () => {
    const { bff, pay } = mount({ sale: { ...APPROVED, reference: null } })
    await pay.phase('approved')
    pay.press('Details')
    await pay.until(() => pay.text.includes('712304'))
    assert.isEmpty(bff.requests.filter(({ path }) => path.endsWith('/details')))
  })

  it('P60 50 presses make one request to start', async () => {
    const { bff, pay } = mount()
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await pay.until(() => pay.can('Charge'))
    const button = pay.button('Charge')
    for (let press = 0; press < 50; press += 1) button.click()
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(bff.to('POST', '/v1/sales'), 1)
  })

  it('P60 20 elements of one order send the same key and show the same sale', async () => {
    const bff = new ScriptedBff()
    bff.devices = [DEVICES[0]!]
    const stages = Array.from({ length: 20 }, () => mount({ bff }))
    await Promise.all(stages.map(({ pay }) => pay.phase('choosing')))
    await Promise.all(stages.map(({ element }) => element.start()))
    await Promise.all(stages.map(({ pay }) => pay.until(() => pay.title.startsWith('Contacting'))))
    const keys = new Set(bff.to('POST', '/v1/sales').map(({ headers }) => headers.get('Idempotency-Key')))
    assert.equal(keys.size, 1)
    await stages[19]!.pay.until(() => bff.streams > 0)
    assert.lengthOf(bff.to('GET', '/v1/sales/sale_1/events'), 1)
    bff.move(APPROVED, 'approved')
    await Promise.all(stages.map(({ pay }) => pay.phase('approved')))
  })

  it('a page can prevent a start', async () => {
    const { bff, pay, element } = mount()
    element.addEventListener('terminal-pay-start', (event) => event.preventDefault())
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await element.start()
    assert.equal(element.phase, 'choosing')
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
  })

  it('P2 repeats a start whose answer was lost with the same key, and announces it', async () => {
    const bff = new ScriptedBff()
    let lost = 0
    bff.handler = async ({ path, body }) => {
      if (path !== '/v1/sales' || lost++) return null
      await bff.fetch('https://x.test/v1/sales', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { Authorization: 'DPoP t', 'Idempotency-Key': 'k' },
      })
      throw new TypeError('Failed to fetch')
    }
    const { pay } = await charge({ bff })
    await pay.until(() => pay.title === 'No answer yet – look at the terminal')
    await pay.until(() => bff.streams === 1)
    const keys = bff.to('POST', '/v1/sales').map(({ headers }) => headers.get('Idempotency-Key'))
    assert.equal(new Set(keys.filter((key) => key !== 'k')).size, 1)
    assert.equal(bff.sale?.attempt, 1)
    await pay.until(() => pay.title === 'Contacting Front counter')
  })

  it('attaches to the sale that a second tab has started', async () => {
    const bff = new ScriptedBff()
    const { pay } = mount({ bff })
    await pay.phase('choosing')
    bff.sale = { ...SALE, state: 'started', phase: 'present_card' }
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('sale-open', { sale: bff.sale }) : null)
    await pay.choose('Front counter')
    await pay.until(() => pay.can('Charge'))
    pay.press('Charge')
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
  })

  it('P5 shows an open sale at once after a reload', async () => {
    const { bff, pay } = mount({
      sale: { state: 'started', phase: 'present_card', nowMs: SALE.createdAtMs + 14_000 },
    })
    await pay.phase('waiting')
    assert.match(pay.text, /About 1:4[56] left to present the card/)
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
  })

  it('P6 shows an unknown result as unknown, and reads again on request', async () => {
    const { bff, pay } = mount({ sale: { state: 'in_doubt', reason: 'overdue', checkable: true } })
    await pay.phase('doubt')
    assert.equal(pay.title, 'We don’t know if $42.00 was paid. Do not charge again.')
    assert.include(pay.text, 'tb-7Q2M4K6X')
    assert.deepEqual(pay.buttons, ['Ask for the result now', 'Copy the details'])
    bff.sale = { ...bff.sale!, ...APPROVED, version: 9 }
    pay.press('Ask for the result now')
    await pay.phase('approved')
  })

  it('P8 reports a busy terminal and offers the choice again', async () => {
    const bff = new ScriptedBff()
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('device-busy') : null)
    const { pay } = await charge({ bff })
    await pay.until(() => pay.text.includes('taking another payment'))
    assert.equal(pay.chosen, 'Front counter')
  })

  it('P10 shows why a result needs a review', async () => {
    const { pay } = mount({ sale: { state: 'review', reason: 'amount_mismatch' } })
    await pay.phase('review')
    assert.include(pay.text, 'The terminal gave another amount.')
    assert.deepEqual(pay.buttons, ['Copy the details'])
  })

  it('offers the same amount as the next attempt after a decline', async () => {
    const stage = mount({ sale: { state: 'declined', message: 'Insufficient funds.' } })
    const { bff, pay } = stage
    await pay.phase('unpaid')
    assert.include(pay.text, '$42.00 declined – not charged')
    assert.include(pay.text, 'Insufficient funds.')
    pay.press('Charge $42.00 again on Front counter')
    await pay.phase('contacting')
    await pay.until(() => bff.streams === 1)
    assert.propertyVal(bff.to('POST', '/v1/sales')[0]?.body, 'attempt', 2)
    bff.move({ state: 'declined' }, 'declined')
    await pay.phase('unpaid')
    assert.equal(once(named(stage), 'terminal-pay-settled'), 2)
  })

  it('explains what to do with a disconnected terminal, and shows its return', async () => {
    const { bff, pay } = mount()
    await pay.phase('choosing')
    await pay.choose('Workshop')
    await pay.until(() => pay.text.includes('Workshop is not connected'))
    assert.include(pay.text, '“Running...”')
    assert.equal(pay.can('Charge'), false)
    bff.devices = DEVICES.map((device) => ({ ...device, status: 'CONNECTED' as const }))
    pay.press('Check again')
    await pay.until(() => pay.can('Charge $42.00 on Workshop'))
  })

  it('remembers the terminal last used on this browser', async () => {
    const first = await charge()
    await first.pay.until(() => first.bff.streams === 1)
    first.element.remove()
    const second = mount()
    await second.pay.phase('choosing')
    assert.equal(second.pay.chosen, 'Front counter')
  })

  it('hiding explains that it does not cancel, and following continues on request', async () => {
    const { bff, pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
    assert.include(pay.text, 'does not cancel')
    pay.press('Hide this sale')
    await pay.phase('unwatched')
    await pay.until(() => bff.streams === 0)
    pay.press('Show the sale')
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(bff.to('POST', '/v1/sales/sale_1/cancel'), 0)
  })

  it('cancels if the upstream can', async () => {
    const { bff, pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
    pay.press('Cancel the sale')
    await pay.until(() => bff.to('POST', '/v1/sales/sale_1/cancel').length === 1)
    bff.move({ state: 'failed', reason: 'cancelled' }, 'failed')
    await pay.phase('unpaid')
    assert.include(pay.text, 'Canceled on the terminal – $42.00 not charged')
  })

  it('P61 shows at once that it is offline, and recovers when it is back', async () => {
    const { bff, pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    await pay.until(() => bff.streams === 1)
    bff.offline = true
    dispatchEvent(new Event('offline'))
    await pay.until(() => /^No news since .* – the terminal shows the result$/.test(pay.title))
    bff.cut()
    bff.sale = { ...bff.sale!, ...APPROVED, version: 5 }
    bff.offline = false
    dispatchEvent(new Event('online'))
    await pay.phase('approved')
    assert.notInclude(pay.text, 'No news')
  })

  it('P67 moving the element changes nothing; removing it closes the stream; putting it back continues', async () => {
    const { bff, pay, element } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.until(() => bff.streams === 1)
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    await element.updateComplete
    assert.lengthOf(bff.to('GET', '/v1/sales/sale_1/events'), 1)
    element.remove()
    await pay.until(() => bff.streams === 0)
    document.body.append(element)
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    place.remove()
  })

  it('registers a terminal, shows its pairing code and its connection', async () => {
    const { bff, pay } = mount({ attributes: { setup: '' } })
    await pay.phase('choosing')
    await pay.openTerminals()
    pay.press('Register a terminal')
    await pay.until(() => pay.buttons.includes('Register'))
    pay.root.querySelector<HTMLInputElement>('#serial')!.value = 'PAX-1'
    pay.root.querySelector<HTMLInputElement>('#name')!.value = 'Bar'
    const make = pay.root.querySelector<HTMLSelectElement>('#make')!
    assert.equal(make.value, '', 'no model is chosen before the person chooses one')
    make.value = 'A77'
    const away = {
      id: 'dev_new',
      name: 'Bar',
      make: 'A77',
      serialEnding: 'AX-1',
      status: 'DISCONNECTED',
      ageMs: 0,
    }
    bff.handler = ({ path }) =>
      path === '/v1/devices/dev_new' ? bff.json({ ...away, status: 'CONNECTED' }) : null
    pay.press('Register')
    await pay.until(() => pay.text.includes('482 193') && pay.text.includes('Waiting for Bar to connect'))
    await pay.until(() => pay.text.includes('Bar is connected'))
    assert.deepEqual(bff.to('POST', '/v1/devices')[0]?.body, { serial: 'PAX-1', make: 'A77', name: 'Bar' })
  })

  it('works without its own button', async () => {
    const { bff, pay, element } = mount({ attributes: { headless: '' } })
    await pay.phase('choosing')
    assert.deepEqual(pay.buttons, ['Change'])
    await pay.choose('Front counter')
    await element.start()
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
  })

  it('replaces its texts with those of the page', async () => {
    const { pay } = mount({ properties: { strings: { choosing: 'Where?' } } })
    await pay.phase('choosing')
    assert.equal(pay.title, 'Where?')
  })
})
